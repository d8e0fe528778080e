import { buildThemeSchema, type ThemeDefinition } from '../theme-schema.ts'

export const theme: ThemeDefinition = {
  code: 'harbour',
  name: 'Harbour',
  description: 'Clear blue on white with spacious cards. Suits any catalog.',
  release: '1.0.0',
  schema: buildThemeSchema(
    {
      colors: {
        background: '#ffffff',
        surface: '#f4f7fb',
        text: '#122033',
        muted: '#566579',
        accent: '#1d5fbf',
        onAccent: '#ffffff',
        line: '#dce4ee',
      },
      darkColors: {
        background: '#0d1522',
        surface: '#162133',
        text: '#e9eff8',
        muted: '#a0b1c8',
        accent: '#74abf7',
        onAccent: '#07162b',
        line: '#28364d',
      },
    },
    {
      headingFont: 'grotesk',
      bodyFont: 'grotesk',
      textSize: 16,
      radius: 4,
      headerLayout: 'left',
      headerSearch: 'field',
      heroLayout: 'full',
      cardStyle: 'raised',
      imageRatio: 'square',
      imageFit: 'crop',
      perRow: 4,
      button: 'filled',
      stickyHeader: true,
      showVendor: true,
      quickAdd: 'button',
    },
  ),
  createTemplates: texts => ({
    home: [
      {
        type: 'slideshow',
        settings: { height: 'small' },
        items: [
          {
            heading: texts.welcome,
            text: texts.browse,
            buttonLabel: texts.viewAll,
            link: '/products',
          },
        ],
      },
      { type: 'categoryGrid', settings: { heading: texts.categories } },
      {
        type: 'featuredProducts',
        settings: { heading: texts.newArrivals, count: 8, buttonLabel: texts.viewAll },
      },
      { type: 'contactDetails', settings: { heading: texts.contact } },
    ],
    product: [
      { type: 'breadcrumbs' },
      { type: 'productDetails', settings: { galleryLayout: 'beside', hasReviews: false } },
      { type: 'boughtTogether', settings: { heading: texts.boughtTogether, count: 4 } },
      { type: 'productReviews' },
      { type: 'relatedProducts', settings: { heading: texts.related, count: 4 } },
    ],
    notFound: [
      { type: 'notFoundMessage' },
      { type: 'categoryGrid', settings: { heading: texts.categories } },
      { type: 'featuredProducts', settings: { heading: texts.newArrivals, count: 4 } },
    ],
  }),
}
