import type { Tx } from '../../lib/db/db.ts'

export const recordKinds = ['category', 'page', 'post', 'product'] as const
export type RecordKind = (typeof recordKinds)[number]
/** A part of the published records of one kind, in the order of their ids. */
export type RecordFile = { kind: RecordKind; index: number }
type RecordRange = Pick<RecordFile, 'kind'> & { firstId: string | undefined; languageCount: number }
type RecordRow = { id: string; path: string; updatedAt: Date | string }

/** The protocol allows 50,000. Each language has URLs, and each of them lists all languages. */
const getRecordsPerFile = (languageCount: number) => Math.floor(50_000 / languageCount ** 2)
const batchSize = 1000

export const getFileCount = (recordCount: number, languageCount: number) =>
  Math.ceil(recordCount / getRecordsPerFile(languageCount))

/** Returns the records of a kind that shoppers can open. */
const selectPublished = (tx: Tx, kind: RecordKind) =>
  ({
    category: tx`
      select id, '/categories/' || slug as path, updated_at from category
      where store_id = current_store() and status = 'visible'`,
    page: tx`
      select id, '/pages/' || slug as path, updated_at from page
      where store_id = current_store() and status = 'published'`,
    post: tx`
      select id, '/blog/' || slug as path, updated_at from post
      where store_id = current_store() and status = 'published' and publish_at <= now() and is_indexed`,
    product: tx`
      select id, '/products/' || slug as path, updated_at from product
      where store_id = current_store() and status = 'active'`,
  })[kind]

export async function selectRecordCounts(tx: Tx): Promise<Record<RecordKind, number>> {
  const counts = await Promise.all(
    recordKinds.map(async kind => {
      const [row] = await tx<{ count: number }[]>`
        select count(*)::integer as count from (${selectPublished(tx, kind)}) record`
      return [kind, row?.count ?? 0] as const
    }),
  )
  const getCount = (kind: RecordKind) => counts.find(([name]) => name === kind)?.[1] ?? 0
  return {
    category: getCount('category'),
    page: getCount('page'),
    post: getCount('post'),
    product: getCount('product'),
  }
}

/** Returns the id of the first record of a file. */
export async function selectFirstId(
  tx: Tx,
  { kind, index }: RecordFile,
  languageCount: number,
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    select id from (${selectPublished(tx, kind)}) record
    order by id limit 1 offset ${index * getRecordsPerFile(languageCount)}`
  return row?.id
}

/**
 * Reads the records of a file in batches, each in a transaction of its own, so that a slow client
 * does not hold a connection.
 */
export async function* listRecords(
  { kind, firstId, languageCount }: RecordRange,
  read: (work: (tx: Tx) => Promise<RecordRow[]>) => Promise<RecordRow[]>,
): AsyncGenerator<RecordRow[]> {
  let nextId = firstId
  let remaining = getRecordsPerFile(languageCount)
  while (nextId !== undefined && remaining > 0) {
    const fromId = nextId
    const limit = Math.min(batchSize, remaining)
    const rows = await read(
      tx => tx<RecordRow[]>`
        select * from (${selectPublished(tx, kind)}) record
        where id >= ${fromId} order by id limit ${limit + 1}`,
    )
    yield rows.slice(0, limit)
    remaining -= limit
    nextId = rows[limit]?.id
  }
}
