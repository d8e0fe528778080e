import type { Language } from '../lib/text/languages.ts'
import { createTranslators } from '../lib/text/messages.ts'
import ar from '../locales/ar.json' with { type: 'json' }
import de from '../locales/de.json' with { type: 'json' }
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import fr from '../locales/fr.json' with { type: 'json' }
import pt from '../locales/pt.json' with { type: 'json' }
import type { ProductAlertKind } from '../product/product-alert.ts'

const consents = createTranslators({ ar, de, en, es, fr, pt })

/**
 * Returns the sentence that a shopper agrees to. The form shows it and the server stores it with the
 * consent, so both read it here.
 */
export function formatNewsletterConsent(language: Language, store: string): string {
  const t = consents[language]
  return t('newsletter', { store })
}

/** Returns the sentence that a shopper agrees to by requesting an email about a product. */
export function formatProductAlertConsent(
  language: Language,
  kind: ProductAlertKind,
  store: string,
): string {
  const t = consents[language]
  return t(`productAlert.${kind}`, { store })
}
