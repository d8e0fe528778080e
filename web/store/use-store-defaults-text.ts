import { useTranslation } from 'react-i18next'
import { getCountryTaxRates, getStoreDefaults } from '#contract/store/store-defaults.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getCurrentLanguage } from '../lib/preference/language.ts'

/** Returns a function that names the currency, language and taxes of a new store in a country. */
export function useStoreDefaultsText(): (country: string) => string {
  const { t } = useTranslation()
  const { locale, taxRate } = useFormatters()
  return country => {
    const defaults = getStoreDefaults(country, { locale: getCurrentLanguage() })
    if (!defaults) return ''
    const { standard } = getCountryTaxRates(country)
    const taxKey = defaults.taxIncluded ? 'taxIncluded' : 'taxAdded'
    const tax = standard
      ? t(`account.storeDefaults.${taxKey}`, { rate: taxRate(standard) })
      : t(standard === 0 ? 'account.storeDefaults.noTax' : 'account.storeDefaults.taxLater')
    const language = new Intl.DisplayNames(locale, { type: 'language' }).of(defaults.locale)
    return [defaults.currency, language, tax].join(' · ')
  }
}
