import type { Language } from '#contract/lib/text/languages.ts'
import type { ProductAlertKind } from '#contract/product/product-alert.ts'
import { formatProductAlertConsent } from '#contract/store/consent-texts.ts'
import type { Tx } from '../../lib/db/db.ts'

type AlertChange = { listId: string; product: string; wanted: 'on' | 'off' }
type AlertShopper = { email: string; language: Language; source: string }

/**
 * Starts or ends the alerts about a product of a list: a lower price and, for one that is sold out, back in
 * stock. The shopper is signed in, so that the email needs no confirmation. Without a chosen variant,
 * they are about the cheapest one.
 */
export async function changeShopperAlerts(
  tx: Tx,
  { listId, product, wanted }: AlertChange,
  { email, language, source }: AlertShopper,
): Promise<void> {
  if (wanted === 'off') {
    await tx`
      update product_alert a set state = 'unsubscribed'
      from variant v
      where v.store_id = a.store_id and v.id = a.variant_id and v.product_id = ${product}
        and a.email = ${email} and a.state in ('pending', 'confirmed')`
    return
  }
  const [item] = await tx<{ variant: string; kinds: ProductAlertKind[]; store: string }[]>`
    select v.id as variant, s.name as store,
      array_remove(array[
        case when v.price > 0 then 'price' end,
        case when v.track_stock and not v.allow_backorder and v.stock <= 0 then 'stock' end], null) as kinds
    from wish_list_item i
    join store s on s.id = i.store_id
    join product p on p.store_id = i.store_id and p.id = i.product_id and p.status = 'active'
    join variant v on v.store_id = i.store_id and v.product_id = i.product_id
    where i.wish_list_id = ${listId} and i.product_id = ${product}
    order by v.id = i.variant_id desc nulls last, v.price, v.position, v.id
    limit 1`
  for (const kind of item?.kinds ?? []) {
    const consent = formatProductAlertConsent(language, kind, item?.store ?? '')
    await tx`
      select add_shopper_alert(${item?.variant ?? ''}, ${kind}, ${email}, ${language}, ${consent}, ${source})`
  }
}
