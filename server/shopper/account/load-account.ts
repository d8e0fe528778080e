import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Id } from '#contract/lib/schemas.ts'
import {
  AccountAddressId,
  accountChanges,
  type ShopperAccount,
} from '#contract/storefront/storefront-account.ts'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import { listShopperAddresses } from '../../storefront/form/shopper-addresses.ts'
import { findAddressForm } from './account-addresses.ts'
import { listShopperAlerts, loadNewsletter } from './account-emails.ts'
import { listAccountOrders } from './list-account-orders.ts'
import { loadMailLanguage } from './mail-language.ts'

const AccountQuery = z.object({
  /** The id of the last order on the page before. */
  before: Id.optional().catch(undefined),
  /** The address whose form is shown. */
  address: AccountAddressId.optional().catch(undefined),
  done: z.enum(accountChanges).optional().catch(undefined),
})

type ContactRow = { name: string | null; phone: string | null; country: string; wishCount: number }

/** Loads what the store has for a shopper who is signed in. */
export async function loadShopperAccount(
  app: App,
  tx: Tx,
  { request, email, values }: LoadedShopper,
): Promise<ShopperAccount> {
  const { storeId, language, languages } = request.storefrontHost
  const { before, address, done: lastChange = null } = AccountQuery.parse(request.query)
  const [contact] = await tx<ContactRow[]>`
    select c.name, c.phone, coalesce(s.address ->> 'country', '') as country,
      (
        select count(*)::integer from wish_list w
        join wish_list_item i on i.store_id = w.store_id and i.wish_list_id = w.id
        where w.email = ${email}
      ) as wish_count
    from store s
    left join customer c on c.store_id = s.id and c.folded_email = ${email} and c.folded_email <> ''
    where s.id = current_store()`
  const addresses = await listShopperAddresses(tx, email)
  const addressForm = findAddressForm(addresses, {
    id: values['address'] ?? address ?? '',
    country: values['country'],
    storeCountry: contact?.country ?? '',
  })
  return {
    email,
    ...(await listAccountOrders(app, tx, { storeId, email, before })),
    details: { name: contact?.name ?? '', phone: contact?.phone ?? '' },
    mailLanguage: await loadMailLanguage(tx, email, { language, languages }),
    addresses,
    addressForm,
    newsletter: await loadNewsletter(tx, email),
    alerts: [...(await listShopperAlerts(tx, email))],
    wishCount: contact?.wishCount ?? 0,
    lastChange,
  }
}

type LoadedShopper = {
  request: FastifyRequest
  email: string
  /** What the shopper typed into a form that is shown again. */
  values: Record<string, string>
}
