const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Returns a number format. Creating one takes much longer than using it, so it is created once. */
export const getNumberFormat = (locale: string, options?: Intl.NumberFormatOptions) =>
  getOrCreate(numberFormats, [locale, options], () => new Intl.NumberFormat(locale, options))

/** Returns a date format, which is created once. */
export const getDateFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
  getOrCreate(dateFormats, [locale, options], () => new Intl.DateTimeFormat(locale, options))

function getOrCreate<F>(formats: Map<string, F>, options: unknown[], create: () => F): F {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? create()
  formats.set(key, format)
  return format
}
