import { isDeepStrictEqual } from 'node:util'
import type { Address } from '#contract/lib/country/address.ts'
import { selectIsOfShopper } from '../../customer/rule/mailed-order.ts'
import type { Tx } from '../../lib/db/db.ts'

/** An address that a signed-in shopper can choose. */
export type ShopperAddress = {
  /** The id of the customer, of the further address or of the order. */
  _id: string
  kind: 'default' | 'saved' | 'order'
  address: Address
}

/** Earlier orders with other addresses are not searched. */
const searchedOrders = 20

/**
 * Returns the addresses of a shopper who has proved the email: the default one, the further ones, then those
 * of the last orders that are none of these.
 */
export async function listShopperAddresses(tx: Tx, email: string): Promise<ShopperAddress[]> {
  const rows = await tx<ShopperAddress[]>`
    with person as (
      select id, name, address from customer where folded_email = ${email} and folded_email <> ''
    )
    select p.id as "_id", 'default' as kind,
      jsonb_build_object('name', p.name) || p.address as address, 1 as rank, 1 as position
    from person p
    union all
    select a.id, 'saved', jsonb_build_object('name', p.name) || a.address, 2,
      row_number() over (order by a.id)
    from person p join customer_address a on a.customer_id = p.id
    union all
    select o.id, 'order', jsonb_build_object('name', o.customer_name) || o.shipping_address, 3,
      row_number() over (order by o.id desc)
    from (
      select o.* from "order" o
      where ${selectIsOfShopper(tx, email)}
      order by id desc limit ${searchedOrders}
    ) o
    order by rank, position`
  const addresses: ShopperAddress[] = []
  for (const { _id, kind, address } of rows)
    if (address.line1 && !addresses.some(other => isSimilarAddress(other.address, address)))
      addresses.push({ _id, kind, address })
  return addresses
}

const isSimilarAddress = (a: Address, b: Address) =>
  isDeepStrictEqual(toComparableLines(a), toComparableLines(b))

const toComparableLines = ({ name, line1, line2, city, region, postalCode, country }: Address) =>
  [name, line1, line2, city, region, postalCode, country].map(text =>
    (text ?? '').normalize('NFKC').toLowerCase().trim(),
  )
