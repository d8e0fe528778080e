import type { OrderPaperKind } from '#contract/order/order-paper.ts'
import { toClockDay } from '../../calendar/rule/time-zone.ts'
import { assertFound } from '../../lib/call/problem.ts'
import {
  chooseDocumentLocale,
  createDocumentFormat,
  type DocumentFormat,
} from '../../lib/pdf/document-format.ts'
import type { PaperOrder, PaperStore } from './load-paper-order.ts'

export type Parcel = PaperOrder['fulfillments'][number]
export type PaperChoice = { kind: OrderPaperKind; parcelId?: string | undefined }
/** The data from which the parts of a document are written. */
export type PaperSource = {
  kind: OrderPaperKind
  store: PaperStore
  order: PaperOrder
  parcel: Parcel | undefined
  format: DocumentFormat
  toDay: (at: string) => string
}

/** @throws Problem 404 shipment_not_found */
export function createPaperSource(
  store: PaperStore,
  order: PaperOrder,
  { kind, parcelId }: PaperChoice,
): PaperSource {
  const { locale } =
    kind === 'packingSlip'
      ? store
      : chooseDocumentLocale({ language: order.customerLanguage, store })
  const format = createDocumentFormat({ locale, currency: order.currency })
  const { timezone: timeZone } = store
  return {
    kind,
    store,
    order,
    parcel: findParcel(order, { kind, parcelId }),
    format,
    toDay: at => format.day(toClockDay(new Date(at), timeZone)),
  }
}

/** Returns the chosen parcel. A delivery note names the only parcel of an order by default. */
function findParcel(
  { fulfillments }: PaperOrder,
  { kind, parcelId }: PaperChoice,
): Parcel | undefined {
  if (parcelId !== undefined)
    return assertFound(
      fulfillments.find(({ _id }) => _id === parcelId),
      'shipment_not_found',
    )
  const parcels = fulfillments.filter(({ status }) => status !== 'cancelled')
  return kind === 'deliveryNote' && parcels.length === 1 ? parcels[0] : undefined
}
