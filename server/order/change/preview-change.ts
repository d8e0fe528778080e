import type { Order } from '#contract/order/order.ts'
import type { OrderChangeInput, OrderChangePreview } from '#contract/order/order-change.ts'
import type { OrderMailKind } from '#contract/order/order-mail.ts'
import {
  listFollowingInvoices,
  listIssuedDocuments,
} from '../../invoice/rule/list-new-documents.ts'
import type { Tx } from '../../lib/db/db.ts'
import { runAndUndo } from '../../lib/db/savepoint.ts'
import { isPaidInFull } from '../fulfillment/order-status.ts'
import { getOrder } from '../order-store.ts'
import { settleRefund } from '../payment/provider-refund.ts'
import type { AppliedChange, NewOrderBalance } from './applied-change.ts'
import { applyOrderChange } from './apply-change.ts'

/**
 * Returns the effect that a change would have. The change is applied and rolled back, so that its
 * preview cannot differ from it.
 */
export async function previewChange(
  scope: Parameters<typeof applyOrderChange>[0],
  input: OrderChangeInput,
): Promise<OrderChangePreview> {
  const { tx, id } = scope
  return runAndUndo(tx, async () => {
    const { applied, emails } = await applyOrderChange(scope, input)
    const { newOrder } = applied ?? {}
    const orderIds = newOrder ? [id, newOrder._id] : [id]
    const [order, stock] = await Promise.all([
      getOrder(tx, id),
      // The time of the transaction selects its own movements.
      tx<OrderChangePreview['stock']>`
      select m.variant_id as variant, m.delta, m.stock_after,
        p.title || coalesce(' – ' || nullif(array_to_string(v.options, ' / '), ''), '') as title
      from stock_movement m
      join variant v on v.store_id = m.store_id and v.id = m.variant_id
      join product p on p.store_id = v.store_id and p.id = v.product_id
      where m.id >= first_id_at(now()) and m.order_id = any (${orderIds}::uuid[]) and m.at = now()
      order by m.id`,
    ])
    const isRefundMailed = (await confirmRefunds(tx, id)) && order.sendsEmails
    const mails = new Set([...emails, ...(isRefundMailed ? (['refunded'] as const) : [])])
    return {
      order,
      stock,
      emails: order.customer.email === '' ? [] : await filterEnabled(tx, [...mails]),
      documents: [
        ...(await listIssuedDocuments(tx, orderIds)),
        ...(newOrder || isPaidInFull(order) ? await listFollowingInvoices(tx, orderIds) : []),
      ],
      parcelsWithOldAddress: changesAddress(input, applied)
        ? await listAddressedParcels(tx, order)
        : [],
      discounts: applied?.status === 'cancelled' ? order.discounts : [],
      refund: applied?.refund ?? null,
      newOrder: newOrder ? toBalance(newOrder) : null,
    }
  })
}

const changesAddress = ({ change }: OrderChangeInput, applied: AppliedChange | undefined) =>
  change.kind === 'editDetails' && applied?.columns?.shippingAddress !== undefined

/** Returns the parcels whose label shows the shipping address of the order, or may show it. */
async function listAddressedParcels(
  tx: Tx,
  { _id, fulfillments }: Order,
): Promise<OrderChangePreview['parcelsWithOldAddress']> {
  const labels = await tx<{ parcelId: string }[]>`
    select parcel_id from order_file
    where order_id = ${_id} and purpose = 'label' and parcel_id is not null`
  const labeledIds = new Set(labels.map(({ parcelId }) => parcelId))
  return fulfillments
    .filter(({ status }) => status !== 'cancelled')
    .map(({ _id: id, number, status }) => {
      const packedState = labeledIds.has(id) ? 'labeled' : 'packed'
      return { number, state: status === 'packed' ? packedState : 'shipped' }
    })
}

/**
 * Lets the providers confirm the refunds that the change requests, because credit notes and emails
 * follow then. Returns whether the customer gets an email about any of them.
 */
async function confirmRefunds(tx: Tx, orderId: string): Promise<boolean> {
  const refunds = await tx<{ id: string; isNotified: boolean }[]>`
    select id, is_notified from payment_refund
    where order_id = ${orderId} and state = 'pending' and created_at = now()
    order by id`
  for (const { id } of refunds)
    await settleRefund(tx, id, { refundId: `preview ${id}`, state: 'succeeded' })
  return refunds.some(({ isNotified }) => isNotified)
}

async function filterEnabled(tx: Tx, kinds: readonly OrderMailKind[]): Promise<OrderMailKind[]> {
  const disabled = await tx<{ kind: OrderMailKind }[]>`
    select kind from order_mail where not is_enabled`
  return kinds.filter(kind => disabled.every(mail => mail.kind !== kind))
}

const toBalance = ({ _id, ...balance }: NewOrderBalance & { _id: string }): NewOrderBalance =>
  balance
