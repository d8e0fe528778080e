import { createOnce } from '#contract/lib/create-once.ts'

export const getNumberFormat = createOnce(
  (locale: string, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)

export const getDateFormat = createOnce(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
