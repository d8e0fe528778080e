import { createMoneyFormat } from '#contract/lib/money/money.ts'
import type { LineUnits } from '#contract/order/order-input.ts'
import type { OrderMailKind } from '#contract/order/order-mail.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import type { Tx } from '../lib/db/db.ts'
import type { MailImage, MailItem } from '../lib/mail/mail-content.ts'
import { describeMailImage, loadMailImages } from '../store-mail/load-mail-images.ts'
import { findMailedReturn } from './return-mail-details.ts'

export type MailParcel = Pick<
  StorefrontOrder['parcels'][number],
  'carrier' | 'number' | 'url' | 'lines'
>

export const isParcelMail = (kind: OrderMailKind): boolean =>
  ['shipped', 'tracking_updated', 'parcel_lost', 'parcel_canceled'].includes(kind)

/** Returns the images of the lines of an order, by the id of the line. */
export async function loadLineImages(
  tx: Tx,
  { orderId, storeUrl }: { orderId: string; storeUrl: string },
): Promise<ReadonlyMap<string, MailImage>> {
  const lines = await tx<{ id: string; image: string; title: string }[]>`
    select id, image, title from order_line where order_id = ${orderId} and image <> ''`
  const images = await loadMailImages(
    tx,
    lines.map(({ image }) => image),
    { storeUrl },
  )
  return new Map(
    lines.flatMap(({ id, image, title }) => {
      const file = describeMailImage(images.get(image), title)
      return file ? [[id, file] as const] : []
    }),
  )
}

type ItemFormat = {
  locale: string
  images: ReadonlyMap<string, MailImage>
  /** The return or claim that the email is about. */
  partId?: string | undefined
  parcel: MailParcel | null
  /** The prices of a kilogram or another amount, by the id of the line. */
  unitPrices: ReadonlyMap<string, string>
  refundedUnits: readonly LineUnits[]
}

/** Returns the products that an email is about: of its parcel, refund or return, or of the order. */
export function listMailItems(
  kind: OrderMailKind,
  order: StorefrontOrder,
  { partId, parcel, refundedUnits, unitPrices, ...format }: ItemFormat,
): MailItem[] {
  const createItem = createItemFormat(format)
  const listUnits = (units: readonly LineUnits[]) =>
    units.flatMap(({ line: id, quantity }) => {
      const line = order.lines.find(({ _id }) => _id === id)
      return line ? [createItem(line, quantity)] : []
    })
  if (isParcelMail(kind))
    return listUnits(parcel?.lines ?? order.parcels.flatMap(({ lines }) => lines))
  if (kind === 'delivered' && parcel) return listUnits(parcel.lines)
  if (kind === 'refunded') return listUnits(refundedUnits)
  if (/^(return|claim)_/.test(kind))
    return listUnits(findMailedReturn(kind, order, partId)?.lines ?? [])
  return order.lines.map(line => ({
    ...createItem(line, line.quantity),
    note: [line.variantTitle, unitPrices.get(line._id)].filter(Boolean).join(' · '),
    value: createMoneyFormat(format.locale, order.currency)(line.amount),
  }))
}

function createItemFormat({ locale, images }: Pick<ItemFormat, 'locale' | 'images'>) {
  const format = new Intl.NumberFormat(locale)
  return (
    { _id, title, variantTitle }: StorefrontOrder['lines'][number],
    quantity: number,
  ): MailItem => ({
    title,
    note: variantTitle,
    quantity: format.format(quantity),
    image: images.get(_id),
  })
}
