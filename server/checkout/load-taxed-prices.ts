import { removeTax } from '#contract/order/order-totals.ts'
import type { OrderTaxRates } from '#contract/store/tax.ts'
import type { Tx } from '../lib/db/db.ts'
import { loadTaxRates } from '../tax/rule/load-tax-rates.ts'

type Priced = { price: number }
type Prices<Line, Option> = { lines: readonly Line[]; shippingOptions: readonly Option[] }
type Buyer = {
  country: string
  region?: string | undefined
  vatId?: string | undefined
  isExempt?: boolean
}
type TaxedPrices<Line, Option> = {
  taxRates: OrderTaxRates
  lines: Line[]
  shippingOptions: Option[]
}

/**
 * Returns the tax rates of a cart and the prices that it pays: an order without tax does not pay the
 * tax that prices of the store include. Other orders pay the same price whatever their rate is.
 */
export async function loadTaxedPrices<
  Line extends Priced & { variant: string },
  Option extends Priced,
>(
  tx: Tx,
  { lines, shippingOptions }: Prices<Line, Option>,
  { region = '', ...buyer }: Buyer,
  taxIncluded: boolean,
): Promise<TaxedPrices<Line, Option>> {
  const variants = lines.map(({ variant }) => variant)
  const { included, ...taxRates } = await loadTaxRates(tx, { ...buyer, variants, region })
  const removed = taxRates.exemption && taxIncluded ? included : { lines: [], shipping: 0 }
  return {
    taxRates,
    lines: lines.map((line, i) => ({
      ...line,
      price: removeTax(line.price, removed.lines[i] ?? 0),
    })),
    shippingOptions: shippingOptions.map(option => ({
      ...option,
      price: removeTax(option.price, removed.shipping),
    })),
  }
}
