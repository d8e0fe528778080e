import type { SeoCounts, SeoListQuery, SeoRecord } from '#contract/cms/seo.ts'
import type { Page } from '#contract/lib/call/api.ts'
import { type Ability, hasPermission } from '#contract/lib/call/permission.ts'
import { listPage } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'
import { createResultCache } from '../lib/result-cache.ts'
import { selectProblems, selectSeoRecords, seoConditions } from './seo-problems.ts'

type Reader = { storeId: string; abilities: readonly Ability[] }

/** The problems of a large store take half a second to find. They change with the pages of the store. */
const loadPageOnce = createResultCache<Page<SeoRecord>>(500)
const loadCountsOnce = createResultCache<SeoCounts>(500)

/** Returns a key of what the reader can see: it changes with the pages of the store and with due posts. */
async function loadRecordsKey(tx: Tx, { storeId, abilities }: Reader): Promise<string> {
  const [row] = await tx<{ revision: string }[]>`
    select concat_ws(' ',
      (select coalesce(bit_xor(uuid_hash_extended(id, 0)), 0) from storefront_revision),
      (select count(*) from post where status = 'published' and publish_at <= now())) as revision`
  const canRead = (subject: 'product' | 'category') => hasPermission(abilities, `${subject}:read`)
  return [storeId, row?.revision, canRead('product'), canRead('category')].join(' ')
}

export async function listSeoRecords(
  tx: Tx,
  query: SeoListQuery,
  reader: Reader,
): Promise<Page<SeoRecord>> {
  const key = `${await loadRecordsKey(tx, reader)} ${JSON.stringify(query)}`
  return loadPageOnce(key, async () => {
    const counts = await countSeoRecords(tx, reader)
    return readSeoRecords(tx, query, { ...reader, total: counts[query.kind ?? 'all'] })
  })
}

const readSeoRecords = (
  tx: Tx,
  { kind, ...query }: SeoListQuery,
  { storeId, abilities, total }: Reader & { total: number },
) =>
  listPage<SeoRecord>(
    tx,
    {
      key: `seo ${kind ?? ''}`,
      total: tx`${total}::integer`,
      from: tx`(${selectSeoRecords(tx, abilities)}) r`,
      alias: 'r',
      columns: tx`r.id as "_id", r.type, r.slug, r.name, ${selectProblems(tx)} as problems`,
      where: [tx.unsafe(kind ? seoConditions[kind] : anyProblem)],
      sorts: { name: { expression: 'r.name', type: 'text' } },
      defaultSort: 'name',
    },
    query,
    storeId,
  )

export const countSeoRecords = async (tx: Tx, reader: Reader): Promise<SeoCounts> =>
  loadCountsOnce(await loadRecordsKey(tx, reader), () => readSeoCounts(tx, reader))

async function readSeoCounts(tx: Tx, { abilities }: Reader): Promise<SeoCounts> {
  const counts = Object.entries({ all: anyProblem, ...seoConditions }).map(
    ([kind, condition]) => `count(*) filter (where ${condition})::integer as "${kind}"`,
  )
  const [row] = await tx<SeoCounts[]>`
    select ${tx.unsafe(counts.join(', '))} from (${selectSeoRecords(tx, abilities)}) r`
  if (!row) throw new Error('An aggregate returns one row.')
  return row
}

const anyProblem = `(${Object.values(seoConditions).join(' or ')})`
