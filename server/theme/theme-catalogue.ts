import type { ThemeField, ThemeGroup } from '#contract/theme.ts'

type Palette = {
  background: string
  surface: string
  text: string
  muted: string
  accent: string
  onAccent: string
  line: string
}
type Shape = {
  headingFont: Font
  bodyFont: Font
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
export type CatalogueTheme = {
  code: string
  name: string
  description: string
  release: string
  schema: ThemeGroup[]
}

const option = <T extends string>(value: T, label: string) => ({ value, label })
const fonts = [
  option('system', 'System'),
  option('grotesk', 'Grotesk'),
  option('humanist', 'Humanist'),
  option('geometric', 'Geometric'),
  option('serif', 'Serif'),
  option('slab', 'Slab'),
  option('didone', 'Didone'),
  option('mono', 'Typewriter'),
]
type Font = 'system' | 'grotesk' | 'humanist' | 'geometric' | 'serif' | 'slab' | 'didone' | 'mono'

const colour = (key: string, label: string, value: string, onto?: string): ThemeField => ({
  type: 'colour',
  key,
  label,
  default: value,
  ...(onto && { onto }),
})
const font = (key: string, label: string, value: Font): ThemeField => ({
  type: 'font',
  key,
  label,
  default: value,
  options: fonts,
})
const select = (
  key: string,
  label: string,
  value: string,
  ...options: { value: string; label: string }[]
): ThemeField => ({ type: 'select', key, label, default: value, options })
const number = (
  key: string,
  label: string,
  value: number,
  [min, max, step]: [number, number, number],
  unit = '',
): ThemeField => ({ type: 'number', key, label, default: value, min, max, step, unit })
const bool = (key: string, label: string, value: boolean): ThemeField => ({
  type: 'bool',
  key,
  label,
  default: value,
})

/** What every theme lets a seller choose; a theme is its own choice of each, and its layouts. */
const schemaOf = (c: Palette, s: Shape): ThemeGroup[] => [
  {
    label: 'Colours',
    fields: [
      colour('background', 'Background', c.background),
      colour('surface', 'Cards', c.surface),
      colour('text', 'Text', c.text, 'background'),
      colour('muted', 'Quiet text', c.muted, 'background'),
      colour('accent', 'Buttons', c.accent),
      colour('onAccent', 'Text of buttons', c.onAccent, 'accent'),
      colour('line', 'Lines', c.line),
    ],
  },
  {
    label: 'Type',
    fields: [
      font('headingFont', 'Headings', s.headingFont),
      font('bodyFont', 'Text', s.bodyFont),
      number('textSize', 'Size of text', s.textSize, [14, 20, 1], 'px'),
    ],
  },
  {
    label: 'Shape',
    fields: [
      number('radius', 'Roundness', s.radius, [0, 24, 2], 'px'),
      select(
        'button',
        'Buttons',
        s.button,
        option('filled', 'Filled'),
        option('outline', 'Outlined'),
        option('pill', 'Pill'),
      ),
      select(
        'cardStyle',
        'Product cards',
        s.cardStyle,
        option('plain', 'Plain'),
        option('framed', 'Framed'),
        option('raised', 'Raised'),
      ),
    ],
  },
  {
    label: 'Layout',
    fields: [
      select(
        'headerLayout',
        'Header',
        s.headerLayout,
        option('left', 'Logo left'),
        option('centred', 'Logo centred'),
        option('split', 'Menu left, logo centred'),
      ),
      select(
        'heroLayout',
        'Opening picture',
        s.heroLayout,
        option('full', 'Full width'),
        option('split', 'Picture beside text'),
        option('quiet', 'Text alone'),
      ),
      select(
        'imageRatio',
        'Product pictures',
        s.imageRatio,
        option('square', 'Square'),
        option('portrait', 'Portrait'),
        option('landscape', 'Landscape'),
      ),
      number('perRow', 'Products in a row', s.perRow, [2, 5, 1]),
      bool('stickyHeader', 'Header stays while scrolling', s.stickyHeader),
      bool('showVendor', 'Show the maker of a product', s.showVendor),
    ],
  },
]
const theme = (
  code: string,
  name: string,
  description: string,
  palette: Palette,
  shape: Shape,
): CatalogueTheme => ({
  code,
  name,
  description,
  release: '1.0.0',
  schema: schemaOf(palette, shape),
})

/** The first is what a store is shown in until it chooses. */
export const themes: readonly [CatalogueTheme, ...CatalogueTheme[]] = [
  theme(
    'linen',
    'Linen',
    'Warm paper tones and a quiet serif. For makers, ceramics, home and slow goods.',
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
  theme(
    'harbour',
    'Harbour',
    'Clear blue on white with roomy cards. A dependable start for any assortment.',
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
  theme(
    'nocturne',
    'Nocturne',
    'Dark ground, bright pictures. For music, lights, games and anything that glows.',
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
  theme(
    'orchard',
    'Orchard',
    'Fresh greens and friendly round shapes. For food, plants, children and pets.',
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
  theme(
    'gallery',
    'Gallery',
    'Black, white and a fashion serif; the pictures speak. For clothes, prints and jewellery.',
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
