import { isDeepStrictEqual } from 'node:util'
import type { Address } from '#contract/lib/country/address.ts'
import { isPackedOrShipped } from '#contract/order/open-units.ts'
import { isSameAddress } from '#contract/order/order-address.ts'
import { toBillingName } from '#contract/storefront/billing-fields.ts'
import type { OrderAddressFields } from '#contract/storefront/storefront-order-form.ts'
import { requireEditEnd } from '../cms/rule/order-edit-end.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withTransaction } from '../lib/db/db.ts'
import type { AppliedChange } from '../order/change/applied-change.ts'
import { applyOrderChange, writeAppliedChanges } from '../order/change/apply-change.ts'
import { refundOnline } from '../order/change/refund-online.ts'
import { editDetails } from '../order/edit/edit-details.ts'
import { isFormApplied } from '../order/edit/form-key.ts'
import { changeAddress, toAddressColumns } from '../order/edit/shopper-address.ts'
import { addOrderNotification } from '../order/fulfillment/order-notification.ts'
import { type LockedOrder, lockOrder } from '../order/order-store.ts'
import { loadKeptTotal } from '../order/payment/kept-amount.ts'
import { getRefundableAmount } from '../order/payment/order-payment.ts'
import { loadStoreShipping } from '../shipping/rule/load-store-shipping.ts'
import { findShippingRates } from '../shipping/rule/shipping-rates.ts'
import { loadTaxRates } from '../tax/rule/load-tax-rates.ts'

/** The order of a link that was checked. */
export type ShopperOrder = { storeId: string; id: string; requestId: string }

/** Runs changes of one shopper as the role of the back office, without a person. */
export const withShopperOrder = <T>(
  { db, config }: Pick<App, 'db' | 'config'>,
  { storeId, requestId }: ShopperOrder,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  withDeadline(config.callLimitMs, () => withTransaction(db, { storeId, requestId }, work))

/**
 * Cancels an order as its shopper, as staff do, restores its stock and refunds its online payments. A form
 * that was sent before changes nothing.
 * @throws Problem 409 already_shipped or illegal_transition
 */
export const cancelShopperOrder = (
  app: Pick<App, 'db' | 'config'>,
  order: ShopperOrder,
  key: string | undefined,
) =>
  withShopperOrder(app, order, async tx => {
    const lockedOrder = await lockOrder(tx, order.id)
    if (await isFormApplied(tx, order.id, key)) return
    assertNotShipped(lockedOrder)
    const { storeId, id } = order
    await applyOrderChange(
      { tx, storeId, id, eventData: { isFromShopper: true, key } },
      { change: { kind: 'changeStatus', status: 'cancelled', reason: 'customer' } },
    )
    await addOrderNotification(tx, 'order_canceled', lockedOrder)
    const canceledOrder = await lockOrder(tx, id)
    const owedAmount =
      (await getRefundableAmount(tx, canceledOrder)) - (await loadKeptTotal(tx, id))
    if (owedAmount > 0) await refundOnline({ tx, storeId, order: canceledOrder }, owedAmount)
  })

/**
 * Changes the shipping address, except its country, until the time for edits ends. A billing address that
 * was the same follows it. Delivery and taxes must cost the same there. A form that was sent before changes
 * nothing.
 * @throws Problem 409 order_edit_closed or other_delivery_price, or 422 for missing and wrong parts
 */
export const changeShopperAddress = (
  app: Pick<App, 'db' | 'config'>,
  { storeId, id, requestId }: ShopperOrder,
  { address: fields, key }: { address: OrderAddressFields; key: string | undefined },
) =>
  withShopperOrder(app, { storeId, id, requestId }, async tx => {
    const order = await lockOrder(tx, id)
    if (await isFormApplied(tx, id, key)) return
    await requireEditEnd(tx, id)
    const { shippingAddress } = order
    const address = changeAddress(shippingAddress, fields)
    const { zones } = await loadStoreShipping(tx)
    const listRates = ({ country = '', region = '', postalCode = '' }: Address) =>
      findShippingRates(zones, { country, region, postalCode, weight: 0, total: 0 })
    const variants = order.lines.flatMap(({ variant }) => variant ?? [])
    const loadTaxes = ({ country = '', region = '' }: Address) =>
      loadTaxRates(tx, { variants, country, region })
    const hasEqualPrice =
      isDeepStrictEqual(listRates(shippingAddress), listRates(address)) &&
      isDeepStrictEqual(await loadTaxes(shippingAddress), await loadTaxes(address))
    if (!hasEqualPrice) throw createFieldProblem('postalCode', 'other_delivery_price', {}, 409)
    const applied = await editDetails(
      { tx, storeId, order },
      { kind: 'editDetails', ...toAddressColumns(order, address) },
    )
    if (applied) await writeShopperEdit(tx, order, { applied, key })
  })

/**
 * Changes a billing address that is not the shipping address, except its country, until the time for edits
 * ends. A form that was sent before changes nothing.
 * @throws Problem 409 order_edit_closed, or 422 for missing and wrong parts
 */
export const changeShopperBillingAddress = (
  app: Pick<App, 'db' | 'config'>,
  { storeId, id, requestId }: ShopperOrder,
  { address: fields, key }: { address: OrderAddressFields; key: string | undefined },
) =>
  withShopperOrder(app, { storeId, id, requestId }, async tx => {
    const order = await lockOrder(tx, id)
    if (await isFormApplied(tx, id, key)) return
    await requireEditEnd(tx, id)
    const { billingAddress, shippingAddress } = order
    if (isSameAddress(billingAddress, shippingAddress)) throw new Problem(409, 'order_edit_closed')
    const address = changeAddress(billingAddress, fields, toBillingName)
    const applied = await editDetails(
      { tx, storeId, order },
      { kind: 'editDetails', billingAddress: address },
    )
    if (applied) await writeShopperEdit(tx, order, { applied, key })
  })

type ShopperEdit = { applied: AppliedChange; key: string | undefined }

function writeShopperEdit(tx: Tx, order: LockedOrder, { applied, key }: ShopperEdit) {
  const { event } = applied
  const data = { ...event.data, isFromShopper: true, key }
  const mails = [{ kind: 'changed' as const }]
  return writeAppliedChanges(tx, [
    { order, applied: { ...applied, event: { ...event, data }, mails } },
  ])
}

function assertNotShipped(order: LockedOrder): void {
  if (isPackedOrShipped(order) || order.status === 'cancelled')
    throw new Problem(409, 'already_shipped')
}
