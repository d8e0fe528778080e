import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'

/** Returns the id of the customer with the email of a signed-in shopper, a new one if there is none. */
export async function findOrCreateShopperCustomer(
  tx: Tx,
  email: string,
  name: string,
): Promise<string> {
  const id = await findShopperCustomer(tx, email)
  if (id !== undefined) return id
  // Another request of the shopper can add the customer first.
  await tx`insert into customer (email, name) values (${email}, ${name}) on conflict do nothing`
  return assertFound(await findShopperCustomer(tx, email), 'customer_not_found')
}

export async function findShopperCustomer(tx: Tx, email: string): Promise<string | undefined> {
  const [customer] = await tx<{ id: string }[]>`
    select id from customer where folded_email = ${email} and folded_email <> ''`
  return customer?.id
}
