import { createTranslators, type Translate } from '#contract/lib/text/messages.ts'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** The texts of the pages of stores. */
export const texts = createTranslators({ ar, de, en, es, fr, pt })
export type StorefrontTranslate = Translate<typeof en>
