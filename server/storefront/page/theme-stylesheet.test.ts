import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getContrast, readableContrast } from '#contract/lib/color.ts'
import { getThemeWarnings, type ThemeSettings } from '#contract/theme/theme.ts'
import { getSchemeSettings } from '#contract/theme/theme-css.ts'
import { defaultAnnouncement } from '../../cms/rule/cms-defaults.ts'
import { catalogThemes, getCatalogTheme, getThemeSettings } from '../../theme/rule/theme-catalog.ts'
import { createInlineStyle } from './inline-style.ts'
import { getThemeStylesheet } from './theme-stylesheet.ts'

const { schema } = getCatalogTheme('linen')
const getSettings = (changes: ThemeSettings) => getThemeSettings(getCatalogTheme('linen'), changes)
const getText = (changes: ThemeSettings) =>
  getThemeStylesheet(getSettings(changes), defaultAnnouncement).text

test('the style sheet has the colors of the selected scheme', () => {
  const [light, dark, device] = ['light', 'dark', 'device'].map(colorScheme =>
    getText({ colorScheme, background: '#fefefe', darkBackground: '#010101' }),
  )
  expect(light).toContain('--background:#fefefe;')
  expect(light).toContain(
    'color-scheme:light;--band-background:#2b2622;--band-text:#fefefe;--error:#b3261e',
  )
  expect(light).not.toContain('#010101')
  expect(dark).toContain('--background:#010101;')
  expect(dark).toContain(
    'color-scheme:dark;--band-background:#26211d;--band-text:#f1e9df;--error:#ff9a8f',
  )
  expect(dark).not.toContain('#fefefe')
  expect(device).toMatch(/^:root\{.*--background:#fefefe;.*color-scheme:light;/)
  expect(device).toMatch(
    /@media\(prefers-color-scheme:dark\)\{:root\{--background:#010101;.*color-scheme:dark;.*--error:#ff9a8f\}\}\n$/,
  )
  // The other settings are not repeated.
  expect(device?.match(/--radius/g)).toHaveLength(1)
})

test('equal settings share a style sheet, other settings have another path', () => {
  const announcement = { background: '#112233', color: '#ffffff' }
  const first = getThemeStylesheet(getSettings({ radius: 6 }), announcement)
  expect(getThemeStylesheet(getSettings({ radius: 6 }), { ...announcement })).toBe(first)
  expect(first.text).toContain('--announcement-background:#112233')
  const others = [
    getThemeStylesheet(getSettings({ radius: 8 }), announcement),
    getThemeStylesheet(getSettings({ radius: 6 }), defaultAnnouncement),
  ]
  expect(new Set([first, ...others].map(({ path }) => path)).size).toBe(3)
})

test('a style sheet in a document cannot end its element, and its hash is that of its text', () => {
  const { text, source } = createInlineStyle('a::after{content:"</style><script>"}')
  expect(text).not.toContain('</')
  expect(source).toBe(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
})

test('warnings are about the colors of schemes that shoppers see', () => {
  const settings = { text: '#eeeeee', darkText: '#222222' }
  const listWarned = (colorScheme: string) =>
    getThemeWarnings(schema, getSettings({ ...settings, colorScheme })).map(({ path }) => path)
  expect(listWarned('light')).toEqual(['text'])
  expect(listWarned('dark')).toEqual(['darkText'])
  expect(listWarned('device')).toEqual(['text', 'darkText'])
})

test('all colors of text of every theme are readable in both schemes', () => {
  const textColors = [
    ['text', 'background'],
    ['text', 'surface'],
    ['muted', 'background'],
    ['muted', 'surface'],
    ['accent', 'background'],
    ['accent', 'surface'],
    ['onAccent', 'accent'],
  ] as const
  const unreadable = catalogThemes.flatMap(theme =>
    (['light', 'dark'] as const).flatMap(scheme => {
      const settings = getSchemeSettings(getThemeSettings(theme, {}), scheme)
      return textColors
        .filter(
          ([color, background]) =>
            getContrast(String(settings[color]), String(settings[background])) < readableContrast,
        )
        .map(colors => `${theme.code} ${scheme} ${colors.join(' on ')}`)
    }),
  )
  expect(unreadable).toEqual([])
})

/** The typefaces that the first page of a visit loads. */
const maxFontBytes = 31_000

test.each(catalogThemes)('$code has its typefaces with a license and a fallback', theme => {
  const folder = join('storefront/theme', theme.code)
  const styles = readFileSync(join(folder, `${theme.code}-typefaces.css`), 'utf8')
  const { headingFont, bodyFont } = getThemeSettings(theme, {})
  const fonts = [...new Set([String(headingFont), String(bodyFont)])]
  for (const font of fonts) {
    const family = `Theme ${font.charAt(0).toUpperCase()}${font.slice(1)}`
    expect(styles).toContain(`font-family: '${family}';`)
    expect(styles).toContain(`font-family: '${family} Fallback';`)
    expect(readdirSync(folder)).toContain(`${theme.code}-${font}-license.txt`)
  }
  const getFontSize = (font: string) =>
    statSync(join(folder, `${theme.code}-${font}.woff2`), { throwIfNoEntry: false })?.size
  const sizes = fonts.map(
    font => (font === headingFont && getFontSize(`${font}-heading`)) || (getFontSize(font) ?? NaN),
  )
  expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThan(maxFontBytes)
})

test('no text is smaller than the small sizes of the scale', () => {
  const files = readdirSync('storefront', { recursive: true }).map(String)
  const small = files
    .filter(file => file.endsWith('.css'))
    .flatMap(file =>
      [
        ...readFileSync(join('storefront', file), 'utf8').matchAll(
          /font-size: (0?\.\d+r?em|\d+px)/g,
        ),
      ].map(([rule]) => `${file} ${rule}`),
    )
  expect(files.length).toBeGreaterThan(100)
  expect(small).toEqual([])
})
