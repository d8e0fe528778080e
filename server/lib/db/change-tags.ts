import { createErrorMessage } from '../call/error-message.ts'
import { createFieldProblem } from '../call/problem.ts'
import type { Tx } from './db.ts'

type TagChange = { add?: string[] | undefined; remove?: string[] | undefined }
type TagChangeInput = {
  table: 'product' | 'order' | 'customer'
  ids: readonly string[]
  change: TagChange
  maxTags: number
}
export type TagChangeResult = {
  id: string
  isFull: boolean
  isChanged: boolean
  addedTags: string[]
  removedTags: string[]
}

/**
 * Adds and removes tags of locked rows, ignoring case. A row whose tags would exceed `maxTags`
 * stays unchanged and is returned with `isFull`.
 * @throws Problem 422 tag_missing if the change is empty
 */
export async function changeTags(
  tx: Tx,
  { table, ids, change, maxTags }: TagChangeInput,
): Promise<TagChangeResult[]> {
  const { add = [], remove = [] } = change
  if (add.length + remove.length === 0) throw createFieldProblem('add', 'tag_missing')
  const removedTags = remove.map(tag => tag.toLowerCase())
  return tx<TagChangeResult[]>`
    with planned as (
      select t.id, t.tags, array(
        select tag from (
          select distinct on (lower(tag)) tag, at from (
            select tag, at from unnest(t.tags) with ordinality as own (tag, at)
            where lower(tag) <> all (${removedTags}::text[])
            union all
            select tag, 1000 + at from unnest(${add}::text[]) with ordinality as added (tag, at)
          ) every order by lower(tag), at
        ) distinct_tags order by at
      ) as next
      from ${tx(table)} t where t.id = any (${ids}::uuid[])
    ), checked as (
      select *, cardinality(next) > greatest(${maxTags}::integer, cardinality(tags)) as is_full
      from planned
    ), changed as (
      update ${tx(table)} t set tags = j.next, version = version + 1, updated_at = now()
      from checked j
      where t.id = j.id and not j.is_full and j.next <> j.tags returning t.id
    )
    select id, is_full, id in (select id from changed) as is_changed,
      array(select tag from unnest(next) tag where tag <> all (tags)) as added_tags,
      array(select tag from unnest(tags) tag where tag <> all (next)) as removed_tags
    from checked`
}

/** Returns the errors of a bulk reply, by row id. */
export const createTagLimitErrors = (rows: readonly TagChangeResult[], maxTags: number) =>
  new Map(
    rows
      .filter(row => row.isFull)
      .map(row => [row.id, createErrorMessage('too_many_tags', { count: maxTags })]),
  )
