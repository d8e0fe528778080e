import { insertRow, type Tx } from '../../lib/db/db.ts'

/** Returns the id of the customer with the email of a signed-in shopper, a new one if there is none. */
export async function openShopperCustomer(tx: Tx, email: string, name: string): Promise<string> {
  return (await findShopperCustomer(tx, email)) ?? insertRow(tx, 'customer', { email, name })
}

export async function findShopperCustomer(tx: Tx, email: string): Promise<string | undefined> {
  const [customer] = await tx<{ id: string }[]>`
    select id from customer where folded_email = ${email} and folded_email <> ''`
  return customer?.id
}
