import { isDeepStrictEqual } from 'node:util'
import { type CustomerAddress, customerAddressLimit } from '#contract/customer/customer-address.ts'
import type { Address } from '#contract/lib/country/address.ts'
import { assertFound, Problem } from '../../lib/call/problem.ts'
import { insertRow, type Tx, updateRow, updateVersionedRow } from '../../lib/db/db.ts'

declare module '../../lib/db/table-fields.ts' {
  interface TableColumns {
    customer_address: { customerId: string; address: Address }
  }
}

/** Returns the addresses of a customer without the default one, oldest first. */
export async function listCustomerAddresses(tx: Tx, customerId: string) {
  const [customer] = await tx`select 1 from customer where id = ${customerId}`
  assertFound(customer, 'customer_not_found')
  return tx<CustomerAddress[]>`
    select id as "_id", address from customer_address where customer_id = ${customerId} order by id`
}

/** @throws Problem 409 customer_address_limit */
export async function createCustomerAddress(
  tx: Tx,
  customerId: string,
  address: Address,
): Promise<CustomerAddress> {
  await lockCustomer(tx, customerId)
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from customer_address where customer_id = ${customerId}`
  if (row && row.count >= customerAddressLimit)
    throw new Problem(409, 'customer_address_limit', { count: customerAddressLimit })
  return { _id: await insertRow(tx, 'customer_address', { customerId, address }), address }
}

export async function updateCustomerAddress(
  tx: Tx,
  id: string,
  address: Address,
): Promise<CustomerAddress> {
  await lockAddress(tx, id)
  await updateRow(tx, 'customer_address', id, { address })
  return { _id: id, address }
}

/** Exchanges an address with the default one of its customer, which is then kept, unless it is empty. */
export async function makeAddressDefault(tx: Tx, id: string): Promise<undefined> {
  const { customerId, address, defaultAddress } = await lockAddress(tx, id)
  await updateVersionedRow(tx, 'customer', customerId, { address })
  const isKept =
    Object.values(defaultAddress).some(Boolean) && !isDeepStrictEqual(address, defaultAddress)
  if (isKept) await updateRow(tx, 'customer_address', id, { address: defaultAddress })
  else await tx`delete from customer_address where id = ${id}`
}

export async function deleteCustomerAddress(tx: Tx, id: string): Promise<undefined> {
  const [row] = await tx`delete from customer_address where id = ${id} returning id`
  assertFound(row, 'address_not_found')
}

async function lockCustomer(tx: Tx, id: string): Promise<{ address: Address }> {
  const [row] = await tx<{ address: Address }[]>`
    select address from customer where id = ${id} for update`
  return assertFound(row, 'customer_not_found')
}

/** Locks the customer of an address first, as all changes of addresses do, then the address. */
async function lockAddress(tx: Tx, id: string) {
  const [owner] = await tx<{ customerId: string }[]>`
    select customer_id from customer_address where id = ${id}`
  const { customerId } = assertFound(owner, 'address_not_found')
  const { address: defaultAddress } = await lockCustomer(tx, customerId)
  const [row] = await tx<{ address: Address }[]>`
    select address from customer_address where id = ${id} for update`
  return { customerId, defaultAddress, ...assertFound(row, 'address_not_found') }
}
