import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { ThemeSettings } from '#contract/theme/theme.ts'
import type { PagePreset, ThemeContent } from '#contract/theme/theme-draft.ts'
import { type ThemeTemplates, upgradeTemplates } from '#contract/theme/theme-template.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { createDefaultTemplates } from './default-templates.ts'
import { catalogThemes, getCatalogTheme, getThemeSettings } from './theme-catalog.ts'

/** The content of a theme as stored: only changed settings, and templates of any earlier version. */
export type StoredThemeContent = {
  settings: ThemeSettings
  /** Null for the templates that each store starts with. */
  templates: object | null
}

type StoreContentRow = {
  name: string
  locale: string
  activeTemplates: object | null
}

/**
 * Returns the templates of a theme that has none: those of the active theme, which it takes over
 * when it is activated, or else its own as shipped.
 */
export async function loadDefaultTemplates(
  tx: Tx,
  { active, code }: { active: boolean; code: string },
): Promise<ThemeTemplates> {
  const [store] = await tx<StoreContentRow[]>`
    select s.name, s.locale, v.templates as active_templates
    from store s
    left join theme t on t.active and not ${active}
    left join theme_version v on v.id = t.version_id
    where s.id = current_store()`
  const { name, locale, activeTemplates } = assertFound(store, 'store_not_found')
  if (activeTemplates) return upgradeTemplates(activeTemplates)
  const language = getLocaleLanguage(locale)
  return createDefaultTemplates({ name, language }, getCatalogTheme(code))
}

export async function listPagePresets(tx: Tx): Promise<PagePreset[]> {
  const [row] = await tx<{ name: string; locale: string }[]>`
    select name, locale from store where id = current_store()`
  const { name, locale } = assertFound(row, 'store_not_found')
  const store = { name, language: getLocaleLanguage(locale) }
  return catalogThemes.map(theme => ({
    code: theme.code,
    name: theme.name,
    templates: createDefaultTemplates(store, theme),
  }))
}

/** Returns all settings and templates of a theme, with defaults for those that are not stored. */
export const toThemeContent = (
  theme: ReturnType<typeof getCatalogTheme>,
  stored: StoredThemeContent | undefined,
  defaultTemplates: ThemeTemplates,
): ThemeContent => ({
  settings: getThemeSettings(theme, stored?.settings),
  templates: stored?.templates ? upgradeTemplates(stored.templates) : defaultTemplates,
})

/** Returns stored templates as a value of a column. */
export const templatesValue = (tx: Tx, { templates }: Pick<StoredThemeContent, 'templates'>) =>
  templates ? tx`${JSON.stringify(templates)}::text::jsonb` : tx`null::jsonb`
