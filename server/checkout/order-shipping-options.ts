import {
  type OrderShipping,
  type OrderShippingQuery,
  orderShippingApi,
} from '#contract/order/order-shipping.ts'
import { removeTax } from '#contract/order/order-totals.ts'
import { type App, serve } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { loadShippedGoods } from '../shipping/rule/load-shipped-goods.ts'
import { listShippingOptions, loadStoreShipping } from '../shipping/rule/load-store-shipping.ts'
import { loadTaxRates } from '../tax/rule/load-tax-rates.ts'

export function orderShippingRoutes(app: App) {
  serve(app, orderShippingApi.listShippingOptions, ({ tx, body }) => listOrderShipping(tx, body))
}

/**
 * Returns the shipping rates of a manual order with the prices that the checkout would charge. An
 * order without tax does not pay the tax that the prices of the store include. Pick-up is left out,
 * because an order that the customer collects has the sales channel "in person".
 */
async function listOrderShipping(
  tx: Tx,
  { lines, country, region = '', postalCode = '', customer, vatId }: OrderShippingQuery,
): Promise<OrderShipping> {
  const variants = lines.map(({ variant }) => variant)
  const [storeShipping, { requiresShipping, weight, linesByClass }, prices, taxRates] =
    await Promise.all([
      loadStoreShipping(tx),
      loadShippedGoods(tx, lines),
      selectPrices(tx, variants),
      loadTaxRates(tx, { variants, country, region, customer, vatId }),
    ])
  if (!requiresShipping) return { requiresShipping, options: [] }
  const priceByVariant = new Map(prices.map(({ id, price }) => [id, price]))
  const isTaxIncluded = prices.some(({ taxIncluded }) => taxIncluded)
  const removedRate = taxRates.exemption && isTaxIncluded ? taxRates.included.shipping : 0
  const options = listShippingOptions(storeShipping, {
    country,
    region,
    postalCode,
    weight,
    total: lines.reduce(
      (sum, { variant, quantity, unitPrice }) =>
        sum + quantity * (unitPrice ?? priceByVariant.get(variant) ?? 0),
      0,
    ),
    classes: [...linesByClass.keys()],
  })
  return {
    requiresShipping,
    options: options
      .filter(({ isPickup }) => !isPickup)
      .map(({ _id, name, price }) => ({ _id, name, price: removeTax(price, removedRate) })),
  }
}

const selectPrices = (tx: Tx, variants: readonly string[]) => tx<
  { id: string; price: number; taxIncluded: boolean }[]
>`
  select v.id, v.price, s.tax_included
  from variant v join store s on s.id = v.store_id
  where v.id = any (${variants}::uuid[])`
