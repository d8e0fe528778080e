import type { SeoCounts, SeoListQuery, SeoRecord } from '#contract/cms/seo.ts'
import type { Page } from '#contract/lib/call/api.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { listPage } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'
import { selectProblems, selectSeoRecords, seoConditions } from './seo-problems.ts'

type Reader = { storeId: string; abilities: readonly Ability[] }

export const listSeoRecords = (
  tx: Tx,
  { kind, ...query }: SeoListQuery,
  { storeId, abilities }: Reader,
): Promise<Page<SeoRecord>> =>
  listPage<SeoRecord>(
    tx,
    {
      key: `seo ${kind ?? ''}`,
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

export async function countSeoRecords(tx: Tx, { abilities }: Reader): Promise<SeoCounts> {
  const counts = Object.entries({ all: anyProblem, ...seoConditions }).map(
    ([kind, condition]) => `count(*) filter (where ${condition})::integer as "${kind}"`,
  )
  const [row] = await tx<SeoCounts[]>`
    select ${tx.unsafe(counts.join(', '))} from (${selectSeoRecords(tx, abilities)}) r`
  if (!row) throw new Error('An aggregate returns one row.')
  return row
}

const anyProblem = `(${Object.values(seoConditions).join(' or ')})`
