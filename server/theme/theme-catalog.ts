import type { ThemeField, ThemeGroup } from '#contract/theme.ts'

type ThemePalette = {
  background: string
  surface: string
  text: string
  muted: string
  accent: string
  onAccent: string
  line: string
}
type ThemeShape = {
  headingFont: ThemeFont
  bodyFont: ThemeFont
  textSize: number
  radius: number
  headerLayout: string
  heroLayout: string
  cardStyle: string
  imageRatio: string
  perRow: number
  button: string
  stickyHeader: boolean
  showVendor: boolean
}
export type CatalogTheme = {
  code: string
  name: string
  description: string
  release: string
  schema: ThemeGroup[]
}

const createOption = <T extends string>(value: T, label: string) => ({ value, label })
const fontOptions = [
  createOption('system', 'System'),
  createOption('grotesk', 'Grotesque'),
  createOption('humanist', 'Humanist'),
  createOption('geometric', 'Geometric'),
  createOption('serif', 'Serif'),
  createOption('slab', 'Slab'),
  createOption('didone', 'Didone'),
  createOption('mono', 'Typewriter'),
]
type ThemeFont =
  | 'system'
  | 'grotesk'
  | 'humanist'
  | 'geometric'
  | 'serif'
  | 'slab'
  | 'didone'
  | 'mono'

const colorField = (
  key: string,
  label: string,
  value: string,
  contrastWith?: string,
): ThemeField => ({
  type: 'colour',
  key,
  label,
  default: value,
  ...(contrastWith && { onto: contrastWith }),
})
const fontField = (key: string, label: string, value: ThemeFont): ThemeField => ({
  type: 'font',
  key,
  label,
  default: value,
  options: fontOptions,
})
const selectField = (
  key: string,
  label: string,
  value: string,
  ...options: { value: string; label: string }[]
): ThemeField => ({ type: 'select', key, label, default: value, options })
const numberField = (
  key: string,
  label: string,
  value: number,
  [min, max, step]: [number, number, number],
  unit = '',
): ThemeField => ({ type: 'number', key, label, default: value, min, max, step, unit })
const booleanField = (key: string, label: string, value: boolean): ThemeField => ({
  type: 'bool',
  key,
  label,
  default: value,
})

/** Returns the settings of a theme. Every theme has the same settings with its own defaults. */
const buildThemeSchema = (palette: ThemePalette, shape: ThemeShape): ThemeGroup[] => [
  {
    key: 'colors',
    label: 'Colors',
    fields: [
      colorField('background', 'Background', palette.background),
      colorField('surface', 'Cards', palette.surface),
      colorField('text', 'Text', palette.text, 'background'),
      colorField('muted', 'Secondary text', palette.muted, 'background'),
      colorField('accent', 'Buttons', palette.accent),
      colorField('onAccent', 'Button text', palette.onAccent, 'accent'),
      colorField('line', 'Lines', palette.line),
    ],
  },
  {
    key: 'typography',
    label: 'Typography',
    fields: [
      fontField('headingFont', 'Headings', shape.headingFont),
      fontField('bodyFont', 'Text', shape.bodyFont),
      numberField('textSize', 'Text size', shape.textSize, [14, 20, 1], 'px'),
    ],
  },
  {
    key: 'shape',
    label: 'Shapes',
    fields: [
      numberField('radius', 'Corner radius', shape.radius, [0, 24, 2], 'px'),
      selectField(
        'button',
        'Buttons',
        shape.button,
        createOption('filled', 'Filled'),
        createOption('outline', 'Outlined'),
        createOption('pill', 'Pill'),
      ),
      selectField(
        'cardStyle',
        'Product cards',
        shape.cardStyle,
        createOption('plain', 'Plain'),
        createOption('framed', 'Framed'),
        createOption('raised', 'Raised'),
      ),
    ],
  },
  {
    key: 'layout',
    label: 'Layout',
    fields: [
      selectField(
        'headerLayout',
        'Header',
        shape.headerLayout,
        createOption('left', 'Logo on the left'),
        createOption('centred', 'Centered logo'),
        createOption('split', 'Menu on the left, centered logo'),
      ),
      selectField(
        'heroLayout',
        'Hero image',
        shape.heroLayout,
        createOption('full', 'Full width'),
        createOption('split', 'Image beside text'),
        createOption('quiet', 'Text only'),
      ),
      selectField(
        'imageRatio',
        'Product images',
        shape.imageRatio,
        createOption('square', 'Square'),
        createOption('portrait', 'Portrait'),
        createOption('landscape', 'Landscape'),
      ),
      numberField('perRow', 'Products per row', shape.perRow, [2, 5, 1]),
      booleanField('stickyHeader', 'Sticky header', shape.stickyHeader),
      booleanField('showVendor', 'Show the vendor of a product', shape.showVendor),
    ],
  },
]
const defineTheme = (
  code: string,
  name: string,
  description: string,
  palette: ThemePalette,
  shape: ThemeShape,
): CatalogTheme => ({
  code,
  name,
  description,
  release: '1.0.0',
  schema: buildThemeSchema(palette, shape),
})

/** The first theme is the default of a new store. */
export const catalogThemes: readonly [CatalogTheme, ...CatalogTheme[]] = [
  defineTheme(
    'linen',
    'Linen',
    'Warm paper tones and a calm serif font. For handmade goods, ceramics and home.',
    {
      background: '#faf7f2',
      surface: '#ffffff',
      text: '#2b2622',
      muted: '#6f655b',
      accent: '#7a4a2b',
      onAccent: '#ffffff',
      line: '#e7dfd4',
    },
    {
      headingFont: 'serif',
      bodyFont: 'humanist',
      textSize: 16,
      radius: 4,
      headerLayout: 'centred',
      heroLayout: 'split',
      cardStyle: 'plain',
      imageRatio: 'portrait',
      perRow: 3,
      button: 'filled',
      stickyHeader: false,
      showVendor: false,
    },
  ),
  defineTheme(
    'harbour',
    'Harbour',
    'Clear blue on white with spacious cards. Suits any catalog.',
    {
      background: '#ffffff',
      surface: '#f4f7fb',
      text: '#122033',
      muted: '#566579',
      accent: '#1d5fbf',
      onAccent: '#ffffff',
      line: '#dce4ee',
    },
    {
      headingFont: 'grotesk',
      bodyFont: 'system',
      textSize: 16,
      radius: 10,
      headerLayout: 'left',
      heroLayout: 'full',
      cardStyle: 'raised',
      imageRatio: 'square',
      perRow: 4,
      button: 'filled',
      stickyHeader: true,
      showVendor: true,
    },
  ),
  defineTheme(
    'nocturne',
    'Nocturne',
    'Bright images on a dark background. For music, lighting and games.',
    {
      background: '#12131a',
      surface: '#1c1e28',
      text: '#f2f2f7',
      muted: '#a5a8ba',
      accent: '#f2b84b',
      onAccent: '#1d1607',
      line: '#2d3040',
    },
    {
      headingFont: 'geometric',
      bodyFont: 'geometric',
      textSize: 16,
      radius: 14,
      headerLayout: 'split',
      heroLayout: 'full',
      cardStyle: 'framed',
      imageRatio: 'square',
      perRow: 4,
      button: 'pill',
      stickyHeader: true,
      showVendor: false,
    },
  ),
  defineTheme(
    'orchard',
    'Orchard',
    'Fresh greens and round shapes. For food, plants, children and pets.',
    {
      background: '#f6fbf3',
      surface: '#ffffff',
      text: '#1d2b1f',
      muted: '#56685a',
      accent: '#2e7d43',
      onAccent: '#ffffff',
      line: '#d8e8d6',
    },
    {
      headingFont: 'humanist',
      bodyFont: 'humanist',
      textSize: 17,
      radius: 20,
      headerLayout: 'left',
      heroLayout: 'split',
      cardStyle: 'framed',
      imageRatio: 'landscape',
      perRow: 3,
      button: 'pill',
      stickyHeader: false,
      showVendor: true,
    },
  ),
  defineTheme(
    'gallery',
    'Gallery',
    'Black and white with large images and an elegant serif font. For clothing, prints and jewelry.',
    {
      background: '#ffffff',
      surface: '#ffffff',
      text: '#0d0d0d',
      muted: '#666666',
      accent: '#0d0d0d',
      onAccent: '#ffffff',
      line: '#e3e3e3',
    },
    {
      headingFont: 'didone',
      bodyFont: 'grotesk',
      textSize: 15,
      radius: 0,
      headerLayout: 'centred',
      heroLayout: 'quiet',
      cardStyle: 'plain',
      imageRatio: 'portrait',
      perRow: 4,
      button: 'outline',
      stickyHeader: false,
      showVendor: true,
    },
  ),
]
