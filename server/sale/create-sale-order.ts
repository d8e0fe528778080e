import { takeDiscounts } from '../discount/rule/load-discounts.ts'
import { Problem } from '../lib/call/problem.ts'
import type { CommitWith, Tx } from '../lib/db/db.ts'
import { batch } from '../lib/db/query-batch.ts'
import { enqueueJobs } from '../lib/job/jobs.ts'
import { prepareOrder, writeOrder } from '../order/create/write-order.ts'
import { createOrderEvent } from '../order/fulfillment/order-event.ts'
import type { SoldVariant } from '../order/items/order-stock.ts'
import type { ProviderPayment } from '../order/order-store.ts'
import type { AcceptedTerms, SaleDraft, StoredSale } from './sale.ts'

type SaleOrder = {
  storeId: string
  cartHash: Buffer
  /** The payment of the total that has begun, if the shopper pays online. */
  charge?: { amount: number; payment: ProviderPayment | undefined }
  /** Adds further records in the transaction of the order. */
  addRecords: (id: string) => Promise<unknown>
}

/**
 * Creates the order of a sale with the emails to the shopper and the store, commits and returns its id.
 * The order takes over held units and discounts. Those of a draft and of a late sale are taken now.
 * @throws Problem 409 insufficient_stock or version_conflict, or 422 products_not_sold
 */
export async function createSaleOrder(
  { tx, commitWith }: { tx: Tx; commitWith: CommitWith },
  sale: SaleDraft | StoredSale,
  { storeId, cartHash, charge, addRecords }: SaleOrder,
): Promise<string> {
  const { input, columns, totals, discounts, currency, taxIncluded } = sale
  const isHeld = sale.state === 'held'
  if (!isHeld) await takeDiscounts(tx, discounts, input.customer?.email ?? '')
  const { id, settings, variants, customer } = await prepareOrder(tx, [], input, locked =>
    keepHeldVariants(sale, locked),
  )
  if (charge && charge.amount !== totals.total) throw new Problem(409, 'version_conflict')
  await writeOrder(
    { tx, commit: () => commitWith(batch([], () => undefined)) },
    {
      id,
      orderPrefix: settings.orderPrefix,
      status: 'pending',
      source: 'storefront',
      customer,
      lines: variants.map((variant, i) => {
        const { quantity = 0, unitPrice = 0 } = input.lines[i] ?? {}
        return { variant, quantity, unitPrice, enteredDiscount: null }
      }),
      totals,
      discounts,
      takesStock: !isHeld,
      isHandedOver: input.isPickup,
      payment: charge?.payment && { method: 'card', ...charge.payment },
      columns: {
        ...columns,
        cartHash,
        shippingAddress: input.shippingAddress ?? {},
        billingAddress: input.billingAddress,
        shippingMethod: input.shippingMethod,
        customerNote: input.customerNote,
        // Sales that were held before stores had fields have none.
        checkoutAnswers: tx.json(input.checkoutAnswers ?? []),
        currency,
        taxIncluded,
        taxExemption: input.taxExemption,
      },
      addRecords: orderId =>
        Promise.all([
          addRecords(orderId),
          input.terms && recordTerms(tx, orderId, input.terms),
          enqueueOrderMails(tx, { storeId, orderId, sale }),
        ]),
    },
  )
  return id
}

/**
 * Returns the variants with the titles, images and costs at the time when the shopper went to pay. Of
 * variants that were deleted since, only held units are sold.
 */
function keepHeldVariants(
  sale: SaleDraft | StoredSale,
  variants: readonly SoldVariant[],
): readonly SoldVariant[] {
  if (sale.state === 'draft') return variants
  return sale.held.variants.flatMap(heldVariant => {
    const current = variants.find(({ variant }) => variant === heldVariant.variant)
    if (sale.state === 'held') return [{ ...heldVariant, isDeleted: !current }]
    return current ? [{ ...heldVariant, ...pickStock(current) }] : []
  })
}

const pickStock = ({ stock, trackStock, allowBackorder }: SoldVariant) => ({
  stock,
  trackStock,
  allowBackorder,
})

/** Adds the acceptance of the terms to the history of an order. */
const recordTerms = (tx: Tx, orderId: string, { version, acceptedAt }: AcceptedTerms) =>
  createOrderEvent(tx, orderId, 'terms_accepted', { termsVersion: version, acceptedAt })

type MailedOrder = { storeId: string; orderId: string; sale: Pick<SaleDraft, 'isSignedIn'> }

const enqueueOrderMails = (tx: Tx, { storeId, orderId: id, sale }: MailedOrder) =>
  enqueueJobs(tx, [
    {
      task: 'order.mail',
      payload: {
        storeId,
        id,
        kind: 'received',
        ...(sale.isSignedIn && { isSignedIn: 'true' }),
      },
      key: `order.mail ${id} received`,
    },
    { task: 'newOrder.mail', payload: { storeId, id }, key: `newOrder.mail ${id}` },
  ])
