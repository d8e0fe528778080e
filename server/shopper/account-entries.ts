import type { FastifyRequest } from 'fastify'
import { CheckoutEntries } from '#contract/storefront-checkout.ts'
import type { App } from '../lib/call/serve.ts'
import { withBusinessTransaction } from '../lib/db/db.ts'
import { findSignedInEmail, readSessionToken } from './shopper-session.ts'

type EntriesRow = { name: string; phone: string; address: Record<string, string> | null }

/** Returns the contact and the last address of a shopper who is signed in, for the checkout. */
export async function findAccountEntries(
  { db }: Pick<App, 'db'>,
  request: FastifyRequest,
): Promise<CheckoutEntries> {
  if (readSessionToken(request) === undefined) return {}
  const { businessId } = request.storefrontHost
  return withBusinessTransaction(db, businessId, async tx => {
    const email = await findSignedInEmail(tx, request)
    if (email === undefined) return {}
    const [row] = await tx<EntriesRow[]>`
      select o.customer_name as name, o.customer_phone as phone, o.shipping_address as address
      from "order" o
      where lower(o.customer_email) = ${email} and o.cart_hash is not null
      order by nullif(o.shipping_address, '{}') is null, o.id desc
      limit 1`
    const { name = '', phone = '', address } = row ?? {}
    const { country, line1, line2, postalCode, city, region } = address ?? {}
    const entries = { email, name, phone, country, line1, line2, postalCode, city, region }
    return CheckoutEntries.catch({ email }).parse(entries)
  })
}
