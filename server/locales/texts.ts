import type { AutomationKind } from '#contract/campaign/automation.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import { createTranslators, type Translate } from '#contract/lib/text/messages.ts'
import type { OrderMailKind, OrderMailTemplate } from '#contract/order/order-mail.ts'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** The texts of emails, and those that a new store starts with. */
export const serverTexts = createTranslators({ ar, de, en, es, fr, pt })
export type ServerTranslate = Translate<typeof en>

/**
 * The emails about orders that a store has not changed. Their placeholders are those of sellers.
 * `picked_up` replaces `delivered` for orders that shoppers collect.
 */
export const orderMailTemplates: Record<
  Language,
  Record<OrderMailKind | 'picked_up', OrderMailTemplate>
> = {
  ar: ar.orderTemplates,
  de: de.orderTemplates,
  en: en.orderTemplates,
  es: es.orderTemplates,
  fr: fr.orderTemplates,
  pt: pt.orderTemplates,
}

/** The emails of automations that a store has not changed. Paragraphs are separated by an empty line. */
export const automationTemplates: Record<
  Language,
  Record<AutomationKind, { subject: string; text: string }>
> = {
  ar: ar.automationTemplates,
  de: de.automationTemplates,
  en: en.automationTemplates,
  es: es.automationTemplates,
  fr: fr.automationTemplates,
  pt: pt.automationTemplates,
}
