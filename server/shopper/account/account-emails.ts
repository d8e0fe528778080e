import type { Language } from '#contract/lib/text/languages.ts'
import { formatNewsletterConsent } from '#contract/store/consent-texts.ts'
import type { AccountAlert, AccountConsent } from '#contract/storefront/storefront-account.ts'
import type { Tx } from '../../lib/db/db.ts'

const shownConsents = 10

/** Returns whether the email receives marketing emails, and the newest decisions about them. */
export async function loadNewsletter(tx: Tx, email: string) {
  const [audience] = await tx`select from marketing_audience() m where m.email = ${email} limit 1`
  const history = await tx<AccountConsent[]>`
    select e.kind, e.created_at
    from consent_event e
    where e.subscriber_id in (select id from subscriber where email = ${email})
      or e.customer_id in (select id from customer where folded_email = ${email} and folded_email <> '')
    order by e.created_at desc, e.id desc limit ${shownConsents}`
  return { isOn: audience !== undefined, history: [...history] }
}

type NewsletterChange = { email: string; isWanted: boolean; language: Language; source: string }

/** Agrees to marketing emails or ends the consent. The shopper has proved the email by signing in. */
export async function changeNewsletter(
  tx: Tx,
  { email, isWanted, language, source }: NewsletterChange,
): Promise<void> {
  const [store] = await tx<{ name: string }[]>`select name from store where id = current_store()`
  const consent = formatNewsletterConsent(language, store?.name ?? '')
  await tx`select set_shopper_newsletter(${email}, ${isWanted}, ${language}, ${consent}, ${source})`
}

/** Returns the alerts that wait, also for their confirmation. */
export const listShopperAlerts = (tx: Tx, email: string) => tx<AccountAlert[]>`
  select a.id as "_id", a.kind, a.state = 'pending' as is_pending,
    concat_ws(' – ', p.title, nullif(array_to_string(v.options, ' / '), '')) as title,
    case when p.status = 'active' then '/products/' || p.slug || '?variant=' || v.id end as path
  from product_alert a
  join variant v on v.store_id = a.store_id and v.id = a.variant_id
  join product p on p.store_id = v.store_id and p.id = v.product_id
  where a.email = ${email} and a.state in ('pending', 'confirmed')
  order by a.requested_at desc, a.id desc`

export const stopShopperAlert = (tx: Tx, email: string, id: string) => tx`
  update product_alert set state = 'unsubscribed'
  where id = ${id} and email = ${email} and state in ('pending', 'confirmed')`

export const stopShopperAlerts = (tx: Tx, email: string) => tx`
  update product_alert set state = 'unsubscribed'
  where email = ${email} and state in ('pending', 'confirmed')`
