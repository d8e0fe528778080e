import type { Address } from '#contract/lib/country/address.ts'
import { sum } from '#contract/lib/sum.ts'
import { removeTax } from '#contract/order/order-totals.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { loadShippedGoods } from '../../shipping/rule/load-shipped-goods.ts'
import {
  listShippingOptions,
  loadStoreShipping,
  type StoreShipping,
} from '../../shipping/rule/load-store-shipping.ts'
import { loadTaxRates } from '../../tax/rule/load-tax-rates.ts'
import type { LockedOrder } from '../order-store.ts'

type ShippedItems = {
  address: Address
  lines: readonly { variant: string; quantity: number; unitPrice: number }[]
}
type EditedShipping = {
  shippingMethod: string
  shippingTotal: number
  /** The days of the delivery, if the method changes. */
  delivery?: Pick<LockedOrder, 'deliveryFrom' | 'deliveryTo'>
}

/**
 * Returns the shipping of an edited order. The method stays if it still delivers the items, and so does
 * its price unless the edit changes it. Otherwise the cheapest method of today is used.
 * @throws Problem 409 order_not_deliverable
 */
export async function priceEditedShipping(
  tx: Tx,
  order: LockedOrder,
  { before, after, paidPrice }: { before: ShippedItems; after: ShippedItems; paidPrice: number },
): Promise<EditedShipping> {
  const { shippingMethod } = order
  const isCollected =
    shippingMethod !== '' && order.lines.every(({ requiresShipping }) => !requiresShipping)
  if (isCollected) return { shippingMethod, shippingTotal: paidPrice }
  const storeShipping = await loadStoreShipping(tx)
  const { requiresShipping, rates } = await listRates(tx, storeShipping, after)
  if (!requiresShipping)
    return {
      shippingMethod: '',
      shippingTotal: 0,
      delivery: { deliveryFrom: null, deliveryTo: null },
    }
  const isUsed = ({ name }: { name: string }) => name === shippingMethod
  const rate = rates.find(isUsed) ?? rates[0]
  if (!rate) throw new Problem(409, 'order_not_deliverable')
  const earlierRate = (await listRates(tx, storeShipping, before)).rates.find(isUsed)
  if (rate.name === shippingMethod && rate.price === earlierRate?.price)
    return { shippingMethod, shippingTotal: paidPrice }
  const taxRate = await findRemovedTaxRate(tx, order, after.address)
  const { name, price, deliveryFrom, deliveryTo } = rate
  return {
    shippingMethod: name,
    shippingTotal: removeTax(price, taxRate),
    ...(name !== shippingMethod && { delivery: { deliveryFrom, deliveryTo } }),
  }
}

/** Returns the current price at which the shipping method of an order delivers items, if it does. */
export async function findShippingPrice(
  tx: Tx,
  order: TaxedOrder & Pick<LockedOrder, 'shippingMethod'>,
  items: ShippedItems,
): Promise<number | undefined> {
  const { rates } = await listRates(tx, await loadStoreShipping(tx), items)
  const rate = rates.find(({ name }) => name === order.shippingMethod)
  return rate && removeTax(rate.price, await findRemovedTaxRate(tx, order, items.address))
}

async function listRates(tx: Tx, storeShipping: StoreShipping, { lines, address }: ShippedItems) {
  const { requiresShipping, weight, linesByClass } = await loadShippedGoods(tx, lines)
  const { country = '', region = '', postalCode = '' } = address
  const total = sum(lines.map(({ quantity, unitPrice }) => quantity * unitPrice))
  const classes = [...linesByClass.keys()]
  const criteria = { country, region, postalCode, weight, total, classes }
  const rates = listShippingOptions(storeShipping, criteria).filter(({ isPickup }) => !isPickup)
  return { requiresShipping, rates }
}

type TaxedOrder = Pick<LockedOrder, 'taxIncluded' | 'customer'>

/** An order without tax does not pay the tax that the prices of the store include. */
async function findRemovedTaxRate(
  tx: Tx,
  { taxIncluded, customer }: TaxedOrder,
  { country = '', region = '' }: Address,
): Promise<number> {
  if (!taxIncluded) return 0
  const { exemption, included } = await loadTaxRates(tx, {
    variants: [],
    country,
    region,
    customer: customer._id,
    vatId: customer.vatId,
  })
  return exemption ? included.shipping : 0
}
