import { buildThemeSchema, type ThemeDefinition } from '../theme-schema.ts'

export const theme: ThemeDefinition = {
  code: 'nocturne',
  name: 'Nocturne',
  description: 'Bright images on a dark background. For books, music and lighting.',
  release: '1.0.0',
  schema: buildThemeSchema(
    {
      colors: {
        background: '#12131a',
        surface: '#1c1e28',
        text: '#f2f2f7',
        muted: '#a5a8ba',
        accent: '#f2b84b',
        onAccent: '#1d1607',
        line: '#2d3040',
      },
    },
    {
      headingFont: 'geometric',
      bodyFont: 'grotesk',
      textSize: 16,
      radius: 14,
      headerLayout: 'split',
      headerSearch: 'icon',
      heroLayout: 'full',
      cardStyle: 'framed',
      imageRatio: 'square',
      imageFit: 'crop',
      perRow: 4,
      button: 'pill',
      stickyHeader: true,
      showVendor: false,
      quickAdd: 'icon',
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
      { type: 'featuredProducts', settings: { heading: texts.newArrivals, count: 5 } },
      { type: 'categoryGrid', settings: { heading: texts.categories } },
      {
        type: 'newsletter',
        settings: {
          heading: texts.news,
          text: texts.newsText,
          buttonLabel: texts.newsButton,
        },
      },
    ],
    category: [{ type: 'productList', settings: { hasImage: true } }],
    product: [
      {
        type: 'productDetails',
        settings: {
          galleryLayout: 'grid',
          detailsPosition: 'before',
          descriptionPosition: 'below',
          buttonWidth: 'full',
          stockDisplay: 'words',
          hasSku: false,
          hasReviews: false,
        },
      },
      { type: 'productReviews' },
      { type: 'boughtTogether', settings: { heading: texts.boughtTogether, count: 4 } },
      { type: 'relatedProducts', settings: { heading: texts.related, count: 4 } },
    ],
    notFound: [
      { type: 'notFoundMessage' },
      { type: 'categoryGrid', settings: { heading: texts.categories } },
      { type: 'featuredProducts', settings: { heading: texts.newArrivals, count: 4 } },
    ],
  }),
}
