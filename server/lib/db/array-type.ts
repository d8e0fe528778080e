const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, found => `\\${found}`)}"`

/** PostgreSQL's text form of a one-dimensional array (manual, 8.15.6), each element quoted; null stays null. */
export const writeArray = (values: readonly unknown[] | string): string =>
  typeof values === 'string'
    ? values
    : `{${values.map(value => (value === null ? 'null' : quoted(String(value)))).join(',')}}`

// An element is quoted, with a backslash before what would end it, or bare.
const element = /"((?:[^"\\]|\\.)*)"|([^{},"]+)/gs

/** Reads what `writeArray` and the server write. */
export const readArray = (text: string): (string | null)[] =>
  text === '{}' ? [] : [...text.matchAll(element)].map(readElement)

function readElement([, inQuotes, bare = '']: RegExpExecArray): string | null {
  if (inQuotes !== undefined) return inQuotes.replaceAll(/\\(.)/gs, '$1')
  return bare.toLowerCase() === 'null' ? null : bare
}

/**
 * The array types that our queries use, by their fixed numbers (pg_type.dat): text, uuid, integer, date. Left to itself the
 * client asks each new connection for them in a query of its own, and when the connection breaks under that query nobody
 * can catch the error: it ends the process.
 */
export const arrayTypes = {
  textArray: { to: 1009, from: [1009], serialize: writeArray, parse: readArray },
  uuidArray: { to: 2951, from: [2951], serialize: writeArray, parse: readArray },
  integerArray: {
    to: 1007,
    from: [1007],
    serialize: writeArray,
    parse: (text: string) => readArray(text).map(value => (value === null ? null : Number(value))),
  },
  dateArray: { to: 1182, from: [1182], serialize: writeArray, parse: readArray },
}
