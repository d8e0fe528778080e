import { toFieldError } from '#contract/lib/error/issue.ts'
import { templateKinds } from '#contract/section/section-definition.ts'
import type { ThemeFile, ThemeImport } from '#contract/theme/theme-draft.ts'
import { ThemeTemplates, upgradeTemplates } from '#contract/theme/theme-template.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { sanitizeTemplates } from './rule/sanitize-templates.ts'
import { catalogThemes, getCatalogTheme, getThemeSettings } from './rule/theme-catalog.ts'
import { getTheme, lockTheme, lockThemes, type ThemeRow } from './rule/theme-row.ts'
import { parseSettings } from './rule/theme-settings.ts'
import { loadDraft, toDraft, writeDraft } from './theme-draft-store.ts'
import { omitForeignReferences } from './theme-reference.ts'
import { publishContent } from './theme-version-store.ts'

/** Themes that a store has duplicated or imported. */
const maxOwnThemes = 20

/**
 * Adds a theme with the published version and the draft of another one. Without a name it gets that
 * of the other, with a number.
 * @throws Problem 409 theme_limit
 */
export async function duplicateTheme(
  tx: Tx,
  storeId: string,
  id: string,
  requestedName: string | undefined,
): Promise<{ _id: string }> {
  await lockThemes(tx)
  const theme = await getTheme(tx, storeId, id)
  const draft = await loadDraft(tx, theme)
  const ownName = theme.name ?? getCatalogTheme(theme.code).name
  const name = requestedName ?? (await findFreeName(tx, ownName))
  const _id = await addTheme(tx, theme.code, name)
  await publishContent(tx, _id, draft.published ?? draft.content)
  if (toDraft(theme, draft).isChanged) await writeDraft(tx, _id, draft.content)
  return { _id }
}

/** Returns the name, with a number such as in `Linen 2` if a theme of the store has it already. */
async function findFreeName(tx: Tx, requestedName: string): Promise<string> {
  const rows = await tx<{ name: string }[]>`select name from theme where name is not null`
  const names = new Set([...catalogThemes, ...rows].map(theme => theme.name))
  if (!names.has(requestedName)) return requestedName
  const name = requestedName.replace(/ \d+$/, '').slice(0, 56)
  let number = 2
  while (names.has(`${name} ${number}`)) number++
  return `${name} ${number}`
}

async function addTheme(tx: Tx, code: string, name: string): Promise<string> {
  const [{ count } = { count: 0 }] = await tx<{ count: number }[]>`
    select count(*)::integer as count from theme where name is not null`
  if (count >= maxOwnThemes) throw new Problem(409, 'theme_limit', { count: maxOwnThemes })
  const [row] = await tx<{ id: string }[]>`
    insert into theme (id, code, name) values (new_id(), ${code}, ${name}) returning id`
  if (!row) throw new Error('The theme was not added.')
  return row.id
}

export async function renameTheme(tx: Tx, storeId: string, id: string, name: string) {
  const theme = await lockOwnTheme(tx, storeId, id)
  await tx`update theme set name = ${name}, updated_at = now() where id = ${theme.id}`
}

/** Deletes a theme with its draft and versions. */
export async function deleteTheme(tx: Tx, storeId: string, id: string) {
  const theme = await lockOwnTheme(tx, storeId, id)
  if (theme.active) throw new Problem(409, 'theme_in_use')
  await tx`delete from theme where id = ${theme.id}`
}

/** @throws Problem 409 theme_in_catalog */
async function lockOwnTheme(tx: Tx, storeId: string, id: string): Promise<ThemeRow> {
  const { name } = await getTheme(tx, storeId, id)
  if (name === null) throw new Problem(409, 'theme_in_catalog')
  return lockTheme(tx, storeId, id)
}

export async function exportTheme(tx: Tx, storeId: string, id: string): Promise<ThemeFile> {
  const theme = await getTheme(tx, storeId, id)
  const { name, settings, templates } = toDraft(theme, await loadDraft(tx, theme))
  return { format: 'storewright-theme-1', code: theme.code, name, settings, templates }
}

/**
 * Adds a theme from a file. It is published, because shoppers see it only after it is activated.
 * Sections that are unknown here, and images and records of another store, are left out.
 * @throws Problem 409 theme_limit, or 422 for an unknown theme or an invalid setting
 */
export async function importTheme(
  tx: Tx,
  storeId: string,
  { code, name, ...content }: ThemeImport,
): Promise<{ _id: string; omittedCount: number }> {
  const theme = catalogThemes.find(candidate => candidate.code === code)
  if (!theme) throw createFieldProblem('code', 'theme_code_unknown')
  const settings = parseSettings(theme.schema, content.settings)
  const upgraded = upgradeImportedTemplates(content.templates)
  await lockThemes(tx)
  const { templates, omittedCount } = await omitForeignReferences(tx, storeId, upgraded)
  const _id = await addTheme(tx, code, await findFreeName(tx, name))
  await publishContent(tx, _id, {
    settings: getThemeSettings(theme, settings),
    templates: sanitizeTemplates(templates),
  })
  return { _id, omittedCount: omittedCount + countOmittedSections(content.templates, upgraded) }
}

/** The upgrade repairs sections one by one. Errors of several sections together are rejected. */
function upgradeImportedTemplates(imported: ThemeImport['templates']): ThemeTemplates {
  const templates = upgradeTemplates(imported)
  const [issue] = ThemeTemplates.safeParse(templates).error?.issues ?? []
  if (!issue) return templates
  const { path, ...message } = toFieldError(issue)
  throw createFieldProblem(path ? `templates.${path}` : 'templates', message)
}

function countOmittedSections(imported: ThemeImport['templates'], upgraded: ThemeTemplates) {
  const counts = templateKinds.map(kind => {
    const sections = imported[kind]
    return Array.isArray(sections) ? Math.max(0, sections.length - upgraded[kind].length) : 0
  })
  return counts.reduce((sum, count) => sum + count, 0)
}
