import { buildThemeSchema, type ThemeDefinition } from '../theme-schema.ts'

export const theme: ThemeDefinition = {
  code: 'linen',
  name: 'Linen',
  description: 'Warm paper tones and a calm serif font. For handmade goods, ceramics and home.',
  release: '1.0.0',
  schema: buildThemeSchema(
    {
      colors: {
        background: '#faf7f2',
        surface: '#ffffff',
        text: '#2b2622',
        muted: '#6f655b',
        accent: '#7a4a2b',
        onAccent: '#ffffff',
        line: '#e7dfd4',
      },
      darkColors: {
        background: '#1c1815',
        surface: '#26211d',
        text: '#f1e9df',
        muted: '#b5a798',
        accent: '#dba87e',
        onAccent: '#24170d',
        line: '#3b342d',
      },
    },
    {
      headingFont: 'serif',
      bodyFont: 'humanist',
      textSize: 17,
      radius: 4,
      headerLayout: 'centred',
      headerSearch: 'icon',
      heroLayout: 'split',
      cardStyle: 'plain',
      imageRatio: 'square',
      imageFit: 'crop',
      perRow: 3,
      button: 'filled',
      stickyHeader: false,
      showVendor: false,
      quickAdd: 'text',
    },
  ),
  createTemplates: texts => ({
    home: [
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
      { type: 'featuredProducts', settings: { heading: texts.newArrivals, count: 6 } },
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
    product: [
      { type: 'breadcrumbs' },
      {
        type: 'productDetails',
        settings: {
          galleryLayout: 'below',
          descriptionPosition: 'below',
          hasCollapsibleTexts: false,
          buttonWidth: 'full',
        },
      },
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
