import type { Variant } from '#contract/product/variant.ts'

/** `stock` is null for a variant without its own value, which starts at zero. */
type NewVariant = Omit<Variant, '_id' | 'stock' | 'title'> & { stock: number | null }

/**
 * Returns the columns of a new product that follow from its variants, as `refresh_products` (SQL)
 * derives them after every change. With them, the product and its search words are written once.
 * docs/decisions/performance.md has the reason to define the rule twice (0073).
 */
export function summarizeVariants(variants: readonly NewVariant[]) {
  const cheapest = variants.toSorted((a, b) => a.price - b.price || a.position - b.position)[0]
  const codes = variants
    .toSorted((a, b) => a.position - b.position)
    .flatMap(({ sku, barcode }) => [sku, barcode])
    .filter(Boolean)
  const tracked = variants.filter(variant => variant.trackStock)
  return {
    price: cheapest?.price ?? 0,
    compareAtPrice: cheapest?.compareAtPrice ?? null,
    sku: variants.length === 1 ? (variants[0]?.sku ?? '') : '',
    codes: codes.join(' '),
    stock: tracked.reduce((sum, variant) => sum + (variant.stock ?? 0), 0),
    trackStock: variants.length === 0 || tracked.length > 0,
    variantCount: variants.length,
  }
}
