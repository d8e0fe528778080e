import type { Ability } from '#contract/lib/call/permission.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderInput } from '#contract/order/order-input.ts'
import { removeTax } from '#contract/order/order-totals.ts'
import { lockDiscounts } from '../../discount/rule/load-discounts.ts'
import type { CommitRecordWith } from '../../lib/call/idempotency.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { SoldVariant } from '../items/order-stock.ts'
import { getOrderBatch } from '../order-store.ts'
import { resolveOrderTax } from '../tax/resolve-order-tax.ts'
import { takeOrderDiscounts, usesDiscounts } from './order-discounts.ts'
import { type PricedLine, priceOrder, toDiscountedLines } from './price-order.ts'
import { type NewOrder, prepareOrder, writeOrder } from './write-order.ts'

type OrderCall = {
  tx: Tx
  abilities: readonly Ability[]
  commitWith: CommitRecordWith
}

/** With the language of the order that this one copies or follows. */
type CopiedInput = OrderInput & { language?: string } & Pick<NewOrder, 'addRecords'>

/**
 * Creates an order that a seller has entered, takes its stock unless it is a draft, and commits.
 * @throws Problem 409 insufficient_stock with the lines, or 422 products_not_sold
 */
export async function createOrder(
  { tx, abilities, commitWith }: OrderCall,
  input: CopiedInput,
): Promise<Order> {
  const { isDraft = false, paidWith, source = 'manual' } = input
  if (isDraft && paidWith)
    throw createFieldProblem('paidWith', 'not_payable', { orderStatus: 'draft' }, 409)
  if (usesDiscounts(input)) await lockDiscounts(tx, input.discountCode ?? '')
  const { id, settings, variants, customer } = await prepareOrder(tx, abilities, input)
  const { currency, taxIncluded, orderPrefix } = settings
  const tax = await resolveOrderTax(tx, input, customer)
  const lines = toPricedLines(input, variants, taxIncluded ? tax.removed : [])
  const discounts = await takeOrderDiscounts(tx, input, {
    lines: toDiscountedLines(lines),
    customer,
  })
  const { shippingAddress = {}, billingAddress = {} } = input
  const { shippingMethod, note, customerNote, tags, automaticDiscounts, language } = input
  return writeOrder(
    { tx, commit: () => commitWith(id, getOrderBatch(tx, id)) },
    {
      id,
      orderPrefix,
      status: isDraft ? 'draft' : 'pending',
      source,
      customer,
      lines: variants.map((variant, i) => {
        const { quantity = 0, unitPrice = 0, discount = 0 } = lines[i] ?? {}
        return { variant, quantity, unitPrice, enteredDiscount: discount }
      }),
      totals: priceOrder({ input, lines, tax, discounts, taxIncluded }),
      discounts: discounts.applied,
      takesStock: !isDraft,
      isHandedOver: source === 'pos',
      payment: paidWith && { method: paidWith },
      ...(input.addRecords && { addRecords: input.addRecords }),
      columns: {
        shippingAddress,
        billingAddress,
        shippingMethod,
        note,
        customerNote,
        tags,
        language,
        currency,
        taxIncluded,
        taxExemption: tax.exemption,
        enteredDiscount: input.discountTotal ?? 0,
        automaticDiscounts,
      },
    },
  )
}

/**
 * Returns the lines with their prices. Those of an order without tax do not include the removed tax.
 */
const toPricedLines = (
  { lines }: OrderInput,
  soldVariants: readonly SoldVariant[],
  removedTaxRates: readonly number[],
): PricedLine[] =>
  lines.map((line, i) => ({
    ...line,
    unitPrice: line.unitPrice ?? removeTax(soldVariants[i]?.price ?? 0, removedTaxRates[i] ?? 0),
  }))
