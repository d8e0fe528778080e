import { isEuCountry } from '#contract/lib/country/eu-countries.ts'
import { getVatIdCountry, isVatId } from '#contract/lib/country/vat-id.ts'
import type {
  euTaxRules,
  OrderTaxRates,
  shippingTaxRules,
  TaxClass,
  TaxRate,
} from '#contract/store/tax.ts'
import { isSameRegion } from '../../address/address-regions.ts'

type TaxClassRates = Pick<TaxClass, '_id' | 'isStandard' | 'rates'>

/** The tax settings of a store. */
export type StoreTaxes = {
  /** The country of the store. */
  country: string
  vatId: string
  /** The rate of places without a rate. */
  defaultRate: number
  shippingTaxRule: (typeof shippingTaxRules)[number]
  euTaxRule: (typeof euTaxRules)[number]
  classes: readonly TaxClassRates[]
  /** The date in the time zone of the store. */
  today: string
}

/** An order as far as its taxes depend on it. */
export type TaxedSale = {
  /** The class of each line; null for the standard class. */
  lines: readonly (string | null)[]
  country: string
  region: string
  vatId: string
  isExempt: boolean
}

/** The rates of a sale, and those that prices with tax include. Without an exemption, both are equal. */
export type SaleTaxRates = OrderTaxRates & {
  included: Pick<OrderTaxRates, 'lines' | 'shipping'>
}

/** Returns the tax rates of each line and of the shipping, as percentages. */
export function findTaxRates(storeTaxes: StoreTaxes, sale: TaxedSale): SaleTaxRates {
  const exemption = findExemption(storeTaxes, sale)
  const place = exemption
    ? { country: storeTaxes.country, region: '' }
    : getTaxedPlace(storeTaxes, sale)
  const lines = sale.lines.map(classId => findRate(storeTaxes, classId, place))
  const shipping = storeTaxes.shippingTaxRule === 'none' ? 0 : Math.max(0, ...lines)
  const included = { lines, shipping }
  return exemption
    ? { lines: lines.map(() => 0), shipping: 0, exemption, included }
    : { ...included, exemption, included }
}

/**
 * Returns why a sale has no tax. Reverse charge moves the tax to a company in another EU country.
 * Both need a VAT ID, because it is printed on the invoice.
 */
function findExemption(storeTaxes: StoreTaxes, sale: TaxedSale): OrderTaxRates['exemption'] {
  if (sale.isExempt) return 'exempt'
  const buyerCountry = isVatId(sale.vatId) ? getVatIdCountry(sale.vatId) : undefined
  const isReverseCharge =
    storeTaxes.vatId !== '' &&
    buyerCountry !== undefined &&
    buyerCountry !== storeTaxes.country &&
    isSaleWithinEu(storeTaxes, sale)
  return isReverseCharge ? 'reverse_charge' : ''
}

/** Returns whether a sale goes from one EU country to another one. */
const isSaleWithinEu = (storeTaxes: StoreTaxes, { country }: Pick<TaxedSale, 'country'>) =>
  isEuCountry(storeTaxes.country) && isEuCountry(country) && country !== storeTaxes.country

type Place = { country: string; region: string }

function getTaxedPlace(storeTaxes: StoreTaxes, { country, region }: TaxedSale): Place {
  const isHome =
    country === '' || (storeTaxes.euTaxRule === 'home' && isSaleWithinEu(storeTaxes, { country }))
  return isHome ? { country: storeTaxes.country, region: '' } : { country, region }
}

/** Returns the rate of a class, else that of the standard class, else the default rate. */
function findRate(storeTaxes: StoreTaxes, classId: string | null, place: Place): number {
  const standard = storeTaxes.classes.find(({ isStandard }) => isStandard)
  const ownClass = storeTaxes.classes.find(({ _id }) => _id === classId)
  const rate =
    findClassRate(ownClass, place, storeTaxes.today) ??
    findClassRate(standard, place, storeTaxes.today)
  return rate ?? storeTaxes.defaultRate
}

/** Returns the rate that describes the place most closely and became valid last. */
function findClassRate(
  taxClass: TaxClassRates | undefined,
  place: Place,
  today: string,
): number | undefined {
  const [best] = (taxClass?.rates ?? [])
    .filter(({ validFrom }) => validFrom === null || validFrom <= today)
    .map(rate => ({ rate, rank: rankRate(rate, place) }))
    .filter(({ rank }) => rank >= 0)
    .toSorted(
      (a, b) => b.rank - a.rank || (b.rate.validFrom ?? '').localeCompare(a.rate.validFrom ?? ''),
    )
  return best?.rate.rate
}

function rankRate({ country, region }: TaxRate, place: Place): number {
  if (country === '') return 0
  if (country !== place.country) return -1
  if (region === '') return 1
  return place.region && isSameRegion(country, region, place.region) ? 2 : -1
}
