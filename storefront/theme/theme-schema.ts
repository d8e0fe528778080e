import type { CreateTemplates } from '#contract/theme/default-template.ts'
import type { ThemeField, ThemeGroup } from '#contract/theme/theme.ts'

/** A theme as shipped. Its folder has the name `code`. */
export type ThemeDefinition = {
  code: string
  name: string
  description: string
  release: string
  schema: ThemeGroup[]
  createTemplates?: CreateTemplates
}

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
  headerSearch: 'field' | 'icon'
  heroLayout: string
  cardStyle: string
  imageRatio: string
  imageFit: string
  perRow: number
  button: string
  stickyHeader: boolean
  showVendor: boolean
  quickAdd: string
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
  type: 'color',
  key,
  label,
  default: value,
  ...(contrastWith && { backgroundKey: contrastWith }),
})

const createFontField = (key: string, label: string, value: ThemeFont): ThemeField => ({
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
  options: { value: string; label: string }[],
): ThemeField => ({ type: 'select', key, label, default: value, options })

const numberField = (
  key: string,
  label: string,
  value: number,
  range: { min: number; max: number; step: number; unit?: string },
): ThemeField => ({ type: 'number', key, label, default: value, unit: '', ...range })

const createBooleanField = (key: string, label: string, value: boolean): ThemeField => ({
  type: 'boolean',
  key,
  label,
  default: value,
})

type ThemePalettes = { colors: ThemePalette; darkColors?: ThemePalette }

/**
 * Returns the settings of a theme. Every theme has the same settings with its own defaults. One with
 * dark colors also has a color scheme.
 */
export const buildThemeSchema = (
  { colors, darkColors }: ThemePalettes,
  shape: ThemeShape,
): ThemeGroup[] => [
  ...(darkColors
    ? [createSchemeGroup(), createColorGroup(colors), createDarkColorGroup(darkColors)]
    : [createColorGroup(colors)]),
  createTypographyGroup(shape),
  createShapeGroup(shape),
  createLayoutGroup(shape),
]

const createSchemeGroup = (): ThemeGroup => ({
  key: 'colorScheme',
  label: 'Color scheme',
  fields: [
    selectField('colorScheme', 'Colors of the store', 'light', [
      createOption('light', 'Light'),
      createOption('dark', 'Dark'),
      createOption('device', 'Match the shopper’s device'),
    ]),
  ],
})

const createColorGroup = (palette: ThemePalette): ThemeGroup => ({
  key: 'colors',
  label: 'Colors',
  scheme: 'light',
  fields: [
    colorField('background', 'Background', palette.background),
    colorField('surface', 'Cards', palette.surface),
    colorField('text', 'Text', palette.text, 'background'),
    colorField('muted', 'Secondary text', palette.muted, 'background'),
    colorField('accent', 'Buttons', palette.accent),
    colorField('onAccent', 'Button text', palette.onAccent, 'accent'),
    colorField('line', 'Lines', palette.line),
  ],
})

const createDarkColorGroup = (palette: ThemePalette): ThemeGroup => ({
  key: 'darkColors',
  label: 'Dark colors',
  scheme: 'dark',
  fields: [
    colorField('darkBackground', 'Background (dark)', palette.background),
    colorField('darkSurface', 'Cards (dark)', palette.surface),
    colorField('darkText', 'Text (dark)', palette.text, 'darkBackground'),
    colorField('darkMuted', 'Secondary text (dark)', palette.muted, 'darkBackground'),
    colorField('darkAccent', 'Buttons (dark)', palette.accent),
    colorField('darkOnAccent', 'Button text (dark)', palette.onAccent, 'darkAccent'),
    colorField('darkLine', 'Lines (dark)', palette.line),
  ],
})

const createTypographyGroup = (shape: ThemeShape): ThemeGroup => ({
  key: 'typography',
  label: 'Typography',
  fields: [
    createFontField('headingFont', 'Headings', shape.headingFont),
    createFontField('bodyFont', 'Text', shape.bodyFont),
    numberField('textSize', 'Text size', shape.textSize, { min: 14, max: 20, step: 1, unit: 'px' }),
  ],
})

const createShapeGroup = (shape: ThemeShape): ThemeGroup => ({
  key: 'shape',
  label: 'Shapes',
  fields: [
    numberField('radius', 'Corner radius', shape.radius, { min: 0, max: 24, step: 2, unit: 'px' }),
    selectField('button', 'Buttons', shape.button, [
      createOption('filled', 'Filled'),
      createOption('outline', 'Outlined'),
      createOption('pill', 'Pill'),
    ]),
    selectField('cardStyle', 'Product cards', shape.cardStyle, [
      createOption('plain', 'Plain'),
      createOption('framed', 'Framed'),
      createOption('raised', 'Raised'),
    ]),
  ],
})

const createLayoutGroup = (shape: ThemeShape): ThemeGroup => ({
  key: 'layout',
  label: 'Layout',
  fields: [
    selectField('headerLayout', 'Header', shape.headerLayout, [
      createOption('left', 'Logo on the left'),
      createOption('centred', 'Centered logo'),
      createOption('split', 'Menu on the left, centered logo'),
    ]),
    selectField('headerSearch', 'Search in the header', shape.headerSearch, [
      createOption('field', 'Field'),
      createOption('icon', 'Icon'),
    ]),
    selectField('heroLayout', 'Slideshow', shape.heroLayout, [
      createOption('full', 'Full width'),
      createOption('split', 'Image beside text'),
      createOption('quiet', 'Text only'),
    ]),
    selectField('imageRatio', 'Product images', shape.imageRatio, [
      createOption('square', 'Square'),
      createOption('portrait', 'Portrait'),
      createOption('landscape', 'Landscape'),
      createOption('natural', 'Original'),
    ]),
    selectField('imageFit', 'Fit of product images', shape.imageFit, [
      createOption('crop', 'Crop'),
      createOption('contain', 'Show the whole image'),
    ]),
    numberField('perRow', 'Products per row', shape.perRow, { min: 2, max: 5, step: 1 }),
    createBooleanField('stickyHeader', 'Sticky header', shape.stickyHeader),
    createBooleanField('showVendor', 'Show the vendor of a product', shape.showVendor),
    createBooleanField('showWishList', 'Show wish list and hearts', true),
    selectField('quickAdd', '“Add to cart” on product cards', shape.quickAdd, [
      createOption('none', 'None'),
      createOption('icon', 'Icon'),
      createOption('text', 'Text on hover'),
      createOption('button', 'Button'),
    ]),
  ],
})
