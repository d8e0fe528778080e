import { createHash } from 'node:crypto'
import {
  getThemeWarnings,
  type Theme,
  type ThemeEdit,
  type ThemeSettings,
} from '#contract/theme.ts'
import { assertFound, assertVersion } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { catalogThemes, defaultThemeCode, getThemeSettings } from '../rule/theme-catalog.ts'
import { renderPreview } from './theme-preview.ts'
import { parseSettings } from './theme-settings.ts'

type StoredTheme = { code: string; settings: ThemeSettings; active: boolean; version: number }

/**
 * Returns the id of a theme in a store, a UUID of version 8 (RFC 9562, 5.8). It is derived from
 * store and code, so a theme has an id before it has a row.
 */
function getThemeId(businessId: string, code: string): string {
  const hex = createHash('sha256').update(`theme ${businessId} ${code}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

export async function listThemes(tx: Tx, businessId: string): Promise<Theme[]> {
  const rows = await tx<StoredTheme[]>`select code, settings, active, version from theme`
  const activeCode = rows.find(row => row.active)?.code ?? defaultThemeCode
  return catalogThemes.map(theme => {
    const storedTheme = rows.find(row => row.code === theme.code)
    const settings = getThemeSettings(theme, storedTheme?.settings)
    return {
      _id: getThemeId(businessId, theme.code),
      code: theme.code,
      name: theme.name,
      description: theme.description,
      release: theme.release,
      preview: renderPreview(settings),
      active: theme.code === activeCode,
      settings,
      settingsSchema: theme.schema,
      warnings: getThemeWarnings(theme.schema, settings),
      version: storedTheme?.version ?? 1,
    }
  })
}

export async function activateTheme(tx: Tx, businessId: string, id: string): Promise<Theme> {
  const theme = findCatalogTheme(businessId, id)
  await lockThemes(tx)
  await tx`update theme set active = false where active and id <> ${id}`
  await tx`
    insert into theme (id, code, active) values (${id}, ${theme.code}, true)
    on conflict (business_id, id) do update set active = true, updated_at = now()
    where not theme.active`
  return getTheme(tx, businessId, id)
}

export async function updateTheme(
  tx: Tx,
  businessId: string,
  id: string,
  { settings, version }: ThemeEdit,
): Promise<Theme> {
  const theme = findCatalogTheme(businessId, id)
  const parsedSettings = parseSettings(theme.schema, settings)
  await lockThemes(tx)
  assertVersion(await getTheme(tx, businessId, id), version)
  await tx`
    insert into theme (id, code, settings, version)
    values (${id}, ${theme.code}, ${tx.json(parsedSettings)}, 2)
    on conflict (business_id, id) do update set settings = theme.settings || excluded.settings,
      version = theme.version + 1, updated_at = now()`
  return getTheme(tx, businessId, id)
}

/** Takes an advisory lock, because a theme has no row to lock before its first change. */
const lockThemes = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('theme ' || current_business(), 0))`

const findCatalogTheme = (businessId: string, id: string) =>
  assertFound(
    catalogThemes.find(theme => getThemeId(businessId, theme.code) === id.toLowerCase()),
    'theme_not_found',
  )

const getTheme = async (tx: Tx, businessId: string, id: string): Promise<Theme> =>
  assertFound(
    (await listThemes(tx, businessId)).find(theme => theme._id === id.toLowerCase()),
    'theme_not_found',
  )
