import { z } from 'zod'
import { Address } from '../lib/country/address.ts'
import { Id, Money } from '../lib/schemas.ts'
import { TaxExemption } from '../store/tax.ts'

/** The seller or the buyer, as the invoice names them. */
const InvoiceParty = z.object({
  name: z.string(),
  company: z.string(),
  vatId: z.string(),
  email: z.string(),
  address: Address,
})

const InvoiceLine = z.object({
  /** The line of the order. A line without one is an amount that belongs to no line. */
  orderLine: Id.optional(),
  title: z.string(),
  variantTitle: z.string(),
  sku: z.string(),
  quantity: z.int().min(0),
  /** The displayed price: with tax if the prices of the order include it. */
  unitPrice: Money,
  discount: Money,
  taxRate: z.number(),
  tax: Money,
  /** With tax. */
  total: Money,
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

/**
 * The content of an invoice or credit note when it was issued. Amounts are in minor units, and
 * those of a credit note are positive too.
 */
export const InvoiceDocument = z.object({
  seller: InvoiceParty.extend({
    phone: z.string(),
    taxNumber: z.string(),
    legalNote: z.string(),
    /** The URL of the image; empty for none. */
    logo: z.string(),
    iban: z.string(),
    bic: z.string(),
    accountHolder: z.string(),
  }),
  buyer: InvoiceParty,
  shipTo: Address,
  /** The number or name by which the buyer identifies the purchase, such as a purchase order. */
  buyerReference: z.string(),
  note: z.string(),
  orderNumber: z.string(),
  orderedOn: z.iso.date(),
  /** The day of the delivery; null if nothing was delivered before the invoice. */
  suppliedOn: z.iso.date().nullable(),
  language: z.string(),
  locale: z.string(),
  currency: z.string(),
  lines: z.array(InvoiceLine),
  shipping: z
    .object({ name: z.string(), taxRate: z.number(), tax: Money, total: Money })
    .nullable(),
  taxIncluded: z.boolean(),
  taxes: z.array(z.object({ rate: z.number(), base: Money, tax: Money })),
  net: Money,
  tax: Money,
  total: Money,
  paid: Money,
  /**
   * `small_business`: the law exempts the seller from tax. `intra_community`: goods to a company in another EU
   * country. `export`: goods from the EU to another country. Earlier documents have `reverse_charge` or none
   * instead of the last two.
   */
  exemption: z.enum([...TaxExemption.options, 'small_business', 'intra_community', 'export']),
  paymentMethod: z.string(),
  /** The invoice that a credit note corrects. */
  corrects: z.object({ number: z.string(), issuedOn: z.iso.date() }).nullable(),
})
export type InvoiceDocument = z.infer<typeof InvoiceDocument>
