/**
 * Returns the values of `a,b`. A comma within a value is written `\,`. A comma before a space is
 * also part of a value, because old links and views contain values such as `Smith, Sons`.
 */
export const splitQueryValues = (text: string): string[] =>
  (text.match(/(?:\\,|,(?=\s)|[^,])+/g) ?? []).map(value => value.replaceAll('\\,', ','))

/** Returns a value or a list of values as text for a query. */
export const toQueryText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(member => String(member).replaceAll(',', '\\,')).join(',')
    : String(value)
