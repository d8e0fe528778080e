import type { InvoiceDetails } from '#contract/invoice/invoice.ts'
import { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { isEuCountry } from '#contract/lib/country/eu-countries.ts'
import { sumTaxes } from '#contract/order/order-totals.ts'
import { chooseDocumentLocale } from '../../lib/pdf/document-format.ts'
import type { BilledOrder } from './load-billed-order.ts'

type BilledItems = Pick<InvoiceDocument, 'lines' | 'shipping'>

/** Returns the details of a new draft, with the buyer of the order. */
export const getDefaultDetails = (order: BilledOrder): InvoiceDetails => ({
  buyer: getOrderBuyer(order),
  buyerReference: '',
  note: '',
  dueOn: null,
})

export function getOrderBuyer({
  customer: { company, vatId, email, ...customer },
  billingAddress,
  shippingAddress,
}: Pick<BilledOrder, 'customer' | 'billingAddress' | 'shippingAddress'>): InvoiceDetails['buyer'] {
  // The shipping address can be that of another person.
  const address = billingAddress.line1 ? billingAddress : shippingAddress
  const name = billingAddress.name || customer.name || address.name || ''
  return { name, company, vatId, email, address: withoutPhone(address) }
}

/** Prefers the company, because an invoice to a company is searched by its name. */
export const toBuyerName = ({ buyer }: Pick<InvoiceDetails, 'buyer'>) => buyer.company || buyer.name

/** Only carriers need the phone number of an address. */
const withoutPhone = ({ phone: _, ...address }: InvoiceDetails['buyer']['address']) => address

/** Returns the invoice of a whole order as it is now. */
export function buildInvoiceDocument(order: BilledOrder, details: InvoiceDetails): InvoiceDocument {
  const { shippingTotal, shippingTax, shippingTaxRate, taxIncluded } = order
  return buildDocument(order, details, {
    lines: order.lines,
    shipping:
      shippingTotal > 0
        ? {
            name: order.shippingMethod,
            taxRate: shippingTaxRate,
            tax: shippingTax,
            total: shippingTotal + (taxIncluded ? 0 : shippingTax),
          }
        : null,
  })
}

/** Returns a document for some items of an order. Its totals follow from these items. */
export function buildDocument(
  order: BilledOrder,
  { buyer, buyerReference, note }: Omit<InvoiceDetails, 'dueOn'>,
  { lines, shipping }: BilledItems,
): InvoiceDocument {
  const { orderNumber, orderedOn, suppliedOn, currency, paymentMethod, taxIncluded } = order
  const items = [...lines, ...(shipping ? [shipping] : [])]
  const taxes = sumTaxes({
    lines: items,
    shippingTotal: 0,
    shippingTax: 0,
    shippingTaxRate: 0,
    taxIncluded,
  })
  const total = items.reduce((sum, item) => sum + item.total, 0)
  const tax = items.reduce((sum, item) => sum + item.tax, 0)
  return InvoiceDocument.parse({
    seller: toSeller(order),
    buyer,
    shipTo: withoutPhone(order.shippingAddress),
    buyerReference,
    note,
    orderNumber,
    orderedOn,
    suppliedOn,
    ...chooseDocumentLocale(order),
    currency,
    lines,
    shipping,
    taxIncluded,
    taxes,
    net: total - tax,
    tax,
    total,
    paid: Math.min(Math.max(order.paidTotal, 0), total),
    exemption: findExemption(order, tax),
    paymentMethod,
    corrects: null,
  })
}

/** Returns the reason why a document has no tax. A document with tax has the exemption of its order. */
function findExemption(
  { taxExemption, settings, store, shippingAddress, hasGoods }: BilledOrder,
  tax: number,
): InvoiceDocument['exemption'] {
  if (tax > 0) return taxExemption
  const { country = '' } = shippingAddress
  if (taxExemption === 'reverse_charge')
    return hasGoods && isEuCountry(country) ? 'intra_community' : taxExemption
  if (taxExemption === '' && settings.isSmallBusiness) return 'small_business'
  const isExport =
    hasGoods && isEuCountry(store.address.country ?? '') && country !== '' && !isEuCountry(country)
  return isExport ? 'export' : taxExemption
}

function toSeller({ store, settings, bankAccount }: BilledOrder): InvoiceDocument['seller'] {
  const { name, legalName, address, email, phone, vatId, logo } = store
  const { iban = '', bic = '', accountHolder = '' } = bankAccount ?? {}
  return {
    name,
    company: legalName || name,
    vatId,
    email,
    phone,
    address: withoutPhone(address),
    logo,
    iban,
    bic,
    accountHolder,
    taxNumber: settings.taxNumber,
    legalNote: settings.legalNote,
  }
}
