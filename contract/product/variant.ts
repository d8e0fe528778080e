import { z } from 'zod'
import { asciiCodeText, codeText, Id, Money, singleLineText } from '../lib/schemas.ts'
import { ProductMeasure } from './product-measure.ts'

/** The number of options that a product can have. */
export const maxOptions = 3

export const VariantInput = z.object({
  /**
   * The id of an existing variant; omitted for a new one. The server deletes variants that are
   * missing from the list.
   */
  _id: Id.optional(),
  /** One value per option, in the order of the options; empty without options. */
  options: z.array(singleLineText(120, 1)).max(maxOptions).optional(),
  sku: codeText(255).optional(),
  barcode: asciiCodeText(32).optional(),
  price: Money.optional(),
  compareAtPrice: Money.nullable().optional(),
  cost: Money.nullable().optional(),
  trackStock: z.boolean().optional(),
  /** If an update omits it, the stock is unchanged. */
  stock: z.int().min(-1_000_000_000).max(1_000_000_000).optional(),
  allowBackorder: z.boolean().optional(),
  /** Grams. */
  weight: z.int().min(0).max(100_000_000).optional(),
  /** The `_id` of one of the product's images or of its media. */
  image: Id.nullable().optional(),
  ...ProductMeasure.partial().shape,
})
export type VariantInput = z.infer<typeof VariantInput>

/** The fields of the only variant of a simple product. */
export const SingleVariantFields = VariantInput.omit({ _id: true, options: true, image: true })

/** The fields that shoppers see. */
export const StorefrontVariantFields = VariantInput.pick({
  options: true,
  sku: true,
  barcode: true,
  price: true,
}).extend(ProductMeasure.shape)

export const Variant = VariantInput.required().extend({ position: z.int(), title: z.string() })
export type Variant = z.infer<typeof Variant>
