import type { z } from 'zod'
import { hasPermission } from '#contract/lib/call/permission.ts'
import { type ListName, maxViews, View, type viewApi } from '#contract/staff/view.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateRow } from '../lib/db/db.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    list_view: Pick<View, 'list' | 'name'> &
      Partial<Pick<View, 'query' | 'columns' | 'density' | 'isShared'>> & { personId?: string }
  }
}

type ViewCreateBody = z.infer<typeof viewApi.create.body>
type ViewUpdateBody = z.infer<typeof viewApi.update.body>

const viewColumns = (tx: Tx) =>
  tx`${selectColumns(View, { omit: ['isOwn'] })(tx)}, person_id = current_person() as is_own`

export function assertCanReadList({ abilities }: Principal, list: ListName): void {
  if (!hasPermission(abilities, `${list}:read`)) throw new Problem(403, 'forbidden')
}

/**
 * Checks that the principal can share views and change shared ones, which needs write permission
 * for the listed records.
 * @throws Problem 403 view_share_forbidden
 */
function assertCanShare({ abilities }: Principal, list: ListName): void {
  if (!hasPermission(abilities, `${list}:write`)) throw new Problem(403, 'view_share_forbidden')
}

export const listViews = (tx: Tx, list: ListName) =>
  tx<View[]>`select ${viewColumns(tx)} from list_view where list = ${list} order by position, id`

/** Serializes changes, so that concurrent ones neither exceed the limit nor deadlock. */
const lockViews = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('list_view ' || current_store(), 0))`

/**
 * Locks a view that the principal can change.
 * @throws Problem 404 view_not_found; 403 view_share_forbidden
 */
async function lockView(tx: Tx, principal: Principal, id: string): Promise<View> {
  const [row] = await tx<
    View[]
  >`select ${viewColumns(tx)} from list_view where id = ${id} for update`
  // Views of a list that the principal cannot read do not exist for them.
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
  // The view now contains the column changes of the person, so their own layout is deleted.
  if (listColumns !== undefined) await tx`delete from list_layout where view_id = ${id}`
  if (position !== undefined) await moveView(tx, view, position)
  return getView(tx, id)
}

/** Moves a view to a position among the views that the person sees. */
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
