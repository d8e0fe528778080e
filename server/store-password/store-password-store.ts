import type { StorePassword } from '#contract/store/store-password.ts'
import type { Tx } from '../lib/db/db.ts'

export async function getStorePassword(tx: Tx): Promise<StorePassword> {
  const [row] = await tx<{ updatedAt: string }[]>`select updated_at from storefront_password`
  return { isOn: row !== undefined, updatedAt: row?.updatedAt ?? null }
}

/** The new id ends the access of everyone who knows the previous password. */
export async function setStorePassword(tx: Tx, passwordHash: string): Promise<StorePassword> {
  await tx`
    insert into storefront_password (password_hash) values (${passwordHash})
    on conflict (store_id) do update
    set id = new_id(), password_hash = excluded.password_hash, updated_at = now()`
  return getStorePassword(tx)
}

export async function deleteStorePassword(tx: Tx): Promise<StorePassword> {
  await tx`delete from storefront_password`
  return getStorePassword(tx)
}
