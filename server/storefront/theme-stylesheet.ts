import { createHash } from 'node:crypto'
import { fontStacks, type ThemeSettings } from '#contract/theme.ts'

/** Returns the settings of a theme as CSS custom properties, such as `--accent` for `accent`. */
export function renderThemeStylesheet(settings: ThemeSettings): string {
  const properties = Object.entries(settings).flatMap(([key, value]) => {
    const name = `--${key.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
    return [`${name}:${toCssValue(key, value)}`]
  })
  return `:root{${properties.join(';')}}\n`
}

/** Colors, numbers and names only. The server has validated the values already. */
function toCssValue(key: string, value: ThemeSettings[string]): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return key === 'perRow' ? String(value) : `${value}px`
  if (/Font$/.test(key)) return fontStacks[value] ?? fontStacks['system'] ?? 'sans-serif'
  return /^(#[0-9a-f]{3,8}|[a-z][\w-]*)$/i.test(value) ? value : 'initial'
}

/** Returns a path that changes with the style sheet, so that it can be cached forever. */
export const getThemeStylesheetPath = (stylesheet: string) =>
  `/theme.css?${createHash('sha256').update(stylesheet).digest('hex').slice(0, 16)}`
