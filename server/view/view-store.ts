import type { z } from 'zod'
import { may } from '#contract/lib/permission.ts'
import { type ListName, maxViews, View, type viewApi } from '#contract/view.ts'
import { found, Problem } from '../lib/call/problem.ts'
import type { Who } from '../lib/call/session.ts'
import { columnsOf, insert, type Tx, update } from '../lib/db/db.ts'

type Input = z.infer<typeof viewApi.create.body>
type Edit = z.infer<typeof viewApi.update.body>

const columns = (tx: Tx) =>
  tx`${columnsOf(View, { without: ['isOwn'] })(tx)}, person_id = current_person() as is_own`

export function checkMayRead({ abilities }: Who, list: ListName): void {
  if (!may(abilities, `${list}:read`))
    throw new Problem(403, 'forbidden', 'You are not allowed to do this here')
}
/** A shared view is part of everybody's list: whoever may change what it lists may change it. */
function checkMayShare({ abilities }: Who, list: ListName): void {
  if (!may(abilities, `${list}:write`))
    throw new Problem(
      403,
      'forbidden',
      'Only people who may change these rows can share views of them',
    )
}

export const readViews = (tx: Tx, list: ListName) =>
  tx<View[]>`select ${columns(tx)} from list_view where list = ${list} order by position, id`

/** Two views saved at once would each see the last free place; two moved at once would wait for each other for ever. */
const inTurn = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('list_view ' || current_business(), 0))`

async function holdView(tx: Tx, who: Who, id: string): Promise<View> {
  const [row] = await tx<View[]>`select ${columns(tx)} from list_view where id = ${id} for update`
  // A list that somebody may not see has no views for them either.
  const view = found(row && may(who.abilities, `${row.list}:read`) ? row : undefined, 'This view')
  if (view.isShared && !view.isOwn) checkMayShare(who, view.list)
  return view
}

export async function createView(tx: Tx, who: Who, input: Input): Promise<View> {
  checkMayRead(who, input.list)
  if (input.isShared) checkMayShare(who, input.list)
  await inTurn(tx)
  const views = await readViews(tx, input.list)
  if (views.length >= maxViews)
    throw new Problem(409, 'too_many', `A list has at most ${maxViews} views: delete one first`)
  const { columns: places, ...rest } = input
  const id = await insert(tx, 'list_view', {
    ...rest,
    query: tx.json(input.query),
    columns: places && tx.json(places),
    position: (views.at(-1)?.position ?? -1) + 1,
  })
  return getView(tx, id)
}

export async function updateView(
  tx: Tx,
  who: Who,
  id: string,
  { columns: places, query, position, ...input }: Edit,
): Promise<View> {
  if (position !== undefined) await inTurn(tx)
  const view = await holdView(tx, who, id)
  if (input.isShared && !view.isShared) checkMayShare(who, view.list)
  if (input.isShared === false && view.isShared && !view.isOwn)
    throw new Problem(
      403,
      'forbidden',
      'Only whoever made this view can take it back from the store',
    )
  await update(tx, 'list_view', id, {
    ...input,
    ...(query && { query: tx.json(query) }),
    ...(places !== undefined && { columns: places && tx.json(places) }),
    updatedAt: tx`now()`,
  })
  // What the person had moved in it is now the view itself.
  if (places !== undefined) await tx`delete from list_layout where view_id = ${id}`
  if (position !== undefined) await rank(tx, view, position)
  return getView(tx, id)
}

/** Puts a view at a rank among those that the person sees. */
async function rank(tx: Tx, { _id, list }: View, position: number): Promise<void> {
  const ids = (await readViews(tx, list)).map(view => view._id).filter(id => id !== _id)
  ids.splice(position, 0, _id)
  await tx`
    update list_view v set position = r.rank - 1 from unnest(${ids}::uuid[]) with ordinality as r(id, rank)
    where v.id = r.id and v.position <> r.rank - 1`
}

export async function removeView(tx: Tx, who: Who, id: string): Promise<undefined> {
  await holdView(tx, who, id)
  await tx`delete from list_view where id = ${id}`
}

async function getView(tx: Tx, id: string): Promise<View> {
  const [row] = await tx<View[]>`select ${columns(tx)} from list_view where id = ${id}`
  return found(row, 'This view')
}
