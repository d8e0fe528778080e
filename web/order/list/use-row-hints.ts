import { useQuery } from '@tanstack/react-query'
import type { OrderListItem } from '#contract/order/order.ts'
import { orderViews } from '#contract/order/order-filter.ts'
import { type OrderRowHints, orderHintApi } from '#contract/order/order-hint.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'

export type HintsById = ReadonlyMap<string, OrderRowHints>

const noHints: HintsById = new Map()
const hintedStatuses = new Set<string>(['draft', 'on_hold', ...orderViews.open.status])

/** Returns the hints of the orders of a page that are still to be handled. They arrive after the rows. */
export function useRowHints(rows: readonly OrderListItem[] = []): HintsById {
  const ids = rows.filter(({ status }) => hintedStatuses.has(status)).map(({ _id }) => _id)
  const { data } = useQuery({
    ...queryOptionsFor(orderHintApi.listRowHints, { query: { ids } }),
    enabled: ids.length > 0,
    select: indexHints,
  })
  return data ?? noHints
}

const indexHints = (hints: OrderRowHints[]): HintsById => new Map(hints.map(row => [row._id, row]))
