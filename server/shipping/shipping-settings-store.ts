import { ShippingSettings } from '#contract/store/shipping-settings.ts'
import type { Tx } from '../lib/db/db.ts'

export async function getShippingSettings(tx: Tx): Promise<ShippingSettings> {
  const [row] = await tx<{ shippingSettings: unknown }[]>`
    select shipping_settings from store where id = current_store()`
  return ShippingSettings.parse(row?.shippingSettings ?? {})
}

export async function updateShippingSettings(
  tx: Tx,
  settings: ShippingSettings,
): Promise<ShippingSettings> {
  await tx`
    update store set shipping_settings = ${tx.json(settings)} where id = current_store()`
  return getShippingSettings(tx)
}
