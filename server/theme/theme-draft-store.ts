import { isDeepStrictEqual } from 'node:util'
import type { ThemeDraft, ThemeDraftEdit } from '#contract/theme/theme-draft.ts'
import type { ThemeTemplates } from '#contract/theme/theme-template.ts'
import { assertVersion } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { sanitizeTemplates } from './rule/sanitize-templates.ts'
import { getCatalogTheme } from './rule/theme-catalog.ts'
import {
  loadDefaultTemplates,
  type StoredThemeContent,
  templatesValue,
  toThemeContent,
} from './rule/theme-content.ts'
import { getTheme, lockTheme, type ThemeRow } from './rule/theme-row.ts'
import { parseSettings } from './rule/theme-settings.ts'

export type StoredDraft = {
  /** The content of the draft, or of the published version if there is no draft. */
  content: StoredThemeContent
  published: StoredThemeContent | undefined
  version: number
  updatedAt: string | null
  updatedBy: string | null
  publishAt: string | null
  defaultTemplates: ThemeTemplates
}
type DraftRow = {
  draft: StoredThemeContent | null
  published: StoredThemeContent | null
  version: number | null
  updatedAt: string | null
  updatedBy: string | null
  publishAt: string | null
}

export async function getDraft(tx: Tx, storeId: string, id: string): Promise<ThemeDraft> {
  const theme = await getTheme(tx, storeId, id)
  return toDraft(theme, await loadDraft(tx, theme))
}

export async function loadDraft(
  tx: Tx,
  { id, ...theme }: Pick<ThemeRow, 'id' | 'active' | 'code'>,
): Promise<StoredDraft> {
  const [row] = await tx<DraftRow[]>`
    select d.version, d.updated_at, p.full_name as updated_by, s.publish_at,
      case when d.id is not null
        then json_build_object('settings', d.settings, 'templates', d.templates) end as draft,
      case when v.id is not null
        then json_build_object('settings', v.settings, 'templates', v.templates) end as published
    from theme t
    left join theme_draft d on d.id = t.id
    left join theme_version v on v.id = t.version_id
    left join theme_publication s on s.id = t.id
    left join person p on p.id = d.updated_by
    where t.id = ${id}`
  return {
    content: row?.draft ?? row?.published ?? { settings: {}, templates: null },
    published: row?.published ?? undefined,
    version: row?.version ?? 0,
    updatedAt: row?.updatedAt ?? null,
    updatedBy: row?.updatedBy ?? null,
    publishAt: row?.publishAt ?? null,
    defaultTemplates: await loadDefaultTemplates(tx, theme),
  }
}

export function toDraft(theme: ThemeRow, draft: StoredDraft): ThemeDraft {
  const { content, published, version, updatedAt, updatedBy, publishAt, defaultTemplates } = draft
  const definition = getCatalogTheme(theme.code)
  const draftContent = toThemeContent(definition, content, defaultTemplates)
  return {
    ...draftContent,
    themeId: theme.id,
    code: theme.code,
    name: theme.name ?? definition.name,
    isActive: theme.active,
    settingsSchema: definition.schema,
    version,
    isChanged: !isDeepStrictEqual(
      draftContent,
      toThemeContent(definition, published, defaultTemplates),
    ),
    publishedVersionId: theme.versionId,
    publishAt,
    updatedAt,
    updatedBy,
  }
}

/** Returns the theme with its draft, both locked. */
export async function lockDraft(tx: Tx, storeId: string, id: string, version?: number) {
  const theme = await lockTheme(tx, storeId, id)
  const stored = await loadDraft(tx, theme)
  const draft = toDraft(theme, stored)
  assertVersion(draft, version)
  return { theme, stored, draft }
}

/** @throws Problem 409 version_conflict, or 422 for an invalid setting */
export async function saveDraft(
  tx: Tx,
  storeId: string,
  id: string,
  { version, settings, templates }: ThemeDraftEdit,
): Promise<ThemeDraft> {
  const { theme, stored } = await lockDraft(tx, storeId, id, version)
  const { schema } = getCatalogTheme(theme.code)
  await writeDraft(tx, theme.id, {
    settings: { ...stored.content.settings, ...(settings && parseSettings(schema, settings)) },
    templates: templates ? sanitizeTemplates(templates) : stored.content.templates,
  })
  return getDraft(tx, storeId, theme.id)
}

/** Makes the draft equal to the published version again. */
export async function discardDraft(tx: Tx, storeId: string, id: string): Promise<ThemeDraft> {
  const { theme, stored, draft } = await lockDraft(tx, storeId, id)
  if (!draft.isChanged) return draft
  await writeDraft(tx, theme.id, stored.published ?? { settings: {}, templates: null })
  return getDraft(tx, storeId, theme.id)
}

/** Replaces the content of a draft. Its version rises, so that edits of the earlier one conflict. */
export const writeDraft = (
  tx: Tx,
  themeId: string,
  { settings, templates }: StoredThemeContent,
) => tx`
  insert into theme_draft (id, settings, templates)
  values (${themeId}, ${tx.json(settings)}, ${templatesValue(tx, { templates })})
  on conflict (store_id, id) do update set settings = excluded.settings,
    templates = excluded.templates, version = theme_draft.version + 1,
    updated_by = current_person(), updated_at = now()`
