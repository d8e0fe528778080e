import type { z } from 'zod'
import type { Page } from '#contract/lib/call/api.ts'
import type { ListQuery } from '#contract/lib/schemas.ts'
import type { ThemeDraft, ThemeVersion, ThemeVersionRow } from '#contract/theme/theme-draft.ts'
import { listPage, toLikePattern } from '../lib/call/list.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { getCatalogTheme } from './rule/theme-catalog.ts'
import {
  loadDefaultTemplates,
  type StoredThemeContent,
  templatesValue,
  toThemeContent,
} from './rule/theme-content.ts'
import { getTheme } from './rule/theme-row.ts'
import { getDraft, lockDraft, writeDraft } from './theme-draft-store.ts'

/** The versions of a theme that are kept. The published one is always among them. */
const maxVersions = 100

type Publication = StoredThemeContent & { note?: string; createdBy?: string | null }

/**
 * Adds a version of a theme and publishes it. The caller has locked the themes of the store. Without
 * `createdBy`, the current person is its author.
 */
export async function publishContent(
  tx: Tx,
  themeId: string,
  { settings, templates, note = '', createdBy }: Publication,
): Promise<void> {
  await tx`
    with version as (
      insert into theme_version (theme_id, number, settings, templates, note, created_by)
      select ${themeId}, coalesce(max(number), 0) + 1, ${tx.json(settings)},
        ${templatesValue(tx, { templates })}, ${note},
        ${createdBy === undefined ? tx`current_person()` : createdBy}::uuid
      from theme_version where theme_id = ${themeId}
      returning id
    )
    update theme set version_id = version.id, version = theme.version + 1, updated_at = now()
    from version where theme.id = ${themeId}`
  await tx`
    delete from theme_version v using theme t
    where v.theme_id = ${themeId} and t.id = v.theme_id and v.id <> t.version_id
      and v.number <= (
        select max(number) from theme_version where theme_id = ${themeId}
      ) - ${maxVersions}`
}

const versionColumns = (tx: Tx) => tx`
  v.id as "_id", v.number, v.note, v.created_at, p.full_name as created_by,
  t.version_id = v.id as is_current`

/** Returns the versions that were published, newest first. */
export async function listVersions(
  tx: Tx,
  storeId: string,
  themeId: string,
  { q, ...request }: z.infer<typeof ListQuery>,
): Promise<Page<ThemeVersionRow>> {
  const theme = await getTheme(tx, storeId, themeId)
  const pattern = q ? toLikePattern(q) : undefined
  return listPage(
    tx,
    {
      key: `themeVersion ${theme.id} ${q ?? ''}`,
      from: tx`
        theme_version v
        join theme t on t.id = v.theme_id
        left join person p on p.id = v.created_by`,
      columns: versionColumns(tx),
      where: [
        tx`v.theme_id = ${theme.id}`,
        ...(pattern ? [tx`(v.note ilike ${pattern} or p.full_name ilike ${pattern})`] : []),
      ],
      sorts: { number: { expression: 'v.number', type: 'integer' } },
      defaultSort: '-number',
      alias: 'v',
    },
    request,
    storeId,
  )
}

type StoredVersion = ThemeVersionRow &
  StoredThemeContent & { themeId: string; code: string; active: boolean }

export async function getVersion(tx: Tx, id: string): Promise<ThemeVersion> {
  const { code, themeId, active, ...version } = await loadVersion(tx, id)
  return {
    ...version,
    ...toThemeContent(
      getCatalogTheme(code),
      version,
      await loadDefaultTemplates(tx, { active, code }),
    ),
  }
}

async function loadVersion(tx: Tx, id: string): Promise<StoredVersion> {
  const [row] = await tx<StoredVersion[]>`
    select ${versionColumns(tx)}, v.settings, v.templates, t.id as theme_id, t.code, t.active
    from theme_version v
    join theme t on t.id = v.theme_id
    left join person p on p.id = v.created_by
    where v.id = ${id}`
  return assertFound(row, 'theme_version_not_found')
}

/**
 * Makes an earlier version the published one. A draft without changes follows it, one with changes
 * stays as it is.
 */
export async function restoreVersion(tx: Tx, storeId: string, id: string): Promise<ThemeDraft> {
  const { themeId } = await loadVersion(tx, id)
  const { draft } = await lockDraft(tx, storeId, themeId)
  // Another person can have published so often in the meantime that the version was deleted.
  const { settings, templates } = await loadVersion(tx, id)
  await tx`
    update theme set version_id = ${id}, version = version + 1, updated_at = now()
    where id = ${themeId} and version_id <> ${id}`
  if (!draft.isChanged && draft.version > 0) await writeDraft(tx, themeId, { settings, templates })
  return getDraft(tx, storeId, themeId)
}
