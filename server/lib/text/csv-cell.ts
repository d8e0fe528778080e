/**
 * Marks a file as UTF-8 for Excel, which otherwise shows wrong letters for ä and é. The import
 * ignores it.
 */
export const byteOrderMark = '\uFEFF'

/**
 * The start of a formula in spreadsheets, including the full-width characters that Japanese ones
 * accept.
 */
export const formulaStartPattern = /^[=+\-@\t\r\n＝＋－＠]/
/** Returns whether a text that begins with a minus is a number, which needs no escaping. */
const isNumber = (text: string) => /^-\d{1,15}(\.\d{1,6})?$/.test(text)

// In locales with a decimal comma, spreadsheets split a file at semicolons, so the text after a
// semicolon starts a new cell.
const innerFormulaPattern = /(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]["']*)/g
const innerEscapePattern = /'(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]["']*')/g

/**
 * Returns the text with apostrophes before everything that a spreadsheet would run as a formula. An
 * apostrophe at the start of the text is doubled.
 */
export function escapeFormula(text: string): string {
  const escaped = text.replace(innerFormulaPattern, "'")
  return (formulaStartPattern.test(escaped) && !isNumber(escaped)) || escaped.startsWith("'")
    ? `'${escaped}`
    : escaped
}

/** Removes exactly the apostrophes that `escapeFormula` added. */
export const unescapeFormula = (text: string) =>
  (text.startsWith("'") ? text.slice(1) : text).replace(innerEscapePattern, '')
