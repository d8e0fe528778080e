/** What spreadsheets take for the beginning of a formula. */
export const formulaStart = /^[=+\-@\t\r]/

/** Written in front of a cell so that no spreadsheet runs it; an apostrophe of the text's own is doubled by it. */
export const guard = (text: string) => (formulaStart.test(text) || text.startsWith('\'') ? `'${text}` : text)

/** Takes our own guard off again: exactly what `guard` added. */
export const unguard = (text: string) => (text.startsWith('\'') ? text.slice(1) : text)
