const quoteElement = (text: string) =>
  `"${text.replaceAll(/["\\]/g, character => `\\${character}`)}"`

/**
 * Returns the text form of a one-dimensional array (PostgreSQL manual, 8.15.6), with each element
 * quoted except null.
 */
export const formatArray = (values: readonly unknown[] | string): string =>
  typeof values === 'string'
    ? values
    : `{${values.map(value => (value === null ? 'null' : quoteElement(String(value)))).join(',')}}`

// An element is either quoted, with backslashes before quotes and backslashes, or bare.
const elementPattern = /"((?:[^"\\]|\\.)*)"|([^{},"]+)/gs

/** Returns the elements of an array in the text form of `formatArray` or of the database. */
export const parseArray = (text: string): (string | null)[] =>
  text === '{}' ? [] : [...text.matchAll(elementPattern)].map(parseElement)

function parseElement([, quotedText, bareText = '']: RegExpExecArray): string | null {
  if (quotedText !== undefined) return quotedText.replaceAll(/\\(.)/gs, '$1')
  return bareText.toLowerCase() === 'null' ? null : bareText
}

/**
 * The array types that the queries use, by their fixed OIDs (pg_type.dat). Without this, the driver
 * queries the types on each new connection, and if the connection breaks during that query, the
 * error cannot be caught and ends the process.
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
