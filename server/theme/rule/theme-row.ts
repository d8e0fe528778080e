import { createHash } from 'node:crypto'
import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { catalogThemes, defaultThemeCode } from './theme-catalog.ts'

/** A theme in a store. Themes of the catalog have a row after their first change only. */
export type ThemeRow = {
  id: string
  code: string
  /** Null for a theme of the catalog, which has the name of the catalog. */
  name: string | null
  active: boolean
  version: number
  versionId: string | null
}

/**
 * Returns the id of a theme of the catalog in a store, a UUID of version 8 (RFC 9562, 5.8). It is
 * derived from store and code, so the theme has an id before it has a row.
 */
export function getThemeId(storeId: string, code: string): string {
  const hex = createHash('sha256').update(`theme ${storeId} ${code}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const selectRow = (tx: Tx, id: string) =>
  tx<ThemeRow[]>`select id, code, name, active, version, version_id from theme where id = ${id}`

/** Returns a theme of the store, or of the catalog if the store has not changed it. */
export async function findTheme(
  tx: Tx,
  storeId: string,
  id: string,
): Promise<ThemeRow | undefined> {
  const [row] = await selectRow(tx, id)
  if (row) return row
  const theme = catalogThemes.find(({ code }) => getThemeId(storeId, code) === id.toLowerCase())
  if (!theme) return undefined
  const [activeTheme] = await tx`select 1 from theme where active`
  return {
    id: id.toLowerCase(),
    code: theme.code,
    name: null,
    active: theme.code === defaultThemeCode && activeTheme === undefined,
    version: 1,
    versionId: null,
  }
}

/** @throws Problem 404 theme_not_found */
export const getTheme = async (tx: Tx, storeId: string, id: string): Promise<ThemeRow> =>
  assertFound(await findTheme(tx, storeId, id), 'theme_not_found')

/**
 * Locks all themes of the store, and returns one of them after it got its row.
 * @throws Problem 404 theme_not_found
 */
export async function lockTheme(tx: Tx, storeId: string, id: string): Promise<ThemeRow> {
  await lockThemes(tx)
  const theme = await getTheme(tx, storeId, id)
  await tx`
    insert into theme (id, code, active) values (${theme.id}, ${theme.code}, ${theme.active})
    on conflict (store_id, id) do nothing`
  return theme
}

/** Takes an advisory lock, because a theme has no row to lock before its first change. */
export const lockThemes = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('theme ' || current_store(), 0))`
