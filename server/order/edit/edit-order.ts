import type { Address } from '#contract/lib/country/address.ts'
import { isSameAddress, listMissingAddressParts } from '#contract/order/order-address.ts'
import type { OrderEditFields } from '#contract/storefront/storefront-order-edit.ts'
import { requireEditEnd } from '../../cms/rule/order-edit-end.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { runAndUndo } from '../../lib/db/savepoint.ts'
import { writeAppliedChanges } from '../change/apply-change.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'
import { getBalance } from '../fulfillment/order-status.ts'
import { editItems } from '../items/order-items.ts'
import { type LockedOrder, lockOrder } from '../order-store.ts'
import { findOrderPage } from '../page/load-order-page.ts'
import { priceEditedShipping } from './edited-shipping.ts'
import { isFormApplied } from './form-key.ts'
import { enqueueOverpaymentRefund } from './refund-overpayment.ts'
import { changeAddress, toAddressColumns } from './shopper-address.ts'
import {
  assertMinimum,
  hasEqualItems,
  listShopperItems,
  loadKeptDiscounts,
  type ShopperItem,
} from './shopper-items.ts'

type OrderScope = { tx: Tx; storeId: string; id: string }
type ShopperEdit = Pick<OrderEditFields, 'version' | 'key' | 'lines' | 'added' | 'address'>

/** Returns the order as its shopper would see it after an edit. */
export const previewShopperEdit = (scope: OrderScope, edit: ShopperEdit) =>
  runAndUndo(scope.tx, async () => {
    await applyShopperEdit(scope, edit)
    return findOrderPage(scope.tx, scope.id)
  })

/**
 * Changes the items and the shipping address of an order by the rules of an edit by staff. An edit with
 * the key of an earlier one changes nothing. The overpaid amount is refunded when the time for edits
 * ends.
 * @throws Problem 409 order_edit_closed, version_conflict, order_items_being_paid, insufficient_stock,
 *   order_not_deliverable or order_below_minimum, or 422 at the field of the form
 */
export async function applyShopperEdit(scope: OrderScope, edit: ShopperEdit): Promise<void> {
  const { tx, storeId, id } = scope
  const order = await lockOrder(tx, id)
  if (await isFormApplied(tx, id, edit.key)) return
  const editEnd = await requireEditEnd(tx, id)
  if (order.version !== edit.version) throw new Problem(409, 'version_conflict')
  const shippingAddress = toShippingAddress(order, edit)
  const items = await listShopperItems(tx, order, edit)
  const hasNewAddress = shippingAddress !== order.shippingAddress
  if (!hasNewAddress && hasEqualItems(order, items)) throw new Problem(409, 'order_edit_unchanged')
  await assertMinimum(tx, order, items)
  const applied = await withFormFields(items, async () =>
    changeItems({ tx, storeId, order }, items, shippingAddress),
  )
  if (hasNewAddress)
    await createOrderEvent(tx, id, 'edited', {
      fields: Object.keys(toAddressColumns(order, shippingAddress)),
      isFromShopper: true,
    })
  const total = applied.columns.total ?? order.total
  await writeAppliedChanges(tx, [
    {
      order,
      applied: {
        ...applied,
        event: {
          type: 'shopper_edited',
          data: { amount: total, key: edit.key, isFromShopper: true },
        },
        mails: [{ kind: 'changed' }],
      },
    },
  ])
  if (getBalance({ ...order, total }) < 0)
    await enqueueOverpaymentRefund(tx, { storeId, orderId: id }, editEnd)
}

/** Orders without an address, such as those that are collected, get none. */
function toShippingAddress({ shippingAddress }: LockedOrder, { address }: ShopperEdit): Address {
  if (!shippingAddress.line1 || !shippingAddress.country) return shippingAddress
  const newAddress = changeAddress(shippingAddress, address)
  return isSameAddress(newAddress, shippingAddress) ? shippingAddress : newAddress
}

async function changeItems(
  { tx, storeId, order }: { tx: Tx; storeId: string; order: LockedOrder },
  items: readonly ShopperItem[],
  shippingAddress: Address,
) {
  const { freeShipping, isEmailVerified, ...discounts } = await loadKeptDiscounts(tx, order)
  const { delivery, ...shipping } = await priceEditedShipping(tx, order, {
    before: {
      address: order.shippingAddress,
      lines: order.lines.flatMap(({ variant, quantity, unitPrice }) =>
        variant === null ? [] : [{ variant, quantity, unitPrice }],
      ),
    },
    after: {
      address: shippingAddress,
      lines: items.flatMap(({ sold, quantity }) => (sold ? [{ ...sold, quantity }] : [])),
    },
    paidPrice: order.shippingTotal + freeShipping,
  })
  if (shipping.shippingMethod && !order.shippingMethod) assertCompleteAddress(shippingAddress)
  const applied = await editItems(
    { tx, storeId, order: { ...order, shippingAddress } },
    {
      kind: 'editItems',
      lines: items.map(({ field: _, sold: __, ...line }) => line),
      ...shipping,
      ...discounts,
    },
    { isEmailVerified },
  )
  return {
    ...applied,
    columns: { ...applied.columns, ...delivery, ...toAddressColumns(order, shippingAddress) },
  }
}

/** An order of downloads has no address to which other products can be sent. */
function assertCompleteAddress(address: Address): void {
  if (listMissingAddressParts(address).length > 0) throw new Problem(409, 'order_not_deliverable')
}

/** Assigns the errors of lines to the fields of the form. */
async function withFormFields<T>(
  items: readonly ShopperItem[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || !error.details.errors) throw error
    const errors = error.details.errors.map(({ path, ...message }) => {
      const index = /^lines\.(\d+)/.exec(path)?.[1]
      return { ...message, path: items[Number(index ?? -1)]?.field ?? path }
    })
    throw new Problem(error.status, error.toErrorMessage(), { errors })
  }
}
