import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import type { DocumentFormat } from '../../lib/pdf/document-format.ts'
import type { DocumentHead } from '../../lib/pdf/write-head.ts'
import type { SumRow } from '../../lib/pdf/write-sums.ts'
import { getExemptionText } from './exemption-text.ts'
import type { PrintedInvoice } from './printed-invoice.ts'

export function describeHead(invoice: PrintedInvoice, format: DocumentFormat): DocumentHead {
  const { document, kind, number, logo } = invoice
  const { seller, buyer } = document
  const { t } = format
  const title = kind === 'invoice' ? t('invoice.title') : t('invoice.creditNote')
  return {
    title: number ? title : `${title} · ${t('invoice.draft')}`,
    sellerName: seller.name,
    logo,
    sender: [seller.company, ...format.address(seller.address)].join(' · '),
    addressee: [
      buyer.company,
      buyer.name === buyer.company ? '' : buyer.name,
      ...format.address({ ...buyer.address, name: '' }),
    ].filter(Boolean),
    facts: listFacts(invoice, format),
  }
}

function listFacts(
  { number, issuedOn, dueOn, kind, document }: PrintedInvoice,
  { t, day }: DocumentFormat,
): DocumentHead['facts'] {
  const { corrects, buyer } = document
  const isOwed = kind === 'invoice' && document.paid < document.total
  return [
    [t('invoice.number'), number],
    [t('invoice.date'), issuedOn ? day(issuedOn) : ''],
    [t('invoice.due'), isOwed && dueOn ? day(dueOn) : ''],
    [t('invoice.corrects'), corrects ? `${corrects.number} · ${day(corrects.issuedOn)}` : ''],
    [t('invoice.order'), document.orderNumber],
    [t('invoice.orderedOn'), day(document.orderedOn)],
    [t('invoice.suppliedOn'), document.suppliedOn ? day(document.suppliedOn) : ''],
    [t('invoice.reference'), document.buyerReference],
    [t('invoice.vatId'), buyer.vatId],
  ]
}

export function listSums({ document, kind }: PrintedInvoice, format: DocumentFormat): SumRow[] {
  const { t, money } = format
  const isOwed = kind === 'invoice' && document.paid > 0
  return [
    [t('invoice.net'), money(document.net)],
    ...document.taxes.map(
      ({ rate, tax }): SumRow => [t('invoice.taxAt', { rate: format.rate(rate) }), money(tax)],
    ),
    [t('invoice.total'), money(document.total), { size: 11, weight: 600 }],
    ...(isOwed
      ? ([
          [t('invoice.paid'), money(document.paid)],
          [t('invoice.balance'), money(document.total - document.paid), { weight: 600 }],
        ] satisfies SumRow[])
      : []),
  ]
}

/** The reason for a missing tax, the address of the parcel, how to pay and the note. */
export function listNotes({ document, kind }: PrintedInvoice, format: DocumentFormat): string[] {
  const { t, money, address } = format
  const { taxIncluded, tax, note, seller, buyer, shipTo, paid, total } = document
  const isTransfer = kind === 'invoice' && seller.iban !== '' && paid < total
  const isShippedElsewhere = Boolean(shipTo.line1) && shipTo.line1 !== buyer.address.line1
  return [
    getExemptionText(document),
    taxIncluded && tax > 0 ? t('invoice.pricesWithTax') : '',
    isShippedElsewhere ? `${t('invoice.shipTo')}: ${address(shipTo).join(', ')}` : '',
    isTransfer
      ? `${t('invoice.payTo')}: ${money(total - paid)} · ${seller.accountHolder} · ${seller.iban} · ${seller.bic}`
      : '',
    note,
  ].filter(Boolean)
}

/** The legal details of the seller. */
export const listFooterLines = (
  seller: InvoiceDocument['seller'],
  { t, address }: DocumentFormat,
): string[] =>
  [
    [seller.company, ...address(seller.address)],
    [
      seller.vatId && `${t('invoice.vatId')} ${seller.vatId}`,
      seller.taxNumber && `${t('invoice.taxNumber')} ${seller.taxNumber}`,
      seller.email,
      seller.phone,
    ],
    seller.legalNote.split('\n'),
  ].map(parts => parts.filter(Boolean).join(' · '))
