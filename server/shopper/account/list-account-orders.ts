import type { AccountImage, AccountOrder } from '#contract/storefront/storefront-account.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import { selectIsOfShopper } from '../../customer/rule/mailed-order.ts'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectVariantImage } from '../../media/select-variant-image.ts'
import { selectIsPickup } from '../../order/page/order-pickup.ts'
import {
  getPartialState,
  getState,
  selectIsLost,
  selectIsWithdrawn,
} from '../../order/page/shopper-order-state.ts'
import { getOrderPath, selectLinkSince } from '../../sale/order-link.ts'

const pageSize = 10
const shownImages = 3

type AccountOrderRow = Omit<AccountOrder, 'path' | 'state' | 'partialState' | 'images'> & {
  id: string
  linkSince: string
  images: AccountImage[] | null
} & Parameters<typeof getPartialState>[0] &
  Parameters<typeof getState>[0]
type OrderList = { storeId: string; email: string; before: string | undefined }

/** Returns a page of the orders of a shopper, the newest first. */
export async function listAccountOrders(app: App, tx: Tx, { storeId, email, before }: OrderList) {
  const rows = await tx<AccountOrderRow[]>`
    select id, ${selectLinkSince(tx)} as link_since, number, created_at, total, status,
      fulfillment_status, return_progress,
      ${selectIsWithdrawn(tx)} as is_withdrawn, ${selectIsLost(tx)} as is_lost,
      ${selectIsPickup(tx)} as is_pickup,
      (select timezone from store where id = current_store()) as timezone,
      (
        select coalesce(sum(l.quantity), 0)::integer from order_line l
        where l.store_id = o.store_id and l.order_id = o.id
      ) as unit_count,
      ${selectImages(tx)} as images
    from "order" o
    where ${selectIsOfShopper(tx, email)}
      ${before === undefined ? tx`` : tx`and id < ${before}`}
    order by id desc
    limit ${pageSize + 1}`
  const page = rows.slice(0, pageSize)
  return {
    orders: page.map(({ id, linkSince, images, ...row }): AccountOrder => {
      const { number, createdAt, timezone, total, unitCount, ...statuses } = row
      return {
        number,
        createdAt,
        timezone,
        total,
        unitCount,
        images: images ?? [],
        partialState: getPartialState(statuses),
        state: getState(statuses),
        path: getOrderPath(app, { storeId, id, linkSince }),
      }
    }),
    olderPath:
      rows.length > pageSize ? `${storefrontForms.account.path}?before=${page.at(-1)?.id}` : null,
    isFirstPage: before === undefined,
  }
}

/** Selects the images of the first products of an order `o`. */
const selectImages = (tx: Tx) => tx`(
  select jsonb_agg(x.image)
  from (
    select ${selectVariantImage(tx)} as image
    from order_line l join variant v on v.store_id = l.store_id and v.id = l.variant_id
    where l.store_id = o.store_id and l.order_id = o.id
    order by l.position, l.id limit ${shownImages}
  ) x
  where x.image is not null)`
