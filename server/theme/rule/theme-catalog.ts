import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ThemeSettings } from '#contract/theme/theme.ts'
import { getThemeFields } from '#contract/theme/theme.ts'
import type { ThemeDefinition } from '../../../storefront/theme/theme-schema.ts'

const folder = join(import.meta.dirname, '../../../storefront/theme')

/** The theme of a store that has chosen none. */
export const defaultThemeCode = 'linen'

/** All themes, the default first. Each folder of `storefront/theme` is a theme. */
export const catalogThemes: readonly ThemeDefinition[] = (
  await Promise.all(
    readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(async ({ name }): Promise<ThemeDefinition> => {
        // The build replaces this form of a path by a list of the themes.
        const { theme } = await import(`../../../storefront/theme/${name}/${name}-theme.ts`)
        return theme
      }),
  )
).toSorted(
  (a, b) =>
    Number(b.code === defaultThemeCode) - Number(a.code === defaultThemeCode) ||
    a.name.localeCompare(b.name),
)

/** Returns a theme, or the default theme if there is none with this code. */
export function getCatalogTheme(code: string | undefined): ThemeDefinition {
  const theme = catalogThemes.find(candidate => candidate.code === code) ?? catalogThemes[0]
  if (!theme) throw new Error('There is no theme.')
  return theme
}

/** Returns the settings of a theme with those that the store has changed. */
export const getThemeSettings = (
  { schema }: ThemeDefinition,
  changedSettings: ThemeSettings | undefined,
): ThemeSettings => ({
  ...Object.fromEntries(getThemeFields(schema).map(field => [field.key, field.default])),
  ...changedSettings,
})
