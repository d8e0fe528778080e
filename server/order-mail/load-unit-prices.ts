import { createMoneyFormat } from '#contract/lib/money/money.ts'
import { getUnitPrice } from '#contract/lib/money/unit-price.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import { formatUnitPrice } from '#contract/product/format-unit-price.ts'
import type { ProductMeasure } from '#contract/product/product-measure.ts'
import type { Tx } from '../lib/db/db.ts'

type Format = { language: Language; locale: string; currency: string }

/** Returns the unit prices of the lines of an order as text, by the id of the line. */
export async function loadUnitPrices(
  tx: Tx,
  orderId: string,
  { language, locale, currency }: Format,
): Promise<ReadonlyMap<string, string>> {
  const lines = await tx<(ProductMeasure & { id: string; unitPrice: number })[]>`
    select l.id, l.unit_price, v.measure_amount, v.measure_unit, v.reference_amount
    from order_line l join variant v on v.store_id = l.store_id and v.id = l.variant_id
    where l.order_id = ${orderId} and v.measure_unit is not null`
  const format = {
    language,
    formatMoney: createMoneyFormat(locale, currency),
    formatNumber: new Intl.NumberFormat(locale).format,
  }
  return new Map(
    lines.flatMap(({ id, unitPrice: linePrice, ...measure }) => {
      const unitPrice = getUnitPrice(linePrice, measure)
      return unitPrice ? [[id, formatUnitPrice(unitPrice, format)] as const] : []
    }),
  )
}
