import type { z } from 'zod'
import type {
  Redirect,
  RedirectInput,
  RedirectKind,
  RedirectListQuery,
  redirectApi,
} from '#contract/cms/redirect.ts'
import type { Page } from '#contract/lib/call/api.ts'
import { type BulkReply, maxCountedRows } from '#contract/lib/call/bulk.ts'
import { resolveBulkSelection, toBulkReply } from '../lib/call/bulk-selection.ts'
import { listPage, listPageRowsFirst, toLikePattern } from '../lib/call/list.ts'
import { assertFound, assertVersion } from '../lib/call/problem.ts'
import { insertRow, type Tx, updateVersionedRow } from '../lib/db/db.ts'
import {
  assertFreePath,
  assertNoLoop,
  assertRedirectLimit,
  createTargetLocalizer,
  lockRedirects,
} from './redirect-check.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    redirect: RedirectInput & { productId?: null; categoryId?: null; pageId?: null; postId?: null }
  }
}

type RedirectEdit = z.infer<typeof redirectApi.update.body>
type RedirectSelection = z.infer<typeof redirectApi.bulkDelete.body>

const target = (tx: Tx) =>
  tx`coalesce(r.target, '/products/' || p.slug, '/categories/' || c.slug, '/pages/' || g.slug, '/blog/' || b.slug)`
const from = (tx: Tx) => tx`
  redirect r
  left join product p on p.store_id = r.store_id and p.id = r.product_id
  left join category c on c.store_id = r.store_id and c.id = r.category_id
  left join page g on g.store_id = r.store_id and g.id = r.page_id
  left join post b on b.store_id = r.store_id and b.id = r.post_id`
const columns = (tx: Tx) => tx`
  r.id as "_id", r.path, ${target(tx)} as target,
  case
    when r.product_id is not null then 'product'
    when r.category_id is not null then 'category'
    when r.page_id is not null then 'page'
    when r.post_id is not null then 'post'
    else 'own'
  end as kind,
  r.hits, r.last_hit_at, r.version, r.created_at`

export const listRedirects = (
  tx: Tx,
  query: RedirectListQuery,
  storeId: string,
): Promise<Page<Redirect>> =>
  // A search reads all redirects, which takes as long again to count them.
  (query.q ? listPageRowsFirst : listPage)<Redirect>(
    tx,
    {
      key: `redirect ${JSON.stringify([query.q, query.kind])}`,
      from: from(tx),
      alias: 'r',
      columns: columns(tx),
      where: buildConditions(tx, query),
      sorts: {
        path: { expression: 'r.path', type: 'text' },
        hits: { expression: 'r.hits', type: 'bigint' },
        createdAt: { expression: 'r.created_at', type: 'timestamptz' },
      },
      defaultSort: '-createdAt',
    },
    query,
    storeId,
  )

const buildConditions = (tx: Tx, { q, kind }: Pick<RedirectListQuery, 'q' | 'kind'>) => [
  ...(q ? [matchText(tx, toLikePattern(q.toLowerCase()))] : []),
  ...(kind ? [tx`${tx.unsafe(kindColumns[kind])} is not null`] : []),
]

/**
 * Paths and slugs are stored in lower case. The records whose page matches are found once, because
 * to join those of all redirects takes most of the time of a search.
 */
const matchText = (tx: Tx, pattern: string) => tx`(
  decode_path(r.path) like ${pattern}
  or lower(r.target) like ${pattern}
  or r.product_id in (select id from product where '/products/' || slug like ${pattern})
  or r.category_id in (select id from category where '/categories/' || slug like ${pattern})
  or r.page_id in (select id from page where '/pages/' || slug like ${pattern})
  or r.post_id in (select id from post where '/blog/' || slug like ${pattern}))`

const kindColumns: Record<RedirectKind, string> = {
  own: 'r.target',
  product: 'r.product_id',
  category: 'r.category_id',
  page: 'r.page_id',
  post: 'r.post_id',
}

async function getRedirect(tx: Tx, id: string): Promise<Redirect> {
  const [row] = await tx<Redirect[]>`select ${columns(tx)} from ${from(tx)} where r.id = ${id}`
  return assertFound(row, 'redirect_not_found')
}

/** @throws Problem for a path that is a page, a target that leads back, or too many redirects */
export async function createRedirect(tx: Tx, input: RedirectInput): Promise<Redirect> {
  await lockRedirects(tx)
  const localizeTarget = await createTargetLocalizer(tx)
  const redirect = { path: input.path, target: localizeTarget(input.target) }
  await assertFreePath(tx, redirect.path)
  await assertNoLoop(tx, redirect.path, redirect.target)
  const id = await insertRow(tx, 'redirect', redirect)
  await assertRedirectLimit(tx)
  return getRedirect(tx, id)
}

/** A new target of an earlier slug replaces its record. */
export async function updateRedirect(
  tx: Tx,
  id: string,
  { version, ...edit }: RedirectEdit,
): Promise<Redirect> {
  await lockRedirects(tx)
  await tx`select 1 from redirect where id = ${id} for update`
  const current = await getRedirect(tx, id)
  assertVersion(current, version)
  const localizeTarget = await createTargetLocalizer(tx)
  const path = edit.path ?? current.path
  const newTarget = edit.target === undefined ? current.target : localizeTarget(edit.target)
  if (path !== current.path) await assertFreePath(tx, path)
  await assertNoLoop(tx, path, newTarget)
  await updateVersionedRow(tx, 'redirect', id, {
    ...(path !== current.path && { path }),
    ...(newTarget !== current.target && {
      target: newTarget,
      productId: null,
      categoryId: null,
      pageId: null,
      postId: null,
    }),
  })
  await assertRedirectLimit(tx)
  return getRedirect(tx, id)
}

export async function deleteRedirect(tx: Tx, id: string): Promise<undefined> {
  const [row] = await tx`delete from redirect where id = ${id} returning id`
  assertFound(row, 'redirect_not_found')
}

export async function deleteRedirects(
  tx: Tx,
  { filter, ...selectionInput }: RedirectSelection,
): Promise<BulkReply> {
  const selection = await resolveBulkSelection(
    tx,
    { ...selectionInput, filter },
    {
      from: from(tx),
      id: 'r.id',
      batchSize: maxCountedRows,
      conditions: async wanted => buildConditions(tx, wanted),
    },
  )
  const deletedRows = await tx<{ id: string; path: string }[]>`
    delete from redirect
    where id in (
      select id from redirect where id = any (${selection.ids}::uuid[]) order by id for update
    )
    returning id, path`
  return toBulkReply(selection, new Map(deletedRows.map(({ id, path }) => [id, path])))
}
