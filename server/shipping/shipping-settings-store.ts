import {
  ShippingSettings,
  type ShippingSettingsEdit,
  type StoredShippingSettings,
} from '#contract/store/shipping-settings.ts'
import { assertVersion } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

export async function getShippingSettings(tx: Tx): Promise<StoredShippingSettings> {
  const [row] = await tx<{ shippingSettings: unknown; version: number }[]>`
    select shipping_settings, shipping_settings_version as version
    from store where id = current_store()`
  return { ...ShippingSettings.parse(row?.shippingSettings ?? {}), version: row?.version ?? 1 }
}

/** @throws Problem 409 version_conflict */
export async function updateShippingSettings(
  tx: Tx,
  { version, ...settings }: ShippingSettingsEdit,
): Promise<StoredShippingSettings> {
  await tx`select from store where id = current_store() for no key update`
  assertVersion(await getShippingSettings(tx), version)
  await tx`
    update store
    set shipping_settings = ${tx.json(settings)},
      shipping_settings_version = shipping_settings_version + 1
    where id = current_store()`
  return getShippingSettings(tx)
}
