import { CheckoutEntries } from '#contract/storefront/storefront-checkout.ts'
import type { Tx } from '../lib/db/db.ts'
import { hashToken } from '../lib/security/hash-token.ts'

/** Stores the entries in the cart, so that they survive a reload and a visit to other pages. */
export const storeEntries = (tx: Tx, token: string, entries: CheckoutEntries) =>
  tx`select set_cart_checkout(${hashToken(token)}, ${tx.json(entries)})`

export async function readEntries(tx: Tx, token: string): Promise<CheckoutEntries> {
  const [row] = await tx<{ entries: unknown }[]>`
    select read_cart_checkout(${hashToken(token)}) as entries`
  return CheckoutEntries.catch({}).parse(row?.entries ?? {})
}
