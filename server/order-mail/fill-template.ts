import {
  type OrderMailTemplate,
  type OrderMailVariable,
  orderMailVariablePattern,
} from '#contract/order/order-mail.ts'

export type OrderMailValues = Record<OrderMailVariable, string>

/**
 * Returns the texts of a template with its values. All variables are replaced at once, so that a value
 * such as a name never becomes a variable.
 */
export function fillTemplate(
  { subject, heading, text, button }: OrderMailTemplate,
  values: OrderMailValues,
) {
  const replacements = new Map<string, string>(Object.entries(values))
  const fill = (part: string) =>
    part.replaceAll(
      orderMailVariablePattern,
      (variable, name: string) => replacements.get(name) ?? variable,
    )
  return {
    // A subject is a header, which has one line.
    subject: fill(subject).replaceAll(/\s+/g, ' ').trim(),
    heading: fill(heading),
    lines: text
      .split(/\n{2,}/)
      .map(paragraph => fill(paragraph).trim())
      .filter(Boolean),
    label: fill(button),
  }
}
