import type { Address } from '#contract/lib/shapes.ts'
import type { OrderInput } from '#contract/order.ts'
import { refuseField } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

export type Buyer = { id: string | null; name: string; email: string; phone: string }
type Fragment = ReturnType<Tx>

/**
 * Whom an order is for: the customer with this id, else this email, else this phone number, else a new one; nobody when
 * nothing is known. What the order says of them goes before what is known, and is kept with the order alone.
 */
export async function buyerFor(
  tx: Tx,
  given: OrderInput['customer'] = {},
  address: Address = {},
): Promise<Buyer> {
  const { _id, name = '', email = '', phone = '' } = given
  const said = { id: null, name, email, phone }
  if (!_id && !name && !email && !phone) return said
  if (_id) {
    const known = await find(tx, tx`id = ${_id}`)
    if (!known) throw refuseField('customer._id', 'unknown', 'This customer does not exist')
    return whole(said, known)
  }
  const known = email
    ? await find(tx, tx`lower(email) = ${email} and email <> ''`)
    : phone
      ? await find(tx, tx`phone = ${phone} and phone <> ''`)
      : undefined
  if (known) return whole(said, known)
  const [made] = await tx<Buyer[]>`
    insert into customer (name, email, phone, address) values (${name || (address.name ?? '')}, ${email}, ${phone}, ${tx.json(address)})
    on conflict do nothing returning id, name, email, phone`
  // No row: somebody made the customer with this email a moment ago.
  return whole(said, made ?? (await find(tx, tx`lower(email) = ${email} and email <> ''`)))
}

const whole = (said: Buyer, known: Buyer | undefined): Buyer =>
  known
    ? {
        id: known.id,
        name: said.name || known.name,
        email: said.email || known.email,
        phone: said.phone || known.phone,
      }
    : said

async function find(tx: Tx, condition: Fragment): Promise<Buyer | undefined> {
  const [row] = await tx<
    Buyer[]
  >`select id, name, email, phone from customer where ${condition} order by id limit 1`
  return row
}
