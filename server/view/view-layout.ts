import type { z } from 'zod'
import type { ListLayout, ListName, ListViews, viewApi } from '#contract/staff/view.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { listViews } from './view-store.ts'

type LayoutRow = ListLayout & { defaultView: string | null }

/** Returns the views of a list with the layouts and the default view of the person. */
export async function getListViews(tx: Tx, list: ListName): Promise<ListViews> {
  const [views, rows] = await Promise.all([
    listViews(tx, list),
    tx<LayoutRow[]>`
      select view_id as view, columns, density, default_view_id as default_view
      from list_layout where list = ${list}`,
  ])
  const visibleViewIds = new Set<string | null>([null, ...views.map(view => view._id)])
  const defaultView = rows.find(row => row.view === null)?.defaultView ?? null
  return {
    views: [...views],
    // Layouts of views that are no longer shared stay stored, in case the view is shared again.
    layouts: rows
      .filter(
        ({ view, columns, density }) =>
          visibleViewIds.has(view) && (columns !== null || density !== null),
      )
      .map(({ view, columns, density }) => ({ view, columns, density })),
    defaultView: visibleViewIds.has(defaultView) ? defaultView : null,
  }
}

export async function saveLayout(
  tx: Tx,
  { list, view, columns, density }: z.infer<typeof viewApi.saveLayout.body>,
): Promise<ListViews> {
  await assertViewExists(tx, list, view)
  await tx`
    insert into list_layout (list, view_id, columns, density)
    values (${list}, ${view}, ${columns && tx.json(columns)}, ${density})
    on conflict on constraint list_layout__person
      do update set columns = excluded.columns, density = excluded.density`
  return getListViews(tx, list)
}

export async function saveDefaultView(
  tx: Tx,
  list: ListName,
  view: string | null,
): Promise<ListViews> {
  await assertViewExists(tx, list, view)
  await tx`
    insert into list_layout (list, default_view_id) values (${list}, ${view})
    on conflict on constraint list_layout__person do update set default_view_id = excluded.default_view_id`
  return getListViews(tx, list)
}

async function assertViewExists(tx: Tx, list: ListName, view: string | null): Promise<void> {
  if (view === null) return
  const [row] =
    await tx`select 1 from list_view where id = ${view} and list = ${list} for key share`
  assertFound(row, 'view_not_found')
}
