import type { Address } from '#contract/lib/country/address.ts'
import { listAddressLines } from '#contract/lib/country/address-lines.ts'
import { formatCountry } from '#contract/lib/country/country-name.ts'
import { createMoneyFormat } from '#contract/lib/money/money.ts'
import { getLanguageDirection, getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { serverTexts } from '../../locales/texts.ts'

export type DocumentFormat = ReturnType<typeof createDocumentFormat>

/** The scripts that the fonts of documents have (ISO 15924). */
const printedScripts = new Set(['Latn', 'Cyrl', 'Grek', 'Arab', 'Jpan', 'Hans', 'Hant', 'Kore'])
/** The currency whose sign no font of documents has. */
const currencyWithoutSign = 'THB'

/** Returns the texts and formats of a document in its language. */
export function createDocumentFormat(document: { locale: string; currency: string }) {
  const { currency } = document
  const language = getLocaleLanguage(document.locale)
  const locale = canPrint(document.locale) ? document.locale : language
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const rates = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 })
  const numbers = new Intl.NumberFormat(locale)
  return {
    language,
    t: serverTexts[language],
    direction: getLanguageDirection(language),
    money: createMoneyFormat(
      locale,
      currency,
      currency === currencyWithoutSign ? { currencyDisplay: 'code' } : undefined,
    ),
    number: (value: number) => numbers.format(value),
    rate: (percentage: number) => rates.format(percentage / 100),
    day: (day: string) => dates.format(new Date(`${day}T00:00:00Z`)),
    address: (address: Address) =>
      listAddressLines(address, formatCountry(address.country, language)),
  }
}

/** Returns whether the fonts have the characters of dates and amounts in a locale. */
const canPrint = (locale: string) =>
  printedScripts.has(new Intl.Locale(locale).maximize().script ?? '')

/** Returns the language of the customer, if the store still has it, or that of the store. */
export function chooseDocumentLocale({
  language,
  store: { locale, languages },
}: {
  language: string
  store: { locale: string; languages: readonly string[] }
}): { language: string; locale: string } {
  const storeLanguage = getLocaleLanguage(locale)
  return language !== storeLanguage && languages.includes(language)
    ? { language, locale: language }
    : { language: storeLanguage, locale }
}
