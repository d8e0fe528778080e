import type { z } from 'zod'
import { Reauthentication } from '#contract/account/account-security.ts'
import { updateSchema } from '#contract/lib/schemas.ts'
import { type BusinessDetail, BusinessInput } from '#contract/store/store.ts'
import { getStoreDefaults, guessCountry } from '#contract/store/store-defaults.ts'
import { createEmptyValues } from '../lib/form-values.ts'

/** The update schema of the contract, with a required name and the password for another email. */
export const BusinessFormSchema = updateSchema(BusinessInput).extend({
  name: BusinessInput.shape.name,
  ...Reauthentication.partial().shape,
})
export type BusinessValues = z.input<typeof BusinessFormSchema>
export type BusinessFormOutput = z.output<typeof BusinessFormSchema>

const emptyAddress = { line1: '', line2: '', city: '', region: '', postalCode: '', country: '' }

/**
 * Returns the values of a new store. Another store of the same owner is usually in the same country
 * or else in that of the browser.
 */
export function createEmptyBusiness(locale: string, storeCountry = ''): BusinessValues {
  const browserRegion = getBrowserRegion(locale)
  const country = storeCountry || guessCountry(browserRegion.timezone, navigator.languages)
  return {
    ...createEmptyValues(BusinessInput),
    address: { ...emptyAddress, country },
    currency: 'USD',
    ...browserRegion,
    ...pickRegion(country, locale),
    orderPrefix: '#',
    lowStockThreshold: 5,
  }
}

const getBrowserRegion = (locale: string) => ({
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  locale,
})

/** Returns the values of the form that follow the country of a new store. */
export function pickRegion(country: string, locale: string): Partial<BusinessValues> {
  const defaults = getStoreDefaults(country, getBrowserRegion(locale))
  if (!defaults) return {}
  const { taxIncluded: _, ...region } = defaults
  return region
}

export function toBusinessValues({
  _id,
  host,
  createdAt,
  hasOrders,
  address,
  ...business
}: BusinessDetail): BusinessValues {
  const confirmation = { password: undefined, otp: undefined }
  return { ...business, ...confirmation, address: { ...emptyAddress, ...address } }
}

/**
 * Omits an empty store handle, which the server then derives from the name, and the taxes, which it
 * derives from the country.
 */
export const toBusinessInput = ({
  version: _version,
  password: _password,
  otp: _otp,
  slug,
  taxIncluded: _taxIncluded,
  defaultTaxRate: _defaultTaxRate,
  ...values
}: BusinessFormOutput): BusinessInput => ({
  ...values,
  ...(slug && { slug }),
})
