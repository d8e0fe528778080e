import { createHash, randomBytes } from 'node:crypto'
import type { CheckoutEntries } from '#contract/storefront/storefront-checkout.ts'
import type { TestApp } from '../testing.ts'

type TestCart = {
  variant?: string
  quantity?: number
  entries?: CheckoutEntries
  /** The age of its last change. */
  hours?: number
}

/** Adds a cart to the store of the test owner, as its storefront does, and returns its id. */
export const addTestCart = (
  t: TestApp,
  { variant, quantity = 1, entries = {}, hours = 0 }: TestCart = {},
): Promise<string> =>
  t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    const hash = createHash('sha256').update(randomBytes(32)).digest()
    if (variant) await tx`select add_to_cart(null, ${hash}, ${variant}, ${quantity}, 99, 100)`
    else await tx`insert into cart (token_hash) values (${hash})`
    await tx`select set_cart_checkout(${hash}, ${tx.json(entries)})`
    const [row] = await tx<{ id: string }[]>`
      update cart set updated_at = now() - ${hours} * interval '1 hour'
      where token_hash = ${hash} returning id`
    return row?.id ?? ''
  })
