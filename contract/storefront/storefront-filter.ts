import type { OptionSwatch } from '../product/option-swatch.ts'
import type { SectionItemSettings } from '../section/section-catalog.ts'

/** A filter of a list, as the seller has chosen it. */
export type StorefrontFilter = SectionItemSettings<'productList'>

/** A value of a filter and the number of products that have it. */
export type StorefrontFacetValue = { value: string; count: number }
/** The values that the products of a list have. */
export type StorefrontFacets = {
  vendors: StorefrontFacetValue[]
  tags: StorefrontFacetValue[]
  options: { name: string; values: StorefrontFacetValue[]; swatches: OptionSwatch[] }[]
  /** The number of products that can be bought. Null if the page does not show the filter. */
  availableCount: number | null
  /** In minor units. */
  lowestPrice: number | null
  highestPrice: number | null
}
