import type { FastifyRequest } from 'fastify'
import type { Address } from '#contract/lib/country/address.ts'
import { CheckoutEntries } from '#contract/storefront/storefront-checkout.ts'
import { selectIsOfShopper } from '../../customer/rule/mailed-order.ts'
import type { App } from '../../lib/call/serve.ts'
import { withStoreTransaction } from '../../lib/db/db.ts'
import { listShopperAddresses } from './shopper-addresses.ts'
import { findSignedInEmail, readSessionToken } from './shopper-session.ts'

/** A shopper who has proved the email by a link. */
export type SignedInShopper = {
  email: string
  /** The customer with this email is exempt from tax. */
  isTaxExempt: boolean
  /** The contact and the last address, for the checkout. */
  entries: CheckoutEntries
  /** The saved addresses, then those of earlier orders. */
  addresses: SavedAddress[]
}
export type SavedAddress = Record<
  'name' | 'line1' | 'line2' | 'postalCode' | 'city' | 'region' | 'country',
  string
>
type ShopperRow = {
  isTaxExempt: boolean
  name: string | null
  phone: string | null
  company: string | null
  vatId: string | null
  address: Record<string, string> | null
}

/** Returns the shopper who is signed in to the store of the request. */
export async function findSignedInShopper(
  { db }: Pick<App, 'db'>,
  request: FastifyRequest,
): Promise<SignedInShopper | undefined> {
  if (readSessionToken(request) === undefined) return undefined
  const { storeId } = request.storefrontHost
  return withStoreTransaction(db, storeId, async tx => {
    const email = await findSignedInEmail(tx, request)
    if (email === undefined) return undefined
    const [row] = await tx<ShopperRow[]>`
      select coalesce(c.tax_exempt, false) as is_tax_exempt,
        coalesce(o.customer_name, c.name) as name, coalesce(o.customer_phone, c.phone) as phone,
        c.company, c.vat_id, coalesce(nullif(o.shipping_address, '{}'), c.address) as address
      from (select) nothing
      left join (
        select name, phone, company, vat_id, address, tax_exempt from customer
        where folded_email = ${email} and folded_email <> ''
      ) c on true
      left join (
        select customer_name, customer_phone, shipping_address from "order" o
        where ${selectIsOfShopper(tx, email)}
        order by nullif(shipping_address, '{}') is null, id desc
        limit 1
      ) o on true`
    const addresses = await listShopperAddresses(tx, email)
    return {
      email,
      isTaxExempt: row?.isTaxExempt ?? false,
      entries: toEntries(email, row),
      addresses: addresses.map(({ address }) => toSavedAddress(address)),
    }
  })
}

const toSavedAddress = ({
  name = '',
  line1 = '',
  line2 = '',
  postalCode = '',
  city = '',
  region = '',
  country = '',
}: Address): SavedAddress => ({
  name,
  line1,
  line2,
  postalCode,
  city,
  region,
  country,
})

function toEntries(email: string, row: ShopperRow | undefined): CheckoutEntries {
  const { name, phone, company, vatId, address } = row ?? {}
  const { country, line1, line2, postalCode, city, region } = address ?? {}
  const addressEntries = { country, line1, line2, postalCode, city, region }
  const contact = Object.entries({ name, phone, company, vatId }).filter(([, value]) => value)
  const entries = { email, ...Object.fromEntries(contact), ...addressEntries }
  return CheckoutEntries.catch({ email }).parse(entries)
}
