/** Returns the values of `a,b`. A comma within a value is written `\,`. */
export const splitQueryValues = (text: string): string[] =>
  (text.match(/(?:\\,|[^,])+/g) ?? []).map(value => value.replaceAll('\\,', ','))

/** Returns a value or a list of values as text for a query. */
export const toQueryText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(member => String(member).replaceAll(',', '\\,')).join(',')
    : String(value)
