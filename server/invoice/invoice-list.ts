import type { z } from 'zod'
import type { InvoiceRow, InvoiceStatus, invoiceApi } from '#contract/invoice/invoice.ts'
import type { Page } from '#contract/lib/call/api.ts'
import { type ListDefinition, listPage, type SqlFragment } from '../lib/call/list.ts'
import { type ListSearch, listSearchPage } from '../lib/call/search-list.ts'
import type { Tx } from '../lib/db/db.ts'

type InvoiceListQuery = z.infer<typeof invoiceApi.list.query>

/** The states of an invoice that is past due after the due date. The index `invoice__open` has them. */
const openStates = ['Partial Payment', 'Downloaded', 'Sent', 'Issued'] satisfies InvoiceStatus[]

const selectIsOpen = (tx: Tx) => tx`
  (i.kind = 'invoice' and i.state in ('Partial Payment', 'Downloaded', 'Sent', 'Issued'))`

/** A canceled order owes nothing, even if its invoice was not corrected. */
const selectIsLate = (tx: Tx) => tx`
  (i.due_on < (now() at time zone s.timezone)::date and o.status <> 'cancelled')`

export const selectFrom = (tx: Tx) => tx`
  invoice i join "order" o on o.store_id = i.store_id and o.id = i.order_id
  join store s on s.id = i.store_id`

export const selectRowColumns = (tx: Tx) => tx`
  i.id as "_id", i.kind, coalesce(i.number, '') as number,
  case when ${selectIsOpen(tx)} and ${selectIsLate(tx)} then 'Past Due' else i.state end as status,
  jsonb_build_object('_id', o.id, 'number', o.number) as order, i.buyer_name, o.currency,
  i.total, i.issued_on::text, i.due_on::text, i.created_at`

export function listInvoices(
  tx: Tx,
  query: InvoiceListQuery,
  storeId: string,
): Promise<Page<InvoiceRow>> {
  const definition = defineInvoiceList(tx, query)
  return query.q
    ? listSearchPage(tx, { definition, request: query, storeId }, toSearch(tx, query.q))
    : listPage(tx, definition, query, storeId)
}

export const defineInvoiceList = (
  tx: Tx,
  { q, status, order }: Pick<InvoiceListQuery, 'q' | 'status' | 'order'>,
): ListDefinition => ({
  key: `invoice ${JSON.stringify([q, status, order])}`,
  from: selectFrom(tx),
  alias: 'i',
  columns: selectRowColumns(tx),
  where: [
    ...(status?.length ? [hasStatus(tx, status)] : []),
    ...(order ? [tx`i.order_id = ${order}`] : []),
  ],
  sorts: {
    createdAt: { expression: 'i.created_at', type: 'timestamptz' },
    total: { expression: 'i.total', type: 'bigint' },
  },
  defaultSort: '-createdAt',
})

/** Returns the condition on the status. A condition on one status can be read from an index in order. */
function hasStatus(tx: Tx, statuses: readonly InvoiceStatus[]): SqlFragment {
  const conditions = statuses.map(status => {
    if (status === 'Past Due') return tx`(${selectIsOpen(tx)} and ${selectIsLate(tx)})`
    const isState = tx`i.state = ${status}`
    return openStates.some(state => state === status)
      ? tx`(${isState} and (i.kind <> 'invoice' or not ${selectIsLate(tx)}))`
      : isState
  })
  return tx`(${conditions.reduce((any, condition) => tx`${any} or ${condition}`)})`
}

/** Numbers are found by the beginning of a word only, so the texts are not searched for them. */
const toSearch = (tx: Tx, q: string): ListSearch => ({
  entity: 'invoice',
  words: q,
  code: q.trim(),
  textConditions: [tx`false`],
  text: tx`lower(concat_ws(' ', i.number, i.buyer_name, i.document ->> 'orderNumber'))`,
})
