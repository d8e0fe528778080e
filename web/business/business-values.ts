import type { z } from 'zod'
import { type BusinessDetail, BusinessInput } from '#contract/business.ts'
import { updateSchema } from '#contract/lib/schemas.ts'
import { createEmptyValues } from '../lib/form-values.ts'

/** The contract's edit, as the form holds it: every field is there. */
export const BusinessFormSchema = updateSchema(BusinessInput).extend({
  name: BusinessInput.shape.name,
})
export type BusinessValues = z.input<typeof BusinessFormSchema>
export type BusinessFormOutput = z.output<typeof BusinessFormSchema>

const emptyAddress = { line1: '', line2: '', city: '', region: '', postalCode: '', country: '' }

/** A new store begins where its owner sits; the browser knows better than the server. */
export const createEmptyBusiness = (locale: string, currency: string): BusinessValues => ({
  ...createEmptyValues(BusinessInput),
  address: emptyAddress,
  currency,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  locale,
  orderPrefix: '#',
  lowStockAt: 5,
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

/** An address left empty is one for the server to make. */
export const toBusinessInput = ({
  version: _,
  slug,
  ...values
}: BusinessFormOutput): BusinessInput => ({
  ...values,
  ...(slug && { slug }),
})
