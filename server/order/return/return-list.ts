import type { Page } from '#contract/lib/call/api.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import {
  type ReturnCounts,
  type ReturnListQuery,
  type ReturnRow,
  type ReturnView,
  returnStatesByView,
} from '#contract/order/order-return.ts'
import { canSeeContacts } from '../../customer/rule/contact-visibility.ts'
import type { Principal } from '../../lib/call/authenticate.ts'
import { type ListDefinition, listPage, type SqlFragment } from '../../lib/call/list.ts'
import { assertFound } from '../../lib/call/problem.ts'
import { resolveSearch } from '../../lib/call/search-list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { toOrderSearch } from '../order-list.ts'
import { matchesLate, selectIsLate } from './return-deadline.ts'

const sumLines = (tx: Tx, column: string) => tx`
  (select coalesce(sum(${tx(column)}), 0)::integer from order_return_line where return_id = r.id)`

/** Returns the returns and claims of the store. */
export const listReturns = async (
  tx: Tx,
  query: ReturnListQuery,
  reader: Pick<Principal, 'storeId' | 'abilities'>,
): Promise<Page<ReturnRow>> =>
  listPage<ReturnRow>(tx, await defineReturnList(tx, query, reader), query, reader.storeId)

/** A search finds the numbers of returns and claims, and those of the orders that the list of orders finds. */
export async function defineReturnList(
  tx: Tx,
  { q, view, kind }: ReturnListQuery,
  { abilities }: Pick<Principal, 'abilities'>,
): Promise<ListDefinition> {
  return {
    key: `return ${JSON.stringify([q, q && canSeeContacts(abilities), view, kind])}`,
    from: tx`order_return r join "order" o on o.store_id = r.store_id and o.id = r.order_id`,
    alias: 'r',
    columns: tx`r.id as "_id", r.number, r.kind, r.status, r.wish, r.send_back_by,
        ${selectIsLate(tx, tx`r`)} as is_late, o.customer_name, r.created_at,
        ${sumLines(tx, 'quantity')} as unit_count,
        ${sumLines(tx, 'received_quantity')} as received_count,
        jsonb_build_object('_id', o.id, 'number', o.number) as "order"`,
    where: [
      ...(view ? [matchesView(tx, view)] : []),
      ...(kind ? [tx`r.kind = ${kind}`] : []),
      ...(q ? await findSearchConditions(tx, q, abilities) : []),
    ],
    sorts: { createdAt: { expression: 'r.created_at', type: 'timestamptz' } },
    defaultSort: '-createdAt',
  }
}

/** Literals, because the plan of a prepared statement uses a partial index only with them. */
const matchesView = (tx: Tx, view: ReturnView): SqlFragment =>
  view === 'late'
    ? matchesLate(tx, tx`r`)
    : tx`r.status in (${tx.unsafe(returnStatesByView[view].map(status => `'${status}'`).join(', '))})`

/** The number of a return is that of its order with a part of its own, such as "#1001-R1". */
async function findSearchConditions(
  tx: Tx,
  q: string,
  abilities: readonly Ability[],
): Promise<SqlFragment[]> {
  const [, order = q, part = ''] = /^(.+)(-[RC]\d+)$/i.exec(q) ?? []
  return [
    ...(part ? [tx`r.number like ${`%${part.toUpperCase()}`}`] : []),
    ...(await resolveSearch(tx, { alias: 'o' }, toOrderSearch(tx, order, abilities))),
  ]
}

/** Each state is counted in its index. */
export async function countReturns(tx: Tx): Promise<ReturnCounts> {
  const countView = (view: ReturnView) => tx`
    (select count(*)::integer from order_return r where ${matchesView(tx, view)})`
  const [row] = await tx<Omit<ReturnCounts, 'all'>[]>`
    select ${countView('requested')} as requested, ${countView('open')} as open,
      ${countView('late')} as late, ${countView('received')} as received,
      ${countView('done')} as done`
  const counts = assertFound(row)
  const { requested, open, received, done } = counts
  return { ...counts, all: requested + open + received + done }
}

/** Returns the id of the order that contains a return. */
export async function findOrderOfReturn(tx: Tx, id: string): Promise<string> {
  const [row] = await tx<{ orderId: string }[]>`
    select order_id from order_return where id = ${id}`
  return assertFound(row).orderId
}
