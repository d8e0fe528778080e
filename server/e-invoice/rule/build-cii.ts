import type { InvoiceDocument, InvoiceLine } from '#contract/invoice/invoice-document.ts'
import { toDecimalPrice } from '#contract/lib/money/money.ts'
import { sum } from '#contract/lib/sum.ts'
import { getExemptionText } from '../../invoice/rule/exemption-text.ts'
import type { PrintedInvoice } from '../../invoice/rule/printed-invoice.ts'
import { createDocumentFormat } from '../../lib/pdf/document-format.ts'
import { buildBuyer, buildSeller, buildShipTo } from './cii-parties.ts'
import { type EInvoiceProfile, guidelines } from './e-invoice-profile.ts'
import {
  exemptionCodes,
  getTaxCategory,
  listTaxesByCategory,
  type TaxCategory,
} from './tax-category.ts'
import { createGroup, createText, toXml, type XmlElement } from './xml-element.ts'

export type EInvoice = Omit<PrintedInvoice, 'logo'>

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}

/** Returns an issued invoice or credit note as XML in the syntax CII of EN 16931. */
export function buildCii(issued: EInvoice, profile: EInvoiceProfile): string {
  const document = withLine(issued.document)
  const invoice = { ...issued, document }
  const root: XmlElement = {
    name: 'rsm:CrossIndustryInvoice',
    attributes: namespaces,
    content: [
      buildContext(profile),
      buildHeader(invoice),
      createGroup(
        'rsm:SupplyChainTradeTransaction',
        document.lines.map((line, index) => buildLine(document, line, index + 1)),
        buildAgreement(document),
        buildDelivery(document, profile),
        buildSettlement(invoice),
      ),
    ].filter(element => element !== undefined),
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${toXml(root)}\n`
}

/** An invoice needs a line (BR-16), so shipping that is credited alone is one. */
function withLine(document: InvoiceDocument): InvoiceDocument {
  const { lines, shipping } = document
  if (lines.length > 0 || !shipping) return document
  const { name, total } = shipping
  const title = name || createDocumentFormat(document).t('invoice.shipping')
  const line = { title, variantTitle: '', sku: '', quantity: 1, unitPrice: total, discount: 0 }
  return { ...document, lines: [{ ...line, ...shipping }], shipping: null }
}

const buildContext = (profile: EInvoiceProfile) =>
  createGroup(
    'rsm:ExchangedDocumentContext',
    createGroup(
      'ram:BusinessProcessSpecifiedDocumentContextParameter',
      createText('ram:ID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
    ),
    createGroup(
      'ram:GuidelineSpecifiedDocumentContextParameter',
      createText('ram:ID', guidelines[profile]),
    ),
  )

const formatDay = (day: string) => day.replaceAll('-', '')
const buildDay = (name: string, day: string | null) =>
  day && createGroup(name, createText('udt:DateTimeString', formatDay(day), { format: '102' }))

function buildHeader({ number, kind, issuedOn, document }: EInvoice) {
  const notes = [document.note, document.seller.legalNote].filter(Boolean)
  return createGroup(
    'rsm:ExchangedDocument',
    createText('ram:ID', number),
    createText('ram:TypeCode', kind === 'invoice' ? '380' : '381'),
    buildDay('ram:IssueDateTime', issuedOn),
    notes.map(note => createGroup('ram:IncludedNote', createText('ram:Content', note))),
  )
}

const buildTaxCategory = ({ code, percent }: TaxCategory, exemptionCode = '') => [
  createText('ram:CategoryCode', code),
  createText('ram:ExemptionReasonCode', exemptionCode),
  createText('ram:RateApplicablePercent', String(percent)),
]

function buildLine(document: InvoiceDocument, line: InvoiceLine, position: number) {
  const net = line.total - line.tax
  return createGroup(
    'ram:IncludedSupplyChainTradeLineItem',
    createGroup('ram:AssociatedDocumentLineDocument', createText('ram:LineID', String(position))),
    createGroup(
      'ram:SpecifiedTradeProduct',
      createText('ram:SellerAssignedID', line.sku),
      createText('ram:Name', line.title),
      createText('ram:Description', line.variantTitle),
    ),
    createGroup(
      'ram:SpecifiedLineTradeAgreement',
      createGroup(
        'ram:NetPriceProductTradePrice',
        buildPrice(net, line.quantity, document.currency),
      ),
    ),
    createGroup(
      'ram:SpecifiedLineTradeDelivery',
      createText('ram:BilledQuantity', String(line.quantity), { unitCode: 'C62' }),
    ),
    createGroup(
      'ram:SpecifiedLineTradeSettlement',
      createGroup(
        'ram:ApplicableTradeTax',
        createText('ram:TypeCode', 'VAT'),
        buildTaxCategory(getTaxCategory(document, line.taxRate)),
      ),
      createGroup(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        createText('ram:LineTotalAmount', toDecimalPrice(net, document.currency)),
      ),
    ),
  )
}

/** The price of a unit or, if it is not a whole amount, of the whole quantity. So it is always exact. */
function buildPrice(net: number, quantity: number, currency: string) {
  const isWhole = net % quantity === 0
  const price = isWhole ? net / quantity : net
  return [
    createText('ram:ChargeAmount', toDecimalPrice(price, currency)),
    createText('ram:BasisQuantity', String(isWhole ? 1 : quantity), { unitCode: 'C62' }),
  ]
}

const buildAgreement = (document: InvoiceDocument) =>
  createGroup(
    'ram:ApplicableHeaderTradeAgreement',
    createText('ram:BuyerReference', document.buyerReference || document.orderNumber),
    buildSeller(document.seller),
    buildBuyer(document.buyer),
    createGroup(
      'ram:SellerOrderReferencedDocument',
      createText('ram:IssuerAssignedID', document.orderNumber),
    ),
  )

/** The group is required, also without a delivery. */
const buildDelivery = (
  { shipTo, buyer, suppliedOn }: InvoiceDocument,
  profile: EInvoiceProfile,
): XmlElement =>
  createGroup(
    'ram:ApplicableHeaderTradeDelivery',
    buildShipTo(shipTo, buyer, profile),
    suppliedOn &&
      createGroup(
        'ram:ActualDeliverySupplyChainEvent',
        buildDay('ram:OccurrenceDateTime', suppliedOn),
      ),
  ) ?? { name: 'ram:ApplicableHeaderTradeDelivery', attributes: {}, content: [] }

function buildSettlement({ kind, number, dueOn, document }: EInvoice) {
  const { currency, corrects } = document
  const format = createDocumentFormat(document)
  const terms =
    corrects && kind === 'credit_note' ? `${format.t('invoice.corrects')} ${corrects.number}` : ''
  return createGroup(
    'ram:ApplicableHeaderTradeSettlement',
    createText('ram:PaymentReference', number),
    createText('ram:InvoiceCurrencyCode', currency),
    buildPaymentMeans(document),
    listTaxesByCategory(document).map(tax => buildTax(document, tax)),
    buildPeriod(document),
    document.shipping && buildShipping(document, document.shipping),
    createGroup(
      'ram:SpecifiedTradePaymentTerms',
      createText('ram:Description', terms),
      kind === 'invoice' && buildDay('ram:DueDateDateTime', dueOn),
    ),
    buildTotals(document),
    corrects &&
      createGroup(
        'ram:InvoiceReferencedDocument',
        createText('ram:IssuerAssignedID', corrects.number),
        createGroup(
          'ram:FormattedIssueDateTime',
          createText('qdt:DateTimeString', formatDay(corrects.issuedOn), { format: '102' }),
        ),
      ),
  )
}

/** 58: a SEPA credit transfer; 1: not defined (UNTDID 4461). */
const buildPaymentMeans = ({ seller: { iban, bic, accountHolder } }: InvoiceDocument) =>
  createGroup(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    createText('ram:TypeCode', iban ? '58' : '1'),
    iban &&
      createGroup(
        'ram:PayeePartyCreditorFinancialAccount',
        createText('ram:IBANID', iban.replaceAll(' ', '')),
        createText('ram:AccountName', accountHolder),
      ),
    iban &&
      createGroup('ram:PayeeSpecifiedCreditorFinancialInstitution', createText('ram:BICID', bic)),
  )

/** Goods that were not delivered yet are supplied after the order. EN 16931 needs a day or a period (BR-IC-11). */
const buildPeriod = ({ suppliedOn, orderedOn }: InvoiceDocument) =>
  suppliedOn === null &&
  createGroup('ram:BillingSpecifiedPeriod', buildDay('ram:StartDateTime', orderedOn))

type CategoryTax = ReturnType<typeof listTaxesByCategory>[number]

function buildTax(document: InvoiceDocument, { category, base, tax }: CategoryTax) {
  return createGroup(
    'ram:ApplicableTradeTax',
    createText('ram:CalculatedAmount', toDecimalPrice(tax, document.currency)),
    createText('ram:TypeCode', 'VAT'),
    createText('ram:ExemptionReason', getExemptionText(document)),
    createText('ram:BasisAmount', toDecimalPrice(base, document.currency)),
    buildTaxCategory(category, exemptionCodes[category.code]),
  )
}

/** Shipping is a charge on the whole document. */
const buildShipping = (
  document: InvoiceDocument,
  { name, total, tax, taxRate }: NonNullable<InvoiceDocument['shipping']>,
) =>
  createGroup(
    'ram:SpecifiedTradeAllowanceCharge',
    createGroup('ram:ChargeIndicator', createText('udt:Indicator', 'true')),
    createText('ram:ActualAmount', toDecimalPrice(total - tax, document.currency)),
    createText('ram:Reason', name || createDocumentFormat(document).t('invoice.shipping')),
    createGroup(
      'ram:CategoryTradeTax',
      createText('ram:TypeCode', 'VAT'),
      buildTaxCategory(getTaxCategory(document, taxRate)),
    ),
  )

function buildTotals({ lines, shipping, net, tax, total, paid, currency }: InvoiceDocument) {
  const toAmount = (amount: number) => toDecimalPrice(amount, currency)
  const lineTotal = sum(lines.map(line => line.total - line.tax))
  return createGroup(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    createText('ram:LineTotalAmount', toAmount(lineTotal)),
    createText('ram:ChargeTotalAmount', shipping ? toAmount(shipping.total - shipping.tax) : ''),
    createText('ram:TaxBasisTotalAmount', toAmount(net)),
    createText('ram:TaxTotalAmount', toAmount(tax), { currencyID: currency }),
    createText('ram:GrandTotalAmount', toAmount(total)),
    createText('ram:TotalPrepaidAmount', toAmount(paid)),
    createText('ram:DuePayableAmount', toAmount(total - paid)),
  )
}
