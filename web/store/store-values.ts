import type { z } from 'zod'
import { Reauthentication } from '#contract/account/account-security.ts'
import { updateSchema } from '#contract/lib/schemas.ts'
import { type StoreDetail, StoreInput } from '#contract/store/store.ts'
import { getStoreDefaults, guessCountry } from '#contract/store/store-defaults.ts'
import { createEmptyValues } from '../lib/form-values.ts'

/** The update schema of the contract, with a required name and the password for another email. */
export const StoreFormSchema = updateSchema(StoreInput).extend({
  name: StoreInput.shape.name,
  ...Reauthentication.partial().shape,
})
export type StoreValues = z.input<typeof StoreFormSchema>
export type StoreFormOutput = z.output<typeof StoreFormSchema>

const emptyAddress = { line1: '', line2: '', city: '', region: '', postalCode: '', country: '' }

/**
 * Returns the values of a new store. Another store of the same owner is usually in the same country
 * or else in that of the browser.
 */
export function createEmptyStore(locale: string, storeCountry = ''): StoreValues {
  const browserRegion = getBrowserRegion(locale)
  const country = storeCountry || guessCountry(browserRegion.timezone, navigator.languages)
  return {
    ...createEmptyValues(StoreInput),
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
export function pickRegion(country: string, locale: string): Partial<StoreValues> {
  const defaults = getStoreDefaults(country, getBrowserRegion(locale))
  if (!defaults) return {}
  const { taxIncluded: _, ...region } = defaults
  return region
}

export function toStoreValues({
  _id,
  host,
  createdAt,
  hasOrders,
  address,
  ...values
}: StoreDetail): StoreValues {
  const confirmation = { password: undefined, otp: undefined }
  return { ...values, ...confirmation, address: { ...emptyAddress, ...address } }
}

/**
 * Omits an empty store handle, which the server then derives from the name, and the taxes, which it
 * derives from the country.
 */
export const toStoreInput = ({
  version: _version,
  password: _password,
  otp: _otp,
  slug,
  taxIncluded: _taxIncluded,
  defaultTaxRate: _defaultTaxRate,
  ...values
}: StoreFormOutput): StoreInput => ({
  ...values,
  ...(slug && { slug }),
})
