import { getContrast, HexColor } from '../lib/color.ts'
import { type ColorScheme, listColorSchemes, type ThemeSettings } from './theme.ts'

/**
 * CSS font families for the values of a `font` field. A theme can contain a typeface for a value by
 * declaring its first family, such as "Theme Serif", and a font of the system with its widths as the
 * second. All others are fonts of the system, which also have the letters of other scripts.
 */
export const fontStacks: Record<string, string> = {
  system: 'system-ui, sans-serif',
  grotesk: createFontStack('Grotesk', 'Inter, Roboto, system-ui, sans-serif'),
  humanist: createFontStack(
    'Humanist',
    'Seravek, "Gill Sans Nova", Ubuntu, Calibri, system-ui, sans-serif',
  ),
  geometric: createFontStack('Geometric', 'Avenir, Montserrat, Corbel, system-ui, sans-serif'),
  serif: createFontStack(
    'Serif',
    '"Iowan Old Style", "Palatino Linotype", "URW Palladio L", P052, serif',
  ),
  slab: createFontStack('Slab', 'Rockwell, "Rockwell Nova", "Roboto Slab", "DejaVu Serif", serif'),
  didone: createFontStack(
    'Didone',
    'Didot, "Bodoni MT", "Noto Serif Display", "URW Palladio L", P052, serif',
  ),
  mono: createFontStack('Mono', 'ui-monospace, "Cascadia Code", Menlo, Consolas, monospace'),
}

function createFontStack(name: string, systemFonts: string): string {
  return `"Theme ${name}", "Theme ${name} Fallback", ${systemFonts}`
}

const darkKeyPattern = /^dark(?=[A-Z])/

/** Returns the settings with the colors of a color scheme under the keys that style sheets read. */
export function getSchemeSettings(settings: ThemeSettings, scheme: ColorScheme): ThemeSettings {
  const entries = Object.entries(settings)
  const darkColors = entries.flatMap(([key, value]) => {
    const name = key.replace(darkKeyPattern, '')
    return name === key ? [] : [[name.charAt(0).toLowerCase() + name.slice(1), value] as const]
  })
  return {
    ...Object.fromEntries(entries.filter(([key]) => !darkKeyPattern.test(key))),
    ...(scheme === 'dark' && Object.fromEntries(darkColors)),
  }
}

/** Returns the settings with the colors of the first scheme, for a preview that has one. */
export function getPreviewSettings(settings: ThemeSettings): ThemeSettings {
  const [scheme = 'light'] = listColorSchemes(settings)
  return getSchemeSettings(settings, scheme)
}

type CssProperty = [name: string, value: string]

/**
 * Returns the settings of a theme as CSS properties, such as `--accent` for `accent`, with the color
 * scheme of form controls and the colors of bands and errors.
 */
export function getThemeProperties(settings: ThemeSettings, scheme: ColorScheme): CssProperty[] {
  const schemeSettings = getSchemeSettings(settings, scheme)
  const isDark = isDarkBackground(schemeSettings)
  return [
    ...Object.entries(schemeSettings).map(
      ([key, value]): CssProperty => [
        `--${key.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`,
        toCssValue(key, value),
      ],
    ),
    ['color-scheme', isDark ? 'dark' : 'light'],
    // Bands invert the colors of the page. On dark pages they are only a little lighter.
    ['--band-background', toCssValue('', schemeSettings[isDark ? 'surface' : 'text'] ?? '')],
    ['--band-text', toCssValue('', schemeSettings[isDark ? 'text' : 'background'] ?? '')],
    ['--error', isDark ? '#ff9a8f' : '#b3261e'],
  ]
}

export function isDarkBackground({ background }: ThemeSettings): boolean {
  const { data: color } = HexColor.safeParse(background)
  return color !== undefined && getContrast(color, '#ffffff') > getContrast(color, '#000000')
}

/** Colors, numbers and names only. The server has validated the values already. */
export function toCssValue(key: string, value: ThemeSettings[string]): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return key === 'perRow' ? String(value) : `${value}px`
  if (/Font$/.test(key)) return fontStacks[value] ?? fontStacks['system'] ?? 'sans-serif'
  return /^(#[0-9a-f]{3,8}|[a-z][\w-]*)$/i.test(value) ? value : 'initial'
}
