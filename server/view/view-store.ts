import type { z } from 'zod'
import { hasPermission } from '#contract/lib/permission.ts'
import { type ListName, maxViews, View, type viewApi } from '#contract/view.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateRow } from '../lib/db/db.ts'

type ViewCreateBody = z.infer<typeof viewApi.create.body>
type ViewUpdateBody = z.infer<typeof viewApi.update.body>

const viewColumns = (tx: Tx) =>
  tx`${selectColumns(View, { omit: ['isOwn'] })(tx)}, person_id = current_person() as is_own`

export function assertCanReadList({ abilities }: Principal, list: ListName): void {
  if (!hasPermission(abilities, `${list}:read`)) throw new Problem(403, 'forbidden')
}
/** A shared view is part of everybody's list: whoever may change what it lists may change it. */
function assertCanShare({ abilities }: Principal, list: ListName): void {
  if (!hasPermission(abilities, `${list}:write`)) throw new Problem(403, 'view_share_forbidden')
}

export const listViews = (tx: Tx, list: ListName) =>
  tx<View[]>`select ${viewColumns(tx)} from list_view where list = ${list} order by position, id`

/** Two views saved at once would each see the last free place; two moved at once would wait for each other for ever. */
const lockViews = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('list_view ' || current_business(), 0))`

async function lockView(tx: Tx, principal: Principal, id: string): Promise<View> {
  const [row] = await tx<
    View[]
  >`select ${viewColumns(tx)} from list_view where id = ${id} for update`
  // A list that somebody may not see has no views for them either.
  const view = assertFound(
    row && hasPermission(principal.abilities, `${row.list}:read`) ? row : undefined,
    'view_not_found',
  )
  if (view.isShared && !view.isOwn) assertCanShare(principal, view.list)
  return view
}

export async function createView(
  tx: Tx,
  principal: Principal,
  input: ViewCreateBody,
): Promise<View> {
  assertCanReadList(principal, input.list)
  if (input.isShared) assertCanShare(principal, input.list)
  await lockViews(tx)
  const views = await listViews(tx, input.list)
  if (views.length >= maxViews) throw new Problem(409, 'view_limit', { count: maxViews })
  const { columns: listColumns, ...rest } = input
  const id = await insertRow(tx, 'list_view', {
    ...rest,
    query: tx.json(input.query),
    columns: listColumns && tx.json(listColumns),
    position: (views.at(-1)?.position ?? -1) + 1,
  })
  return getView(tx, id)
}

export async function updateView(
  tx: Tx,
  principal: Principal,
  id: string,
  { columns: listColumns, query, position, ...input }: ViewUpdateBody,
): Promise<View> {
  if (position !== undefined) await lockViews(tx)
  const view = await lockView(tx, principal, id)
  if (input.isShared && !view.isShared) assertCanShare(principal, view.list)
  if (input.isShared === false && view.isShared && !view.isOwn)
    throw new Problem(403, 'view_unshare_forbidden')
  await updateRow(tx, 'list_view', id, {
    ...input,
    ...(query && { query: tx.json(query) }),
    ...(listColumns !== undefined && { columns: listColumns && tx.json(listColumns) }),
    updatedAt: tx`now()`,
  })
  // What the person had moved in it is now the view itself.
  if (listColumns !== undefined) await tx`delete from list_layout where view_id = ${id}`
  if (position !== undefined) await moveView(tx, view, position)
  return getView(tx, id)
}

/** Puts a view at a rank among those that the person sees. */
async function moveView(tx: Tx, { _id, list }: View, position: number): Promise<void> {
  const ids = (await listViews(tx, list)).map(view => view._id).filter(id => id !== _id)
  ids.splice(position, 0, _id)
  await tx`
    update list_view v set position = r.rank - 1 from unnest(${ids}::uuid[]) with ordinality as r(id, rank)
    where v.id = r.id and v.position <> r.rank - 1`
}

export async function deleteView(tx: Tx, principal: Principal, id: string): Promise<undefined> {
  await lockView(tx, principal, id)
  await tx`delete from list_view where id = ${id}`
}

async function getView(tx: Tx, id: string): Promise<View> {
  const [row] = await tx<View[]>`select ${viewColumns(tx)} from list_view where id = ${id}`
  return assertFound(row, 'view_not_found')
}
