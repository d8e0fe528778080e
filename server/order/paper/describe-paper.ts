import type { OrderPaper } from '#contract/order/order-paper.ts'
import type { OrderLine } from '#contract/order/order-part.ts'
import { hasDeliveryNote, listDeliveryNoteLines } from '#contract/packing/delivery-note.ts'
import {
  findPackingObstacle,
  listLinesToPack,
  listSlipParcels,
} from '#contract/packing/packing-obstacle.ts'
import { Problem } from '../../lib/call/problem.ts'
import { describeReceiptSums, describeReceiptTable } from './describe-receipt.ts'
import type { PaperOrder, PaperStore } from './load-paper-order.ts'
import {
  createPaperSource,
  type PaperChoice,
  type PaperSource,
  type Parcel,
} from './paper-source.ts'

/**
 * Returns a document of an order. The packing slip is in the language of the store, the others in
 * that of the customer.
 * @throws Problem 404 shipment_not_found, or 409 receipt_without_payment, nothing_to_pack or nothing_to_deliver
 */
export function describePaper(
  store: PaperStore,
  order: PaperOrder,
  { kind, parcelId }: PaperChoice,
): OrderPaper {
  const source = createPaperSource(store, order, { kind, parcelId })
  const { format } = source
  const { t } = format
  const isReceipt = kind === 'receipt'
  if (isReceipt && order.payments.length === 0) throw new Problem(409, 'receipt_without_payment')
  if (kind === 'packingSlip') assertPackable(source)
  if (kind === 'deliveryNote' && !hasDeliveryNote(order))
    throw new Problem(409, 'nothing_to_deliver')
  return {
    kind,
    language: format.language,
    direction: format.direction,
    orderNumber: order.number,
    title: t(`paper.${kind}`),
    sellerName: store.name,
    logo: store.logo,
    sender: [store.legalName || store.name, ...format.address(withoutPhone(store.address))].join(
      ' · ',
    ),
    addressee: listAddressee(source),
    facts: listFacts(source).filter(([, value]) => value !== ''),
    table: isReceipt ? describeReceiptTable(source) : describeItems(source),
    sums: isReceipt ? describeReceiptSums(source) : [],
    notes: isReceipt ? [] : listNotes(source),
    footer: listFooterLines(source),
  }
}

/**
 * Asserts that the order has units to pack or, for the slip of a parcel, that it can be printed again.
 * @throws Problem 409 nothing_to_pack
 */
function assertPackable({ order, parcel }: PaperSource): void {
  const isPackable = parcel
    ? listSlipParcels(order).includes(parcel)
    : findPackingObstacle(order) === undefined
  if (!isPackable) throw new Problem(409, 'nothing_to_pack')
}

/** What the shopper has written. */
const listNotes = ({ order, format: { t } }: PaperSource): string[] => [
  ...order.checkoutAnswers.map(({ label, value }) => `${label}: ${value}`),
  ...(order.customerNote ? [`${t('paper.customerNote')}: ${order.customerNote}`] : []),
]

/** Only the label of the carrier needs a phone number. */
const withoutPhone = ({ phone: _, ...address }: PaperStore['address']) => address

/** A receipt is for the payer, the other documents go with the parcel. */
function listAddressee({ kind, order, format }: PaperSource): string[] {
  const { customer, billingAddress, shippingAddress } = order
  const isBilled = kind === 'receipt' && Boolean(billingAddress.line1)
  const address = withoutPhone(isBilled ? billingAddress : shippingAddress)
  return [
    customer.company,
    ...format.address({ ...address, name: address.name || customer.name }),
  ].filter(Boolean)
}

function listFacts({ kind, order, parcel, format, toDay }: PaperSource): [string, string][] {
  const { t } = format
  const orderFacts: [string, string][] = [
    [t('invoice.order'), order.number],
    [t('invoice.orderedOn'), toDay(order.createdAt)],
  ]
  if (kind === 'receipt') return [...orderFacts, [t('invoice.vatId'), order.customer.vatId]]
  const parcelFacts: [string, string][] = [
    [t('paper.parcel'), parcel?.number ?? ''],
    [t('paper.shippedOn'), parcel?.shippedAt ? toDay(parcel.shippedAt) : ''],
    [t('paper.carrier'), [parcel?.carrier, parcel?.service].filter(Boolean).join(' · ')],
    [t('paper.trackingNumber'), parcel?.trackingNumber ?? ''],
  ]
  return [...orderFacts, [t('paper.shippingMethod'), order.shippingMethod], ...parcelFacts]
}

function describeItems({ kind, order, parcel, format }: PaperSource): OrderPaper['table'] {
  const { t, number } = format
  const listLines = kind === 'packingSlip' ? listLinesToPack : listDeliveryNoteLines
  const lines = parcel ? listParcelLines(order, parcel) : listLines(order)
  return {
    firstLabel: t('invoice.item'),
    columns: [
      { label: t('paper.sku'), width: 110 },
      { label: t('invoice.quantity'), width: 60 },
    ],
    rows: lines.map(({ title, variantTitle, sku, quantity }) => ({
      cells: [title, sku, number(quantity)],
      details: variantTitle,
      narrowCell: [title, sku].filter(Boolean).join(' · '),
    })),
  }
}

const listParcelLines = ({ lines }: PaperOrder, parcel: Parcel): OrderLine[] =>
  parcel.lines.flatMap(({ line: id, quantity }) => {
    const line = lines.find(({ _id }) => _id === id)
    return line && quantity > 0 ? [{ ...line, quantity }] : []
  })

/** The legal details of the store. */
function listFooterLines({ store, format }: PaperSource): string[] {
  const { legalName, name, address, vatId, email, phone, settings } = store
  const { t } = format
  const { taxNumber, legalNote } = settings
  return [
    [legalName || name, ...format.address(withoutPhone(address))],
    [
      vatId && `${t('invoice.vatId')} ${vatId}`,
      taxNumber && `${t('invoice.taxNumber')} ${taxNumber}`,
      email,
      phone,
    ],
    legalNote.split('\n'),
  ]
    .map(parts => parts.filter(Boolean).join(' · '))
    .filter(Boolean)
}
