import type { z } from 'zod'
import type { Layout, ListName, ListViews, viewApi } from '#contract/view.ts'
import { found } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { readViews } from './view-store.ts'

type Row = Layout & { defaultView: string | null }

/** All that a list needs to be drawn as this person left it. */
export async function readListViews(tx: Tx, list: ListName): Promise<ListViews> {
  const [views, rows] = await Promise.all([
    readViews(tx, list),
    tx<
      Row[]
    >`select view_id as view, columns, density, default_view_id as default_view from list_layout where list = ${list}`,
  ])
  const seen = new Set<string | null>([null, ...views.map(view => view._id)])
  const defaultView = rows.find(row => row.view === null)?.defaultView ?? null
  return {
    views: [...views],
    // One that its maker no longer shares is kept for the day it comes back, and not spoken of until then.
    layouts: rows
      .filter(
        ({ view, columns, density }) => seen.has(view) && (columns !== null || density !== null),
      )
      .map(({ view, columns, density }) => ({ view, columns, density })),
    defaultView: seen.has(defaultView) ? defaultView : null,
  }
}

export async function keepLayout(
  tx: Tx,
  { list, view, columns, density }: z.infer<typeof viewApi.keepLayout.body>,
): Promise<ListViews> {
  await checkView(tx, list, view)
  await tx`
    insert into list_layout (list, view_id, columns, density) values (${list}, ${view}, ${columns && tx.json(columns)}, ${density})
    on conflict on constraint list_layout__one do update set columns = excluded.columns, density = excluded.density`
  return readListViews(tx, list)
}

export async function keepDefault(tx: Tx, list: ListName, view: string | null): Promise<ListViews> {
  await checkView(tx, list, view)
  await tx`
    insert into list_layout (list, default_view_id) values (${list}, ${view})
    on conflict on constraint list_layout__one do update set default_view_id = excluded.default_view_id`
  return readListViews(tx, list)
}

async function checkView(tx: Tx, list: ListName, view: string | null): Promise<void> {
  if (view === null) return
  const [row] =
    await tx`select 1 from list_view where id = ${view} and list = ${list} for key share`
  found(row, 'This view')
}
