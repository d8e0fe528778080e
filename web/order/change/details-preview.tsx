import type { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import type { OrderEdit } from '#contract/order/order-input.ts'
import { ChangePreview } from './order-change-summary.tsx'

/** Previews other details of an order, whose taxes can follow. */
export function DetailsPreview({
  order,
  edit,
}: {
  order: Order
  edit: z.output<typeof OrderEdit> | undefined
}) {
  const { version: _, ...details } = edit ?? {}
  return <ChangePreview order={order} change={edit && { kind: 'editDetails', ...details }} />
}
