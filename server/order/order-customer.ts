import type { Address } from '#contract/lib/schemas.ts'
import type { OrderInput } from '#contract/order-input.ts'
import { failField } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

export type OrderBuyer = { id: string | null; name: string; email: string; phone: string }
type CustomerCondition = ReturnType<Tx>

/**
 * Whom an order is for: the customer with this id, else this email, else this phone number, else a new one; nobody when
 * nothing is known. What the order says of them goes before what is known, and is kept with the order alone.
 */
export async function resolveOrderCustomer(
  tx: Tx,
  input: OrderInput['customer'] = {},
  address: Address = {},
): Promise<OrderBuyer> {
  const { _id, name = '', email = '', phone = '' } = input
  const submitted = { id: null, name, email, phone }
  if (!_id && !name && !email && !phone) return submitted
  if (_id) {
    const existing = await findCustomer(tx, tx`id = ${_id}`)
    if (!existing) throw failField('customer._id', 'customer_not_found')
    return mergeWithExisting(submitted, existing)
  }
  const existing = email
    ? await findCustomer(tx, tx`lower(email) = ${email} and email <> ''`)
    : phone
      ? await findCustomer(tx, tx`phone = ${phone} and phone <> ''`)
      : undefined
  if (existing) return mergeWithExisting(submitted, existing)
  const [inserted] = await tx<OrderBuyer[]>`
    insert into customer (name, email, phone, address) values (${name || (address.name ?? '')}, ${email}, ${phone}, ${tx.json(address)})
    on conflict do nothing returning id, name, email, phone`
  // No row: somebody made the customer with this email a moment ago.
  return mergeWithExisting(
    submitted,
    inserted ?? (await findCustomer(tx, tx`lower(email) = ${email} and email <> ''`)),
  )
}

const mergeWithExisting = (submitted: OrderBuyer, existing: OrderBuyer | undefined): OrderBuyer =>
  existing
    ? {
        id: existing.id,
        name: submitted.name || existing.name,
        email: submitted.email || existing.email,
        phone: submitted.phone || existing.phone,
      }
    : submitted

async function findCustomer(tx: Tx, condition: CustomerCondition): Promise<OrderBuyer | undefined> {
  const [row] = await tx<
    OrderBuyer[]
  >`select id, name, email, phone from customer where ${condition} order by id limit 1`
  return row
}
