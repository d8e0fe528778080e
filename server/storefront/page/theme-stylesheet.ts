import { createHash } from 'node:crypto'
import { listColorSchemes, type ThemeSettings } from '#contract/theme/theme.ts'
import { getThemeProperties, toCssValue } from '#contract/theme/theme-css.ts'
import { defaultAnnouncement } from '../../cms/rule/cms-defaults.ts'
import { setNewest } from '../../lib/bounded-map.ts'
import { createInlineStyle, type InlineStyle } from './inline-style.ts'

export type ThemeStylesheet = {
  text: string
  /** A path that changes with the text, so that browsers can keep the style sheet forever. */
  path: string
  inline: InlineStyle
}

const maxStylesheets = 1000
const stylesheets = new Map<string, ThemeStylesheet>()

/** Returns the style sheet of the settings of a theme. Stores with equal settings share it. */
export function getThemeStylesheet(
  settings: ThemeSettings,
  { background, color }: AnnouncementColors,
): ThemeStylesheet {
  const key = JSON.stringify([settings, background, color])
  const stylesheet =
    stylesheets.get(key) ?? createStylesheet(renderStylesheet(settings, { background, color }))
  setNewest(stylesheets, [key, stylesheet], maxStylesheets)
  return stylesheet
}

const createStylesheet = (text: string): ThemeStylesheet => ({
  text,
  path: `/theme.css?${createHash('sha256').update(text).digest('hex').slice(0, 16)}`,
  inline: createInlineStyle(text),
})

/** With two color schemes, the colors of the second one apply on devices that prefer it. */
function renderStylesheet(settings: ThemeSettings, announcement: AnnouncementColors): string {
  const [scheme = 'light', otherScheme] = listColorSchemes(settings)
  const properties = getThemeProperties(settings, scheme)
  const others = otherScheme ? getThemeProperties(settings, otherScheme) : []
  const names = new Map(properties)
  const changes = others.filter(([name, value]) => names.get(name) !== value)
  const rule = renderRule([...properties, ...listAnnouncementColors(announcement)])
  return changes.length === 0
    ? `${rule}\n`
    : `${rule}@media(prefers-color-scheme:${otherScheme}){${renderRule(changes)}}\n`
}

const renderRule = (properties: readonly (readonly [name: string, value: string])[]) =>
  `:root{${properties.map(([name, value]) => `${name}:${value}`).join(';')}}`

type AnnouncementColors = { background: string; color: string }

/** A store that has not chosen colors of the announcement has those of its theme. */
function listAnnouncementColors({ background, color }: AnnouncementColors): [string, string][] {
  const isDefault =
    background === defaultAnnouncement.background && color === defaultAnnouncement.color
  return isDefault
    ? []
    : [
        ['--announcement-background', toCssValue('background', background)],
        ['--announcement-color', toCssValue('color', color)],
      ]
}
