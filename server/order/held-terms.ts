import type { SoldVariant } from './order-stock.ts'

/** What an order keeps of the time when the shopper went to pay. */
export type HeldTerms = {
  /** The variants as they were. Some may have been deleted since. */
  variants: readonly SoldVariant[]
  currency: string
  taxIncluded: boolean
  total: number
  /** Whether the units were taken then. */
  hasUnits: boolean
}

export const pickTerms = ({ currency, taxIncluded }: HeldTerms) => ({ currency, taxIncluded })

/**
 * Returns the variants with the titles, images and costs at the time of the payment. Of variants that
 * were deleted since, only held units are sold.
 */
export function keepHeldVariants(
  variants: readonly SoldVariant[],
  held: HeldTerms,
): readonly SoldVariant[] {
  return held.variants.flatMap(heldVariant => {
    const current = variants.find(({ variant }) => variant === heldVariant.variant)
    if (held.hasUnits) return [{ ...heldVariant, isDeleted: !current }]
    return current ? [{ ...heldVariant, ...pickStock(current) }] : []
  })
}

const pickStock = ({ stock, trackStock, allowBackorder }: SoldVariant) => ({
  stock,
  trackStock,
  allowBackorder,
})
