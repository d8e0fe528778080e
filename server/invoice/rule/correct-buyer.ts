import type { InvoiceDetails } from '#contract/invoice/invoice.ts'
import { isSameAddress } from '#contract/order/order-address.ts'
import { type Tx, updateVersionedRow } from '../../lib/db/db.ts'
import { toBuyerName } from './build-document.ts'
import { lockCreditableInvoice } from './credit-note.ts'
import { rebillInvoice } from './rebill-invoice.ts'

type Buyer = InvoiceDetails['buyer']
/** The buyer before and after a change of the customer or the addresses of an order. */
export type BuyerChange = { before: Buyer; after: Buyer }

/**
 * Corrects the invoice of an order whose buyer has changed. A draft gets the new buyer. An issued invoice is
 * credited with its earlier buyer and replaced. If only the email changes, later documents are sent to the new
 * one. Returns whether an invoice was replaced. The caller has locked and written the order.
 */
export async function correctBuyer(
  tx: Tx,
  orderId: string,
  { before, after }: BuyerChange,
): Promise<boolean> {
  const isOtherBuyer = !isSameBuyer(before, after)
  await updateDraft(tx, orderId, buyer => (isOtherBuyer ? after : { ...buyer, email: after.email }))
  const invoice = isOtherBuyer ? await lockCreditableInvoice(tx, { orderId }) : undefined
  if (!invoice || isSameBuyer(invoice.document.buyer, after)) return false
  const document = { ...invoice.document, buyer: after, buyerReference: '' }
  await rebillInvoice(tx, orderId, { id: invoice.id, document })
  return true
}

async function updateDraft(tx: Tx, orderId: string, toBuyer: (buyer: Buyer) => Buyer) {
  const [draft] = await tx<{ id: string; details: InvoiceDetails }[]>`
    select id, details from invoice
    where order_id = ${orderId} and kind = 'invoice' and number is null for update`
  if (!draft) return
  const details = { ...draft.details, buyer: toBuyer(draft.details.buyer) }
  await updateVersionedRow(tx, 'invoice', draft.id, {
    details: tx.json(details),
    buyerName: toBuyerName(details),
  })
}

/** Compares the details that an invoice must contain. */
const isSameBuyer = (one: Buyer, other: Buyer) =>
  one.name === other.name &&
  one.company === other.company &&
  one.vatId === other.vatId &&
  isSameAddress(one.address, other.address)
