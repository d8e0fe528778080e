import { defineSection, renameSetting } from './section-definition.ts'
import { boolean, select, text } from './section-field.ts'

/** The sections that show the record of their page, and the parts that each page has. */
export const mainSections = {
  productDetails: defineSection({
    version: 4,
    templates: ['product'],
    isMain: true,
    /** Empty texts about the stock are those of the language of the page. */
    fields: {
      galleryLayout: select('below', 'beside', 'stacked', 'grid', 'row'),
      detailsPosition: select('after', 'before'),
      descriptionPosition: select('beside', 'below'),
      hasCollapsibleTexts: boolean(true),
      buttonWidth: select('beside', 'full'),
      stockDisplay: select('exact', 'words', 'hidden'),
      inStockText: text(60),
      fewLeftText: text(60),
      soldOutText: text(60),
      hasVendor: boolean(true),
      hasSku: boolean(true),
      hasReviews: boolean(true),
    },
    upgrades: {
      3: section =>
        renameSetting(
          renameSetting(section, 'hasFolds', 'hasCollapsibleTexts'),
          'descriptionPlace',
          'descriptionPosition',
        ),
    },
  }),
  productList: defineSection({
    version: 1,
    templates: ['category'],
    isMain: true,
    fields: {
      hasImage: boolean(false),
      hasSubcategories: boolean(true),
      hasFilters: boolean(true),
    },
    /** The filters in their order. Without items, shoppers filter by all but the tags. */
    items: {
      max: 10,
      fields: {
        filter: select('option', 'price', 'available', 'vendor', 'tag'),
        /** The name of an option. Empty for all options without an item of their own. */
        option: text(60),
      },
    },
  }),
  pageContent: defineSection({
    version: 1,
    templates: ['content'],
    isMain: true,
    fields: { width: select('narrow', 'wide') },
  }),
  /** Empty texts are those of the language of the store. */
  notFoundMessage: defineSection({
    version: 1,
    templates: ['notFound'],
    isMain: true,
    fields: { heading: text(80), text: text(300), hasSearch: boolean(true) },
  }),
  /** The logo, the menu and the links to the shopper's own pages. */
  storeHeader: defineSection({
    version: 1,
    templates: ['header'],
    isMain: true,
    fields: {
      hasSearch: boolean(true),
      hasAccountLink: boolean(true),
      hasWishListLink: boolean(true),
    },
  }),
  /** The menus, the contact details and the legal links. */
  storeFooter: defineSection({
    version: 2,
    templates: ['footer'],
    isMain: true,
    fields: { hasPaymentIcons: boolean(true) },
    upgrades: { 1: section => renameSetting(section, 'hasPaymentMarks', 'hasPaymentIcons') },
  }),
}
