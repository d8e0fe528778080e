import { createTranslators, type Translate } from '#contract/lib/text/messages.ts'
import { sharedTexts } from '#contract/locales/texts.ts'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

const english = { ...sharedTexts.en, ...en }

/** The texts of the pages of stores. */
export const texts = createTranslators({
  ar: { ...sharedTexts.ar, ...ar },
  de: { ...sharedTexts.de, ...de },
  en: english,
  es: { ...sharedTexts.es, ...es },
  fr: { ...sharedTexts.fr, ...fr },
  pt: { ...sharedTexts.pt, ...pt },
})
export type StorefrontTranslate = Translate<typeof english>
