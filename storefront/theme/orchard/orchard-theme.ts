import { buildThemeSchema, type ThemeDefinition } from '../theme-schema.ts'

export const theme: ThemeDefinition = {
  code: 'orchard',
  name: 'Orchard',
  description: 'Fresh greens and round shapes. For food, plants, children and pets.',
  release: '1.0.0',
  schema: buildThemeSchema(
    {
      colors: {
        background: '#f6fbf3',
        surface: '#ffffff',
        text: '#1d2b1f',
        muted: '#56685a',
        accent: '#2e7d43',
        onAccent: '#ffffff',
        line: '#d8e8d6',
      },
      darkColors: {
        background: '#111912',
        surface: '#1b271d',
        text: '#e8f3e6',
        muted: '#a6b9a6',
        accent: '#83d194',
        onAccent: '#0a1f10',
        line: '#2c3c2e',
      },
    },
    {
      headingFont: 'humanist',
      bodyFont: 'humanist',
      textSize: 17,
      radius: 20,
      headerLayout: 'left',
      headerSearch: 'field',
      heroLayout: 'split',
      cardStyle: 'framed',
      imageRatio: 'square',
      imageFit: 'crop',
      perRow: 3,
      button: 'pill',
      stickyHeader: false,
      showVendor: true,
      quickAdd: 'icon',
    },
  ),
  createTemplates: texts => ({
    home: [
      { type: 'categoryGrid', settings: { heading: texts.categories } },
      {
        type: 'slideshow',
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
      { type: 'productSearch', settings: { heading: texts.search } },
      {
        type: 'newsletter',
        settings: {
          heading: texts.news,
          text: texts.newsText,
          buttonLabel: texts.newsButton,
        },
      },
    ],
    product: [
      { type: 'breadcrumbs' },
      { type: 'productDetails', settings: { galleryLayout: 'row', hasCollapsibleTexts: false } },
      { type: 'boughtTogether', settings: { heading: texts.boughtTogether, count: 3 } },
      { type: 'relatedProducts', settings: { heading: texts.related, count: 3 } },
    ],
    notFound: [
      { type: 'notFoundMessage' },
      { type: 'categoryGrid', settings: { heading: texts.categories } },
      { type: 'featuredProducts', settings: { heading: texts.newArrivals, count: 3 } },
    ],
  }),
}
