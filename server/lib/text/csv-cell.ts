/** At the beginning of a file it tells Excel that the letters are UTF-8; without it ä and é become others. The import reads over it. */
export const byteOrderMark = '\uFEFF'

/** What spreadsheets take for the beginning of a formula; the wide forms too, which a Japanese one takes for the narrow ones. */
export const formulaStartPattern = /^[=+\-@\t\r\n＝＋－＠]/
/** A number may begin with a minus and stays a number. */
const isNumber = (text: string) => /^-\d{1,15}(\.\d{1,6})?$/.test(text)

// Where a comma is written in numbers, spreadsheets part a file at semicolons: what follows one begins a cell of its own there.
const innerFormulaPattern = /(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]["']*)/g
const innerEscapePattern = /'(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]["']*')/g

/** Apostrophes put where a spreadsheet would begin to run a formula; one of the text's own at its beginning is doubled by it. */
export function escapeFormula(text: string): string {
  const escaped = text.replace(innerFormulaPattern, "'")
  return (formulaStartPattern.test(escaped) && !isNumber(escaped)) || escaped.startsWith("'")
    ? `'${escaped}`
    : escaped
}

/** Takes our own guard off again: exactly what `guard` added. */
export const unescapeFormula = (text: string) =>
  (text.startsWith("'") ? text.slice(1) : text).replace(innerEscapePattern, '')
