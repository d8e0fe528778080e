import type { Language } from '../lib/text/languages.ts'
import { createTranslators } from '../lib/text/messages.ts'
import { sharedTexts } from '../locales/texts.ts'
import type { ProductAlertKind } from '../product/product-alert.ts'

const consents = createTranslators(sharedTexts)

/**
 * Returns the sentence that a shopper agrees to. The form shows it and the server stores it with the
 * consent, so both read it here.
 */
export function formatNewsletterConsent(language: Language, store: string): string {
  const t = consents[language]
  return t('consent.newsletter', { store })
}

/** Returns the sentence that a shopper agrees to by requesting an email about a product. */
export function formatProductAlertConsent(
  language: Language,
  kind: ProductAlertKind,
  store: string,
): string {
  const t = consents[language]
  return t(`consent.productAlert.${kind}`, { store })
}
