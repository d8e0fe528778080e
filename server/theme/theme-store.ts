import { createHash } from 'node:crypto'
import { type Theme, type ThemeEdit, type ThemeSettings, warningsOf } from '#contract/theme.ts'
import { checkVersion, found } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { type CatalogueTheme, themes } from './theme-catalogue.ts'
import { drawPreview } from './theme-preview.ts'
import { checkSettings, defaultSettings } from './theme-settings.ts'

type Kept = { code: string; settings: ThemeSettings; active: boolean; version: number }

/** UUID version 8 (RFC 9562, 5.8) of a theme in a store: it has its id before it has a row, and no other store shares it. */
function idOf(businessId: string, code: string): string {
  const hex = createHash('sha256').update(`theme ${businessId} ${code}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export async function listThemes(tx: Tx, businessId: string): Promise<Theme[]> {
  const rows = await tx<Kept[]>`select code, settings, active, version from theme`
  const shown = rows.find(row => row.active)?.code ?? themes[0].code
  return themes.map(theme => {
    const kept = rows.find(row => row.code === theme.code)
    const settings = { ...defaultSettings(theme.schema), ...kept?.settings }
    return {
      _id: idOf(businessId, theme.code),
      code: theme.code,
      name: theme.name,
      description: theme.description,
      release: theme.release,
      preview: drawPreview(settings),
      active: theme.code === shown,
      settings,
      settingsSchema: theme.schema,
      warnings: warningsOf(theme.schema, settings),
      version: kept?.version ?? 1,
    }
  })
}

export async function activateTheme(tx: Tx, businessId: string, id: string): Promise<Theme> {
  const theme = themeOf(businessId, id)
  await lockThemes(tx)
  await tx`update theme set active = false where active and id <> ${id}`
  await tx`insert into theme (id, code, active) values (${id}, ${theme.code}, true)
    on conflict (business_id, id) do update set active = true, updated_at = now() where not theme.active`
  return one(tx, businessId, id)
}

export async function updateTheme(
  tx: Tx,
  businessId: string,
  id: string,
  { settings, version }: ThemeEdit,
): Promise<Theme> {
  const theme = themeOf(businessId, id)
  const checked = checkSettings(theme.schema, settings)
  await lockThemes(tx)
  checkVersion(await one(tx, businessId, id), version)
  await tx`insert into theme (id, code, settings, version) values (${id}, ${theme.code}, ${tx.json(checked)}, 2)
    on conflict (business_id, id) do update set settings = theme.settings || excluded.settings, version = theme.version + 1, updated_at = now()`
  return one(tx, businessId, id)
}

/** Rows are made by the first change, so there may be none yet to lock. */
const lockThemes = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('theme ' || current_business(), 0))`

const themeOf = (businessId: string, id: string): CatalogueTheme =>
  found(
    themes.find(theme => idOf(businessId, theme.code) === id.toLowerCase()),
    'This theme',
  )

const one = async (tx: Tx, businessId: string, id: string): Promise<Theme> =>
  found(
    (await listThemes(tx, businessId)).find(theme => theme._id === id.toLowerCase()),
    'This theme',
  )
