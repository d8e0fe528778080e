import type { z } from 'zod'
import type { Page } from '#contract/lib/call/api.ts'
import { type BulkReply, maxCountedRows } from '#contract/lib/call/bulk.ts'
import type {
  Review,
  ReviewCounts,
  ReviewDecision,
  ReviewListQuery,
  reviewApi,
} from '#contract/product/review.ts'
import { resolveBulkSelection, toBulkReply } from '../lib/call/bulk-selection.ts'
import { listPage, toLikePattern } from '../lib/call/list.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

type Decision = z.infer<typeof ReviewDecision>
type ReviewSelection = z.infer<typeof reviewApi.bulkUpdateStatus.body>

const from = (tx: Tx) => tx`
  review r
  join product p on p.store_id = r.store_id and p.id = r.product_id
  join "order" o on o.store_id = r.store_id and o.id = r.order_id`

export const listReviews = (
  tx: Tx,
  query: ReviewListQuery,
  storeId: string,
): Promise<Page<Review>> =>
  listPage<Review>(
    tx,
    {
      key: `review ${JSON.stringify([query.q, query.status, query.product])}`,
      from: from(tx),
      alias: 'r',
      columns: tx`
        r.id as "_id", r.product_id as product, p.title as product_title, r.order_id as "order",
        o.number as order_number, r.rating, r.title, r.text, r.name, r.status, r.photos, r.reply,
        r.created_at`,
      where: buildConditions(tx, query),
      sorts: {
        createdAt: { expression: 'r.created_at', type: 'timestamptz' },
        rating: { expression: 'r.rating', type: 'integer' },
      },
      defaultSort: '-createdAt',
      total: query.q || query.product ? undefined : selectReviewTotal(tx, query.status),
    },
    query,
    storeId,
  )

const buildConditions = (
  tx: Tx,
  { q, status, product }: Pick<ReviewListQuery, 'q' | 'status' | 'product'>,
) => [
  ...(status ? [tx`r.status = ${status}`] : []),
  ...(product ? [tx`r.product_id = ${product}`] : []),
  ...(q ? [tx`concat_ws(' ', r.title, r.text, r.name, p.title) ilike ${toLikePattern(q)}`] : []),
]

const selectReviewTotal = (tx: Tx, status: ReviewListQuery['status']) => tx`
  select coalesce(sum(records), 0) from record_tally
  where store_id = current_store() and subject = 'review' and ${status ? tx`status = ${status}` : tx`true`}`

export async function countReviews(tx: Tx): Promise<ReviewCounts> {
  const rows = await tx<{ status: Exclude<keyof ReviewCounts, 'all'>; count: number }[]>`
    select status, sum(records)::integer as count from record_tally
    where store_id = current_store() and subject = 'review' group by status`
  const counts = {
    pending: 0,
    approved: 0,
    rejected: 0,
    ...Object.fromEntries(rows.map(({ status, count }) => [status, count])),
  }
  return { all: counts.pending + counts.approved + counts.rejected, ...counts }
}

export async function updateReviewStatus(tx: Tx, id: string, status: Decision): Promise<void> {
  const [row] = await decide(tx, [id], status)
  assertFound(row, 'review_not_found')
}

/** Returns the ids and names of the reviews that exist. */
const decide = (tx: Tx, ids: readonly string[], status: Decision) => tx<
  { id: string; name: string }[]
>`
  with locked as (
    select id, name, status as earlier from review where id = any (${ids}::uuid[])
    order by id for update
  ), changed as (
    update review r set status = ${status}, decided_at = now()
    from locked where r.id = locked.id and locked.earlier <> ${status}
  )
  select id, name from locked`

export async function updateReviewStatuses(
  tx: Tx,
  { status, filter, ...selectionInput }: ReviewSelection,
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
  const rows = await decide(tx, selection.ids, status)
  return toBulkReply(selection, new Map(rows.map(({ id, name }) => [id, name])))
}

export async function replyToReview(tx: Tx, id: string, reply: string): Promise<void> {
  const [row] = await tx`update review set reply = ${reply} where id = ${id} returning id`
  assertFound(row, 'review_not_found')
}

type PhotoFile = { fileName: string; fileKey: string }

/** @throws Problem 404 review_not_found */
export async function findReviewPhoto(tx: Tx, id: string): Promise<PhotoFile> {
  const [file] = await tx<PhotoFile[]>`
    select file_name, file_key from order_file where id = ${id} and purpose = 'review_photo'`
  return assertFound(file, 'review_not_found')
}

export async function deleteReview(tx: Tx, id: string): Promise<void> {
  const [row] = await tx`delete from review where id = ${id} returning id`
  assertFound(row, 'review_not_found')
}
