import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** The texts that the back office, stores and the server have in common. */
export const sharedTexts = { ar, de, en, es, fr, pt }
