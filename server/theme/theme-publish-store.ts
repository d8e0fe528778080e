import type { z } from 'zod'
import type { ThemeDraft, ThemePublication } from '#contract/theme/theme-draft.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { type StoredThemeContent, templatesValue } from './rule/theme-content.ts'
import { lockThemes } from './rule/theme-row.ts'
import { getDraft, lockDraft, writeDraft } from './theme-draft-store.ts'
import { publishContent } from './theme-version-store.ts'

const maxScheduleMs = 366 * 24 * 60 * 60 * 1000

/**
 * Publishes the draft now, or schedules it as it is now. The version of the draft rises, so that of
 * two people who publish at the same time the second sees the changes of the first.
 * @throws Problem 409 version_conflict or theme_unchanged, or 422 for a time that is not in the
 * coming year
 */
export async function publishDraft(
  tx: Tx,
  storeId: string,
  id: string,
  { version, note = '', publishAt }: z.infer<typeof ThemePublication>,
): Promise<ThemeDraft> {
  const { theme, stored, draft } = await lockDraft(tx, storeId, id, version)
  if (!draft.isChanged && theme.versionId !== null) throw new Problem(409, 'theme_unchanged')
  if (publishAt === undefined) {
    await publishContent(tx, theme.id, { ...stored.content, note })
    await tx`delete from theme_publication where id = ${theme.id}`
  } else await schedule(tx, theme.id, { ...stored.content, note, publishAt })
  await writeDraft(tx, theme.id, stored.content)
  return getDraft(tx, storeId, theme.id)
}

async function schedule(
  tx: Tx,
  themeId: string,
  {
    settings,
    templates,
    note,
    publishAt,
  }: StoredThemeContent & { note: string; publishAt: string },
) {
  const waitMs = Date.parse(publishAt) - Date.now()
  if (!(waitMs > 0 && waitMs <= maxScheduleMs))
    throw createFieldProblem('publishAt', 'publication_time')
  await tx`
    insert into theme_publication (id, publish_at, settings, templates, note)
    values (${themeId}, ${publishAt}, ${tx.json(settings)},
      ${templatesValue(tx, { templates })}, ${note})
    on conflict (store_id, id) do update set publish_at = excluded.publish_at,
      settings = excluded.settings, templates = excluded.templates, note = excluded.note,
      created_by = excluded.created_by`
}

export async function cancelPublication(tx: Tx, storeId: string, id: string): Promise<ThemeDraft> {
  const { theme } = await lockDraft(tx, storeId, id)
  await tx`delete from theme_publication where id = ${theme.id}`
  return getDraft(tx, storeId, theme.id)
}

type DuePublication = StoredThemeContent & { note: string; createdBy: string | null }

/** Publishes the scheduled draft of a theme, if it is due and was not canceled. */
export async function publishScheduled(tx: Tx, themeId: string): Promise<void> {
  await lockThemes(tx)
  const [publication] = await tx<DuePublication[]>`
    delete from theme_publication where id = ${themeId} and publish_at <= now()
    returning settings, templates, note, created_by`
  if (publication) await publishContent(tx, themeId, publication)
}
