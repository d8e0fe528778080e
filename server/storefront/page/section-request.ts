import type { TypedSection } from '#contract/section/section-catalog.ts'

/** The records that a section shows. */
export type SectionRequest = {
  /** A number of the newest products. */
  newest?: number
  /** A number of the newest products of a category. */
  ofCategory?: { id: string; count: number }
  /** A number of products that share a category with the product of the page. */
  related?: number
  /** A number of products that were bought together with the product of the page. */
  boughtTogether?: number
  products?: readonly string[]
  categories?: readonly string[]
  /** The categories at the top level. */
  hasTopCategories?: boolean
}

export function getSectionRequest(section: TypedSection): SectionRequest {
  switch (section.type) {
    case 'featuredProducts': {
      const { source, category, products, count } = section.settings
      if (source === 'chosen') return { products: products.slice(0, count) }
      const [id] = source === 'category' ? category : []
      return id ? { ofCategory: { id: id.toLowerCase(), count } } : { newest: count }
    }
    case 'categoryGrid': {
      const { categories } = section.settings
      return categories.length > 0 ? { categories } : { hasTopCategories: true }
    }
    case 'categorySpotlight': {
      const { category, count } = section.settings
      const [id] = category
      return id ? { ofCategory: { id: id.toLowerCase(), count }, categories: category } : {}
    }
    case 'productStory':
      return { products: section.settings.product }
    case 'boughtTogether':
      return { boughtTogether: section.settings.count }
    case 'relatedProducts':
      return { related: section.settings.count }
    default:
      return {}
  }
}
