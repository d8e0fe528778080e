import { isDeepStrictEqual } from 'node:util'
import type { Address } from '#contract/lib/country/address.ts'
import { isPackedOrShipped } from '#contract/order/open-units.ts'
import { isSameAddress } from '#contract/order/order-address.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
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
import { loadRefundAmounts } from '../order/payment/load-refund-amounts.ts'
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
    const { keptTotal } = await loadRefundAmounts(tx, id)
    const owedAmount = (await getRefundableAmount(tx, canceledOrder)) - keptTotal
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
  shopperOrder: ShopperOrder,
  { address: fields, key }: ShopperAddressForm,
) =>
  editShopperOrder(app, shopperOrder, key, async (tx, order) => {
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
    return toAddressColumns(order, address)
  })

/**
 * Changes a billing address that is not the shipping address, except its country, until the time for edits
 * ends. A form that was sent before changes nothing.
 * @throws Problem 409 order_edit_closed, or 422 for missing and wrong parts
 */
export const changeShopperBillingAddress = (
  app: Pick<App, 'db' | 'config'>,
  shopperOrder: ShopperOrder,
  { address: fields, key }: ShopperAddressForm,
) =>
  editShopperOrder(app, shopperOrder, key, async (_tx, { billingAddress, shippingAddress }) => {
    if (isSameAddress(billingAddress, shippingAddress)) throw new Problem(409, 'order_edit_closed')
    return { billingAddress: changeAddress(billingAddress, fields, toBillingName) }
  })

type ShopperAddressForm = { address: OrderAddressFields; key: string | undefined }
type Details = Omit<OrderChangeOf<'editDetails'>, 'kind'>

/** Writes the details that `toDetails` returns, unless the form was sent before or the time for edits ended. */
const editShopperOrder = (
  app: Pick<App, 'db' | 'config'>,
  shopperOrder: ShopperOrder,
  key: string | undefined,
  toDetails: (tx: Tx, order: LockedOrder) => Promise<Details>,
) =>
  withShopperOrder(app, shopperOrder, async tx => {
    const { storeId, id } = shopperOrder
    const order = await lockOrder(tx, id)
    if (await isFormApplied(tx, id, key)) return
    await requireEditEnd(tx, id)
    const details = await toDetails(tx, order)
    const applied = await editDetails({ tx, storeId, order }, { kind: 'editDetails', ...details })
    if (applied) await writeShopperChange(tx, order, { applied, key })
  })

type ShopperChange = { applied: AppliedChange; key: string | undefined }

function writeShopperChange(tx: Tx, order: LockedOrder, { applied, key }: ShopperChange) {
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
