/** At the beginning of a file it tells Excel that the letters are UTF-8; without it ä and é become others. The import reads over it. */
export const byteOrderMark = '\uFEFF'

/** What spreadsheets take for the beginning of a formula; the wide forms too, which a Japanese one takes for the narrow ones. */
export const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
/** A number may begin with a minus and stays a number. */
const isNumber = (text: string) => /^-\d{1,15}(\.\d{1,6})?$/.test(text)

// Where a comma is written in numbers, spreadsheets part a file at semicolons: what follows one begins a cell of its own there.
const within = /(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]["']*)/g
const guardWithin = /'(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]["']*')/g

/** Apostrophes put where a spreadsheet would begin to run a formula; one of the text's own at its beginning is doubled by it. */
export function guard(text: string): string {
  const inner = text.replace(within, "'")
  return (formulaStart.test(inner) && !isNumber(inner)) || inner.startsWith("'")
    ? `'${inner}`
    : inner
}

/** Takes our own guard off again: exactly what `guard` added. */
export const unguard = (text: string) =>
  (text.startsWith("'") ? text.slice(1) : text).replace(guardWithin, '')
