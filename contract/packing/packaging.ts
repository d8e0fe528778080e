import { z } from 'zod'
import { singleLineText } from '../lib/schemas.ts'

export const maxBoxLength = 80
export const maxParcelGrams = 10_000_000

/** How a parcel is packed. */
export const packagingFields = {
  /** The packaging, with its measures if they matter, such as "Small box, 20 × 15 × 10 cm". */
  box: singleLineText(maxBoxLength).optional(),
  /** In grams. */
  weight: z.int().min(0).max(maxParcelGrams).nullish(),
}
