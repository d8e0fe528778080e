/** What spreadsheets take for the beginning of a formula. The wide forms too: a Japanese one takes them for the narrow ones. */
export const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
/** A number may begin with a minus and stays a number. */
const isNumber = (text: string) => /^-\d{1,15}(\.\d{1,6})?$/.test(text)

/** Written in front of a cell so that no spreadsheet runs it; an apostrophe of the text's own is doubled by it. */
export const guard = (text: string) => ((formulaStart.test(text) && !isNumber(text)) || text.startsWith('\'') ? `'${text}` : text)

/** Takes our own guard off again: exactly what `guard` added. */
export const unguard = (text: string) => (text.startsWith('\'') ? text.slice(1) : text)
