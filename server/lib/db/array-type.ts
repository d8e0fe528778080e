const quoteElement = (text: string) =>
  `"${text.replaceAll(/["\\]/g, character => `\\${character}`)}"`

/** PostgreSQL's text form of a one-dimensional array (manual, 8.15.6), each element quoted; null stays null. */
export const formatArray = (values: readonly unknown[] | string): string =>
  typeof values === 'string'
    ? values
    : `{${values.map(value => (value === null ? 'null' : quoteElement(String(value)))).join(',')}}`

// An element is quoted, with a backslash before what would end it, or bare.
const elementPattern = /"((?:[^"\\]|\\.)*)"|([^{},"]+)/gs

/** Reads what `writeArray` and the server write. */
export const parseArray = (text: string): (string | null)[] =>
  text === '{}' ? [] : [...text.matchAll(elementPattern)].map(parseElement)

function parseElement([, quotedText, bareText = '']: RegExpExecArray): string | null {
  if (quotedText !== undefined) return quotedText.replaceAll(/\\(.)/gs, '$1')
  return bareText.toLowerCase() === 'null' ? null : bareText
}

/**
 * The array types that our queries use, by their fixed numbers (pg_type.dat): text, uuid, integer, date. Left to itself the
 * client asks each new connection for them in a query of its own, and when the connection breaks under that query nobody
 * can catch the error: it ends the process.
 */
export const arrayTypes = {
  textArray: { to: 1009, from: [1009], serialize: formatArray, parse: parseArray },
  uuidArray: { to: 2951, from: [2951], serialize: formatArray, parse: parseArray },
  integerArray: {
    to: 1007,
    from: [1007],
    serialize: formatArray,
    parse: (text: string) => parseArray(text).map(value => (value === null ? null : Number(value))),
  },
  dateArray: { to: 1182, from: [1182], serialize: formatArray, parse: parseArray },
}
