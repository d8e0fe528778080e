import type postgres from 'postgres'
import type { z } from 'zod'
import {
  Segment,
  type SegmentFilter,
  type SegmentListQuery,
  type SegmentPerson,
  type SegmentPreview,
  type segmentApi,
} from '#contract/campaign/segment.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { canSeeContacts } from '../customer/rule/contact-visibility.ts'
import { listPage, toLikePattern } from '../lib/call/list.ts'
import { assertFound, assertVersion, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateVersionedRow } from '../lib/db/db.ts'
import { selectPeople } from './segment-filter.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    segment: { name: string; filter: postgres.JSONValue }
  }
}

const previewedPeople = 10

export const listSegments = (tx: Tx, query: SegmentListQuery, storeId: string) =>
  listPage<Segment>(
    tx,
    {
      key: `segment ${JSON.stringify([query.q])}`,
      from: tx`segment`,
      alias: 'segment',
      columns: tx`${selectColumns(Segment)(tx)}`,
      where: query.q ? [tx`name ilike ${toLikePattern(query.q)}`] : [],
      sorts: { createdAt: { expression: 'created_at', type: 'timestamptz' } },
      defaultSort: '-createdAt',
    },
    query,
    storeId,
  )

export async function getSegment(tx: Tx, id: string): Promise<Segment> {
  const [row] = await tx<Segment[]>`
    select ${selectColumns(Segment)(tx)} from segment where id = ${id}`
  return assertFound(row, 'segment_not_found')
}

/** Returns the number of people, and the first ones if the caller can see contacts. */
export async function previewSegment(
  tx: Tx,
  filter: SegmentFilter,
  abilities: readonly Ability[],
): Promise<SegmentPreview> {
  if (!canSeeContacts(abilities)) return { count: await countPeople(tx, filter), people: [] }
  const [count, people] = await Promise.all([
    countPeople(tx, filter),
    tx<SegmentPerson[]>`
      select a.email, coalesce(c.name, '') as name ${selectPeople(tx, filter)}
      order by a.email limit ${previewedPeople}`,
  ])
  return { count, people }
}

export async function countPeople(tx: Tx, filter: SegmentFilter): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count ${selectPeople(tx, filter)}`
  return row?.count ?? 0
}

export const createSegment = async (
  tx: Tx,
  { name, filter }: z.infer<typeof segmentApi.create.body>,
): Promise<Segment> =>
  getSegment(tx, await insertRow(tx, 'segment', { name, filter: tx.json(filter) }))

/** @throws Problem 409 version_conflict */
export async function updateSegment(
  tx: Tx,
  id: string,
  { version, name, filter }: z.infer<typeof segmentApi.update.body>,
): Promise<Segment> {
  const [row] = await tx<Segment[]>`
    select ${selectColumns(Segment)(tx)} from segment where id = ${id} for update`
  assertVersion(assertFound(row, 'segment_not_found'), version)
  await updateVersionedRow(tx, 'segment', id, {
    ...(name !== undefined && { name }),
    ...(filter && { filter: tx.json(filter) }),
  })
  return getSegment(tx, id)
}

/** @throws Problem 409 segment_in_use */
export async function deleteSegment(tx: Tx, id: string): Promise<void> {
  const [campaign] = await tx<{ name: string }[]>`
    select name from campaign where segment_id = ${id} order by created_at desc limit 1`
  if (campaign) throw new Problem(409, 'segment_in_use', { name: campaign.name })
  const [row] = await tx`delete from segment where id = ${id} returning id`
  assertFound(row, 'segment_not_found')
}
