import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import { getCountryTaxRates } from '#contract/store/store-defaults.ts'
import type { TaxRate } from '#contract/store/tax.ts'
import type { Tx } from '../../lib/db/db.ts'
import { serverTexts } from '../../locales/texts.ts'
import type { StoreLocation } from '../../shipping/rule/default-shipping-zone.ts'

/**
 * Creates the tax class of the products without one, and a class for each reduced rate of the
 * country. Without `hasRate` the standard class has the rate of the country.
 */
export async function insertTaxClasses(
  tx: Tx,
  { locale, address: { country = '' } }: Pick<StoreLocation, 'locale' | 'address'>,
  { hasRate }: { hasRate: boolean },
): Promise<void> {
  const { standard, reduced } = hasRate
    ? { standard: undefined, reduced: [] }
    : getCountryTaxRates(country)
  const t = serverTexts[getLocaleLanguage(locale)]
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 })
  const toRates = (rate: number): TaxRate[] => [{ country, region: '', rate, validFrom: null }]
  const classes = [
    { name: t('newStore.standardTax'), isStandard: true, rates: standard ? toRates(standard) : [] },
    ...reduced.map(rate => ({
      name: `${t('newStore.reducedTax')} ${percent.format(rate / 100)}`,
      isStandard: false,
      rates: toRates(rate),
    })),
  ]
  await tx`
    insert into tax_class (name, is_standard, rates)
    select name, "isStandard", rates
    from jsonb_to_recordset(${tx.json(classes)})
      as c (name text, "isStandard" boolean, rates jsonb)`
}
