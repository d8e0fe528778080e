import { buildThemeSchema, type ThemeDefinition } from '../theme-schema.ts'

export const theme: ThemeDefinition = {
  code: 'gallery',
  name: 'Gallery',
  description:
    'Black and white with large images and an elegant serif font. For clothing, prints and jewelry.',
  release: '1.0.0',
  schema: buildThemeSchema(
    {
      colors: {
        background: '#ffffff',
        surface: '#ffffff',
        text: '#0d0d0d',
        muted: '#666666',
        accent: '#0d0d0d',
        onAccent: '#ffffff',
        line: '#e3e3e3',
      },
      darkColors: {
        background: '#0d0d0d',
        surface: '#0d0d0d',
        text: '#f5f5f3',
        muted: '#a3a3a0',
        accent: '#f5f5f3',
        onAccent: '#0d0d0d',
        line: '#2d2d2d',
      },
    },
    {
      headingFont: 'didone',
      bodyFont: 'grotesk',
      textSize: 15,
      radius: 0,
      headerLayout: 'centred',
      headerSearch: 'icon',
      heroLayout: 'split',
      cardStyle: 'plain',
      imageRatio: 'natural',
      imageFit: 'crop',
      perRow: 3,
      button: 'outline',
      stickyHeader: false,
      showVendor: true,
      quickAdd: 'text',
    },
  ),
  createTemplates: texts => ({
    home: [
      {
        type: 'slideshow',
        settings: { height: 'large' },
        items: [
          {
            heading: texts.welcome,
            text: texts.browse,
            buttonLabel: texts.viewAll,
            link: '/products',
          },
        ],
      },
      {
        type: 'featuredProducts',
        settings: { heading: texts.newArrivals, count: 6, buttonLabel: texts.viewAll },
      },
      { type: 'categoryGrid', settings: { heading: texts.categories } },
    ],
    category: [{ type: 'productList', settings: { hasImage: true } }],
    product: [
      {
        type: 'productDetails',
        settings: {
          galleryLayout: 'stacked',
          hasCollapsibleTexts: false,
          buttonWidth: 'full',
          stockDisplay: 'hidden',
          hasSku: false,
          hasReviews: false,
        },
      },
      { type: 'boughtTogether', settings: { heading: texts.boughtTogether, count: 4 } },
      { type: 'relatedProducts', settings: { heading: texts.related, count: 4 } },
      { type: 'productReviews' },
    ],
    notFound: [
      { type: 'notFoundMessage' },
      { type: 'categoryGrid', settings: { heading: texts.categories } },
      { type: 'featuredProducts', settings: { heading: texts.newArrivals, count: 4 } },
    ],
  }),
}
