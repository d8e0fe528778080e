import type { z } from 'zod'
import { type BusinessDetail, BusinessInput } from '#contract/business.ts'
import { updateSchema } from '#contract/lib/schemas.ts'
import { createEmptyValues } from '../lib/form-values.ts'

/** The update schema of the contract, with a required name. */
export const BusinessFormSchema = updateSchema(BusinessInput).extend({
  name: BusinessInput.shape.name,
})
export type BusinessValues = z.input<typeof BusinessFormSchema>
export type BusinessFormOutput = z.output<typeof BusinessFormSchema>

const emptyAddress = { line1: '', line2: '', city: '', region: '', postalCode: '', country: '' }

/** Returns the values of a new store, in the time zone of the browser. */
export const createEmptyBusiness = (locale: string, currency: string): BusinessValues => ({
  ...createEmptyValues(BusinessInput),
  address: emptyAddress,
  currency,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  locale,
  orderPrefix: '#',
  lowStockThreshold: 5,
})

export function toBusinessValues({
  _id,
  host,
  createdAt,
  hasOrders,
  address,
  ...business
}: BusinessDetail): BusinessValues {
  return { ...business, address: { ...emptyAddress, ...address } }
}

/** Omits an empty handle, because the server then derives one from the name. */
export const toBusinessInput = ({
  version: _,
  slug,
  ...values
}: BusinessFormOutput): BusinessInput => ({
  ...values,
  ...(slug && { slug }),
})
