import type { OrderInput } from '#contract/order/order-input.ts'
import type { OrderTaxRates } from '#contract/store/tax.ts'
import type { Tx } from '../../lib/db/db.ts'
import { loadTaxRates } from '../../tax/rule/load-tax-rates.ts'
import type { OrderBuyer } from '../create/order-customer.ts'

type TaxedInput = Pick<OrderInput, 'lines' | 'shippingAddress' | 'billingAddress'>
/** The rates of an order, and those that are removed from the prices of an order without tax. */
type OrderTax = OrderTaxRates & { removed: readonly number[] }

/** Returns the rates of the address and the customer. */
export async function resolveOrderTax(
  tx: Tx,
  { lines, shippingAddress, billingAddress }: TaxedInput,
  customer: OrderBuyer,
): Promise<OrderTax> {
  const address = shippingAddress?.country ? shippingAddress : billingAddress
  const { included, ...rates } = await loadTaxRates(tx, {
    variants: lines.map(({ variant }) => variant),
    country: address?.country ?? '',
    region: address?.region ?? '',
    customer: customer.id,
    vatId: customer.vatId,
  })
  return { ...rates, removed: rates.exemption ? included.lines : [] }
}
