import type {
  AutomationKind,
  AutomationText,
  AutomationVariable,
} from '#contract/campaign/automation.ts'
import { escapeHtml } from '#contract/lib/text/escape-html.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import { automationTemplates } from '../../locales/texts.ts'

/** Returns the text of an automation that its store did not write itself. */
export function getDefaultText(kind: AutomationKind, language: Language): AutomationText {
  const { subject, text } = automationTemplates[language][kind]
  const paragraphs = text.split('\n\n')
  return { subject, body: paragraphs.map(part => `<p>${escapeHtml(part)}</p>`).join('') }
}

export type AutomationValues = Record<AutomationVariable, string>

/**
 * Replaces variables such as `{{first_name}}`, all at once. An empty value also removes the space before
 * it. Values in HTML are escaped.
 */
export const fillVariables = (text: string, values: AutomationValues, isHtml = false): string =>
  text.replaceAll(
    /( ?)\{\{ *(first_name|order_number|store_name) *\}\}/g,
    (_, space: string, name: AutomationVariable) =>
      values[name] && space + (isHtml ? escapeHtml(values[name]) : values[name]),
  )

/** Returns the first word of a name that a shopper entered, without one that looks like an address. */
export function getFirstName(name: string): string {
  const [word = ''] = name.trim().split(/\s+/)
  return /^[\p{L}\p{M}'’.-]{1,40}$/u.test(word) && !/\.\p{L}/u.test(word) ? word : ''
}
