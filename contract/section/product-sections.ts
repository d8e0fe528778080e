import { belowHeader, defineSection } from './section-definition.ts'
import { image, link, number, records, richText, select, text } from './section-field.ts'

/** The sections that show products and categories. */
export const productSections = {
  featuredProducts: defineSection({
    version: 1,
    templates: belowHeader,
    fields: {
      heading: text(80),
      source: select('newest', 'category', 'chosen'),
      category: records('category', 1),
      products: records('product', 24),
      count: number(1, 24, 8),
      buttonLabel: text(24),
      link,
    },
  }),
  /** Without categories, the first ones at the top level. */
  categoryGrid: defineSection({
    version: 1,
    templates: belowHeader,
    fields: { heading: text(80), categories: records('category', 12) },
  }),
  /** One category with some of its products. */
  categorySpotlight: defineSection({
    version: 1,
    templates: belowHeader,
    fields: {
      category: records('category', 1),
      heading: text(80),
      text: text(300),
      image,
      alt: text(200),
      buttonLabel: text(24),
      count: number(2, 6, 4),
      imageSide: select('left', 'right'),
    },
  }),
  /** One product with its story in chapters of text and image. */
  productStory: defineSection({
    version: 1,
    templates: belowHeader,
    fields: {
      product: records('product', 1),
      heading: text(80),
      body: richText(10_000),
    },
    items: {
      max: 8,
      fields: { image, alt: text(200), heading: text(80), body: richText(4000) },
    },
  }),
  /** Products that orders contain together with the product of the page. */
  boughtTogether: defineSection({
    version: 1,
    templates: ['product'],
    fields: { heading: text(80), count: number(1, 12, 4) },
  }),
  /** Products of the categories of the product of the page. */
  relatedProducts: defineSection({
    version: 1,
    templates: ['product'],
    fields: { heading: text(80), count: number(2, 12, 4) },
  }),
  /** The reviews of the product of the page, if its details do not show them. */
  productReviews: defineSection({
    version: 1,
    templates: ['product'],
    fields: { heading: text(80) },
  }),
}
