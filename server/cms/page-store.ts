import type { z } from 'zod'
import { ContentPage, ContentPageRow, type cmsApi, type PageInput } from '#contract/cms/cms.ts'
import type { TextVersion, VersionRestore } from '#contract/cms/text-version.ts'
import { listPage, toLikePattern } from '../lib/call/list.ts'
import { assertFound, assertVersion, createFieldProblem, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateVersionedRow } from '../lib/db/db.ts'
import { reserveFreeSlug } from '../lib/db/find-free-slug.ts'
import { sanitizeRichText } from '../lib/text/rich-text.ts'
import { getVersionText, listTextVersions, saveTextVersion } from './rule/text-version-store.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    page: PageInput
  }
}

type PageListQuery = z.infer<typeof cmsApi.listPages.query>
type PageEdit = z.infer<typeof cmsApi.updatePage.body>

const sanitizeBody = <T extends { body?: string | undefined }>(input: T) =>
  input.body === undefined ? input : { ...input, body: sanitizeRichText(input.body) }

export const listContentPages = (tx: Tx, query: PageListQuery, storeId: string) =>
  listPage<ContentPageRow>(
    tx,
    {
      key: `page ${JSON.stringify([query.q, query.status])}`,
      from: tx`page`,
      alias: 'page',
      columns: tx`${selectColumns(ContentPageRow)(tx)}`,
      where: [
        ...(query.q
          ? [tx`(title ilike ${toLikePattern(query.q)} or slug ilike ${toLikePattern(query.q)})`]
          : []),
        ...(query.status ? [tx`status = ${query.status}`] : []),
      ],
      sorts: {
        title: { expression: 'lower(title)', type: 'text' },
        updatedAt: { expression: 'updated_at', type: 'timestamptz' },
      },
      defaultSort: 'title',
    },
    query,
    storeId,
  )

export async function getPage(tx: Tx, slug: string): Promise<ContentPage> {
  const [row] = await tx<
    ContentPage[]
  >`select ${selectColumns(ContentPage)(tx)} from page where slug = ${slug}`
  return assertFound(row, 'page_not_found')
}

export async function createPage(tx: Tx, input: PageInput): Promise<ContentPage> {
  const slug = input.slug ?? (await reserveFreeSlug(tx, 'page', input.title))
  const id = await insertRow(tx, 'page', { ...sanitizeBody(input), slug })
  await saveTextVersion(tx, 'page', id)
  return getPage(tx, slug)
}

export async function updatePage(
  tx: Tx,
  id: string,
  { version, ...input }: PageEdit,
): Promise<ContentPage> {
  const page = await lockPage(tx, id)
  assertVersion(page, version)
  if (page.isFixed && input.slug !== undefined && input.slug !== page.slug)
    throw createFieldProblem('slug', 'page_handle_fixed')
  await updateVersionedRow(tx, 'page', id, sanitizeBody(input))
  await saveTextVersion(tx, 'page', id)
  return getPage(tx, input.slug ?? page.slug)
}

export async function deletePage(tx: Tx, id: string): Promise<void> {
  const page = await lockPage(tx, id)
  if (page.isFixed) throw new Problem(409, 'page_fixed')
  await tx`delete from page where id = ${id}`
}

export async function listPageVersions(tx: Tx, id: string): Promise<TextVersion[]> {
  const [page] = await tx`select 1 from page where id = ${id}`
  assertFound(page, 'page_not_found')
  return listTextVersions<TextVersion>(tx, 'page', id)
}

/** Restores the text of a version. The present text remains as a version too. */
export async function restorePageVersion(
  tx: Tx,
  id: string,
  { number, version }: VersionRestore,
): Promise<ContentPage> {
  await lockPage(tx, id)
  const text = await getVersionText<Pick<ContentPage, 'title' | 'body'>>(tx, 'page', { id, number })
  return updatePage(tx, id, { ...text, version })
}

async function lockPage(tx: Tx, id: string): Promise<ContentPage> {
  const [row] = await tx<
    ContentPage[]
  >`select ${selectColumns(ContentPage)(tx)} from page where id = ${id} for update`
  return assertFound(row, 'page_not_found')
}
