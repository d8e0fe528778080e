import type { Ability } from '#contract/lib/permission.ts'
import type { Order } from '#contract/order.ts'
import type { OrderInput } from '#contract/order-input.ts'
import type { OrderSource } from '#contract/order-state.ts'
import { type OrderTotals, removeTax } from '#contract/order-totals.ts'
import type { BankAccount } from '#contract/payment-method.ts'
import type { OrderTaxRates } from '#contract/tax.ts'
import { createFieldMessage } from '../lib/call/error-message.ts'
import type { CommitRecordWith } from '../lib/call/idempotency.ts'
import { assertFound, createFieldProblem, Problem } from '../lib/call/problem.ts'
import { insertRow, insertRows, type Tx } from '../lib/db/db.ts'
import type { ChosenDiscounts } from '../rule/choose-discounts.ts'
import { addOrderDiscounts, lockDiscounts } from '../rule/load-discounts.ts'
import { type HeldTerms, keepHeldVariants, pickTerms } from './held-terms.ts'
import { type OrderBuyer, resolveOrderCustomer, toCustomerColumns } from './order-customer.ts'
import { takeOrderDiscounts, usesDiscounts } from './order-discounts.ts'
import { createOrderEvent } from './order-event.ts'
import { getFulfillmentStatus, getPaymentStatus } from './order-status.ts'
import {
  checkStock,
  lockVariants,
  type SoldVariant,
  setStockReason,
  takeStock,
} from './order-stock.ts'
import { getOrderBatch, type ProviderPayment } from './order-store.ts'
import { priceOrder, toDiscountedLines, toTotalColumns } from './price-order.ts'
import { resolveOrderTax } from './resolve-order-tax.ts'

type StoreOrderSettings = {
  currency: string
  taxIncluded: boolean
  orderPrefix: string
}

/** The data that the checkout adds to an order. */
export type CheckoutRecords = {
  columns: {
    cartHash: Buffer
    language: string
    paymentMethod: string
    paymentInstructions: string
    bankAccount: BankAccount | null
    deliveryFrom: string | null
    deliveryTo: string | null
  }
  /** Adds further records in the transaction of the order. */
  addRecords: (id: string) => Promise<unknown>
}
/** The input of an order with the values that only the server sets. */
export type NewOrderInput = Omit<OrderInput, 'source'> & {
  source?: OrderSource | undefined
  /** The customer collects the order. */
  isPickup?: boolean
  /** By default, the rates of the address and the customer. */
  tax?: OrderTaxRates
  /** The variants, the currency and the total of the time when the shopper went to pay. */
  held?: HeldTerms
  /** The payment of `paidWith` on the page of a provider. */
  providerPayment?: ProviderPayment | undefined
}

type OrderCall = {
  tx: Tx
  abilities: readonly Ability[]
  commitWith: CommitRecordWith
}

/**
 * Creates an order, takes its stock unless it is a draft, and commits. The order number is assigned
 * in the last step, because every other new order of the store waits for it. Plans are reused, because
 * PostgreSQL would plan the statements with arrays again for each order.
 * @throws Problem 409 insufficient_stock with the lines, or 422 products_not_sold
 */
export async function createOrder(
  { tx, abilities, commitWith }: OrderCall,
  input: NewOrderInput,
  checkout?: CheckoutRecords,
): Promise<Order> {
  const { isDraft = false, held } = input
  if (isDraft && input.paidWith)
    throw createFieldProblem('paidWith', 'not_payable', { orderStatus: 'draft' }, 409)
  if (usesDiscounts(input)) await lockDiscounts(tx, input.discountCode ?? '')
  const [[settingsRow], currentVariants, customer] = await Promise.all([
    tx<(StoreOrderSettings & { newId: string })[]>`
      select new_id() as new_id, currency, tax_included, order_prefix,
        set_config('plan_cache_mode', 'force_generic_plan', true)
      from business where id = current_business()`,
    lockVariants(
      tx,
      input.lines.map(line => line.variant),
    ),
    resolveOrderCustomer(tx, abilities, input),
  ])
  const { newId: id, ...currentSettings } = assertFound(settingsRow, 'store_not_found')
  const storeSettings = { ...currentSettings, ...(held && pickTerms(held)) }
  const variants = held ? keepHeldVariants(currentVariants, held) : currentVariants
  const tax = await resolveOrderTax(tx, input, customer)
  const soldLines = toSoldLines(input, variants, storeSettings.taxIncluded ? tax.removed : [])
  const takesStock = !isDraft && !held?.hasUnits
  if (takesStock) checkStock(input.lines, variants)
  const pricedLines = toPricedLines(soldLines)
  const discounts = await takeOrderDiscounts(tx, input, {
    lines: toDiscountedLines(pricedLines),
    customer,
  })
  const { taxIncluded } = storeSettings
  const totals = priceOrder({
    input,
    lines: pricedLines,
    tax,
    discounts,
    taxIncluded,
    agreedTotal: held?.total,
  })

  // Executed at once, so that it is sent before the update.
  const settingReason = setStockReason(tx, 'order', id).execute()
  await Promise.all([settingReason, takesStock ? takeStock(tx, input.lines, variants) : undefined])
  const newOrder = { id, storeSettings, customer, soldLines, tax, discounts, totals, checkout }
  // All remaining statements and the commit are sent at once, because other new orders wait for the
  // number until the end of the transaction.
  const [, order] = await Promise.all([
    insertOrder(tx, input, newOrder),
    commitWith(id, getOrderBatch(tx, id)),
  ])
  return order
}

const toPricedLines = (soldLines: readonly SoldLine[]) =>
  soldLines.map(({ requested, variant: { variant } }) => ({ ...requested, variant }))

type NewOrder = {
  id: string
  storeSettings: StoreOrderSettings
  customer: OrderBuyer
  soldLines: SoldLine[]
  tax: OrderTaxRates
  /** Those of a manual order. The checkout adds its own. */
  discounts: ChosenDiscounts
  totals: OrderTotals
  checkout: CheckoutRecords | undefined
}

/** Sends all statements at once. */
function insertOrder(tx: Tx, input: NewOrderInput, order: NewOrder) {
  const { id, storeSettings, discounts, totals, checkout } = order
  const { paidWith, providerPayment, source = 'manual' } = input
  const paidTotal = paidWith ? totals.total : 0
  const isHandedOver = source === 'pos' || input.isPickup === true
  const status = input.isDraft ? 'draft' : 'pending'
  const lineRows = toOrderLineRows(order, isHandedOver).map(row => ({
    ...row,
    isStockDeducted: row.isStockDeducted && !input.isDraft,
  }))
  return Promise.all([
    insertRow(tx, 'order', {
      ...toOrderRow(input, order),
      ...checkout?.columns,
      number: tx`${storeSettings.orderPrefix}::text || next_order_number()`,
      status,
      paidTotal,
      paymentStatus: getPaymentStatus({
        status,
        paymentStatus: 'unpaid',
        total: totals.total,
        paidTotal,
        refundedTotal: 0,
      }),
      fulfillmentStatus: getFulfillmentStatus(lineRows, []),
    }),
    insertRows(tx, 'order_line', lineRows),
    createOrderEvent(tx, id, input.isDraft ? 'draft_created' : 'created', {
      source,
      total: totals.total,
    }),
    addOrderDiscounts(tx, id, discounts.applied),
    checkout?.addRecords(id),
    ...(paidWith && paidTotal > 0
      ? [
          insertRow(tx, 'payment', {
            orderId: id,
            kind: 'payment',
            method: paidWith,
            amount: paidTotal,
            reference: providerPayment?.providerPaymentId,
            ...providerPayment,
          }),
          createOrderEvent(tx, id, 'payment_recorded', { amount: paidTotal, method: paidWith }),
        ]
      : []),
  ])
}

function toOrderRow(
  input: NewOrderInput,
  { id, storeSettings, customer, soldLines, tax, totals, checkout }: NewOrder,
) {
  const {
    shippingAddress = {},
    billingAddress = {},
    shippingMethod,
    note,
    customerNote,
    tags,
  } = input
  return {
    _id: id,
    shippingAddress,
    billingAddress,
    shippingMethod,
    note,
    customerNote,
    tags,
    source: input.source ?? 'manual',
    currency: storeSettings.currency,
    taxIncluded: storeSettings.taxIncluded,
    taxExemption: tax.exemption,
    ...toCustomerColumns(customer),
    ...toTotalColumns(totals),
    // The discounts of a checkout are those of the store.
    enteredDiscount: checkout ? undefined : (input.discountTotal ?? 0),
    automaticDiscounts: input.automaticDiscounts,
    itemCount: soldLines.reduce((sum, { requested }) => sum + requested.quantity, 0),
  }
}

const toOrderLineRows = ({ id, soldLines, totals, checkout }: NewOrder, isHandedOver: boolean) =>
  soldLines.map(({ requested, variant }, position) => {
    const { discount = 0, taxRate = 0, tax = 0, total = 0 } = totals.lines[position] ?? {}
    return {
      orderId: id,
      position,
      ...toVariantColumns(variant),
      discount,
      enteredDiscount: checkout ? null : (requested.discount ?? 0),
      taxRate,
      tax,
      total,
      quantity: requested.quantity,
      unitPrice: requested.unitPrice,
      isStockDeducted: variant.trackStock,
      requiresShipping: variant.requiresShipping && !isHandedOver,
      fulfilledQuantity: 0,
    }
  })

/** Returns the columns of a line that keep what the product was called. */
export const toVariantColumns = ({ isDeleted, variant, product, ...sold }: SoldVariant) => ({
  productId: isDeleted ? null : product,
  variantId: isDeleted ? null : variant,
  title: sold.title,
  variantTitle: sold.variantTitle,
  sku: sold.sku,
  image: sold.image,
  cost: sold.cost,
  withdrawalException: sold.withdrawalException,
})

type SoldLine = {
  requested: { quantity: number; unitPrice: number; discount?: number | undefined }
  variant: SoldVariant
}

/**
 * Returns the lines with their variants. The order stores the titles, images, prices and costs that
 * are valid now. Prices of an order without tax do not include the removed tax.
 */
function toSoldLines(
  input: NewOrderInput,
  variants: readonly SoldVariant[],
  removedTaxRates: readonly number[],
): SoldLine[] {
  const variantsById = new Map(variants.map(variant => [variant.variant, variant]))
  const missing = input.lines.flatMap((line, i) =>
    variantsById.has(line.variant) ? [] : [createFieldMessage(`lines.${i}.variant`, 'not_sold')],
  )
  if (missing.length > 0) throw new Problem(422, 'products_not_sold', {}, { errors: missing })
  return input.lines.flatMap(({ variant: id, ...line }, i) => {
    const variant = variantsById.get(id)
    if (!variant) return []
    const unitPrice = line.unitPrice ?? removeTax(variant.price, removedTaxRates[i] ?? 0)
    return [{ requested: { ...line, unitPrice }, variant }]
  })
}
