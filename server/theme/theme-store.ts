import { getThemeWarnings, type Theme, type ThemeEdit } from '#contract/theme/theme.ts'
import { assertFound, assertVersion } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import {
  catalogThemes,
  defaultThemeCode,
  getCatalogTheme,
  getThemeSettings,
} from './rule/theme-catalog.ts'
import { type StoredThemeContent, templatesValue } from './rule/theme-content.ts'
import { getThemeId, lockTheme, type ThemeRow } from './rule/theme-row.ts'
import { parseSettings } from './rule/theme-settings.ts'
import { renderPreview } from './theme-preview.ts'
import { publishContent } from './theme-version-store.ts'

type ListedTheme = ThemeRow & Pick<StoredThemeContent, 'settings'>

/** Returns the themes of the catalog, then those that the store has duplicated or imported. */
export async function listThemes(tx: Tx, storeId: string): Promise<Theme[]> {
  const rows = await tx<ListedTheme[]>`
    select t.id, t.code, t.name, t.active, t.version, t.version_id, coalesce(v.settings, '{}') as settings
    from theme t left join theme_version v on v.id = t.version_id
    order by t.id`
  const hasActiveTheme = rows.some(row => row.active)
  const catalogRows = catalogThemes.map(
    ({ code }): ListedTheme =>
      rows.find(row => row.name === null && row.code === code) ?? {
        id: getThemeId(storeId, code),
        code,
        name: null,
        active: !hasActiveTheme && code === defaultThemeCode,
        version: 1,
        versionId: null,
        settings: {},
      },
  )
  return [...catalogRows, ...rows.filter(row => row.name !== null)].map(toTheme)
}

function toTheme({
  id,
  code,
  name,
  active,
  version,
  versionId,
  settings: changedSettings,
}: ListedTheme): Theme {
  const theme = getCatalogTheme(code)
  const settings = getThemeSettings(theme, changedSettings)
  return {
    _id: id,
    code,
    name: name ?? theme.name,
    isOwn: name !== null,
    description: theme.description,
    release: theme.release,
    preview: renderPreview(settings),
    active,
    publishedVersionId: versionId,
    settings,
    settingsSchema: theme.schema,
    warnings: getThemeWarnings(theme.schema, settings),
    version,
  }
}

/** Activates a theme. One without sections of its own takes over those of the theme before it. */
export async function activateTheme(tx: Tx, storeId: string, id: string): Promise<Theme> {
  const theme = await lockTheme(tx, storeId, id)
  const [earlierTheme] = await tx<Pick<StoredThemeContent, 'templates'>[]>`
    select v.templates from theme t join theme_version v on v.id = t.version_id
    where t.active and t.id <> ${theme.id}`
  await tx`update theme set active = false where active and id <> ${theme.id}`
  await tx`
    update theme set active = true, updated_at = now() where id = ${theme.id} and not active`
  if (earlierTheme?.templates) await adoptTemplates(tx, theme.id, earlierTheme.templates)
  return getTheme(tx, storeId, theme.id)
}

async function adoptTemplates(
  tx: Tx,
  id: string,
  templates: NonNullable<StoredThemeContent['templates']>,
) {
  const [content] = await tx<StoredThemeContent[]>`
    select coalesce(v.settings, '{}') as settings, v.templates
    from theme t left join theme_version v on v.id = t.version_id where t.id = ${id}`
  if (content?.templates) return
  await publishContent(tx, id, { settings: content?.settings ?? {}, templates })
  await tx`
    update theme_draft set templates = ${templatesValue(tx, { templates })}, version = version + 1,
      updated_by = current_person(), updated_at = now()
    where id = ${id} and templates is null`
}

/** Changes settings of the published version and of the draft. */
export async function updateTheme(
  tx: Tx,
  storeId: string,
  id: string,
  { settings, version }: ThemeEdit,
): Promise<Theme> {
  const theme = await lockTheme(tx, storeId, id)
  const parsedSettings = parseSettings(getCatalogTheme(theme.code).schema, settings)
  assertVersion(await getTheme(tx, storeId, theme.id), version)
  const [published] = await tx<StoredThemeContent[]>`
    select settings, templates from theme_version where id = ${theme.versionId}`
  await publishContent(tx, theme.id, {
    settings: { ...published?.settings, ...parsedSettings },
    templates: published?.templates ?? null,
  })
  await tx`
    update theme_draft set settings = settings || ${tx.json(parsedSettings)}, version = version + 1,
      updated_by = current_person(), updated_at = now()
    where id = ${theme.id}`
  return getTheme(tx, storeId, theme.id)
}

const getTheme = async (tx: Tx, storeId: string, id: string): Promise<Theme> =>
  assertFound(
    (await listThemes(tx, storeId)).find(theme => theme._id === id),
    'theme_not_found',
  )
