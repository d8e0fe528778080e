import { z } from 'zod'
import { measureUnits } from '../lib/money/unit-price.ts'

const Amount = z.number().min(0.001).max(1_000_000).multipleOf(0.001)

/** The content of a variant and the amount that its unit price is for, both in the same unit. */
export const ProductMeasure = z.object({
  measureAmount: Amount.nullable(),
  measureUnit: z.enum(measureUnits).nullable(),
  /** If omitted, 1000 for grams and milliliters, otherwise 1. */
  referenceAmount: Amount.nullable(),
})
export type ProductMeasure = z.infer<typeof ProductMeasure>
