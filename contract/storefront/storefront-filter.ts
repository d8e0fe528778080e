import type { SectionItemSettings } from '../section/section-catalog.ts'

/** A filter of a list, as the seller has chosen it. */
export type StorefrontFilter = SectionItemSettings<'productList'>

/** A value of a filter and the number of products that have it. */
export type StorefrontFacetValue = { value: string; count: number }
/** The values that the products of a list have. */
export type StorefrontFacets = {
  vendors: StorefrontFacetValue[]
  tags: StorefrontFacetValue[]
  options: { name: string; values: StorefrontFacetValue[] }[]
  /** In minor units. */
  lowestPrice: number | null
  highestPrice: number | null
}
