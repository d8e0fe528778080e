import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Id, oneOrMoreQuery, singleLineText } from '../lib/schemas.ts'
import { OptionSwatch } from './option-swatch.ts'

export const StoreSwatchQuery = z.object({
  name: singleLineText(60, 1),
  values: oneOrMoreQuery(singleLineText(120, 1)),
  /** The product whose own swatches are left out. */
  excludedProduct: Id.optional(),
})
export type StoreSwatchQuery = z.infer<typeof StoreSwatchQuery>

/** A swatch that values take from another product of the store. */
export const StoreSwatch = OptionSwatch.extend({
  value: z.string(),
  product: Id,
  productTitle: z.string(),
})
export type StoreSwatch = z.infer<typeof StoreSwatch>

export const storeSwatchApi = defineApi('product', {
  listStoreSwatches: {
    method: 'GET',
    path: '/product/swatches',
    can: 'product:read',
    summary: 'List the swatches that other products give to the values of an option',
    query: StoreSwatchQuery,
    reply: z.array(StoreSwatch),
  },
})
