import {
  type SeoCounts,
  type SeoListQuery,
  SeoProblemKind,
  type SeoRecord,
} from '#contract/cms/seo.ts'
import type { Page } from '#contract/lib/call/api.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { listPage, type SqlFragment } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'
import { selectRecords, seoProblems } from './seo-problems.ts'

type Reader = { storeId: string; abilities: readonly Ability[] }

export const listSeoRecords = (
  tx: Tx,
  query: SeoListQuery,
  { storeId, abilities }: Reader,
): Promise<Page<SeoRecord>> =>
  listPage<SeoRecord>(
    tx,
    {
      key: `seo ${query.kind ?? ''}`,
      from: tx`(
        select type, id, slug, name, jsonb_agg(
          jsonb_build_object('kind', kind, 'detail', detail, 'count', count) order by position
        ) as problems
        from (${selectProblems(tx, abilities, query.kind ? [query.kind] : SeoProblemKind.options)}) found
        group by type, id, slug, name) r`,
      alias: 'r',
      columns: tx`r.id as "_id", r.type, r.slug, r.name, r.problems`,
      where: [],
      sorts: { name: { expression: 'r.name', type: 'text' } },
      defaultSort: 'name',
    },
    query,
    storeId,
  )

export async function countSeoRecords(tx: Tx, { abilities }: Reader): Promise<SeoCounts> {
  const rows = await tx<{ kind: keyof SeoCounts; count: number }[]>`
    select coalesce(kind, 'all') as kind, count(distinct id)::integer as count
    from (${selectProblems(tx, abilities, SeoProblemKind.options)}) found
    group by grouping sets (kind, ())`
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
  const getCount = (kind: keyof SeoCounts) => counts.get(kind) ?? 0
  return {
    all: getCount('all'),
    deadLink: getCount('deadLink'),
    duplicateTitle: getCount('duplicateTitle'),
    missingDescription: getCount('missingDescription'),
    missingAltText: getCount('missingAltText'),
    longTitle: getCount('longTitle'),
    longDescription: getCount('longDescription'),
  }
}

const selectProblems = (
  tx: Tx,
  abilities: readonly Ability[],
  kinds: readonly SeoProblemKind[],
): SqlFragment => {
  const records = selectRecords(tx, abilities)
  return kinds
    .map(
      kind => tx`
        select ${kind} as kind, ${SeoProblemKind.options.indexOf(kind)}::integer as position, problem.*
        from (${seoProblems[kind](tx, records)}) problem`,
    )
    .reduce((all, next) => tx`${all} union all ${next}`)
}
