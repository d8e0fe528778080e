import type { ShippingOption, ShippingZone } from '#contract/store/shipping.ts'
import { ShippingSettings } from '#contract/store/shipping-settings.ts'
import type { Tx } from '../../lib/db/db.ts'
import { findDeliveryDays } from './delivery-days.ts'
import { findShippingRates, type RateCriteria } from './shipping-rates.ts'

/** Where, when and for how much a store delivers. The names of zones are for the seller. */
export type StoreShipping = {
  zones: Pick<ShippingZone, 'destinations' | 'rates'>[]
  settings: ShippingSettings
  timeZone: string
  /** The country of the store. */
  country: string
}
/** With the settings as they are stored. */
export type StoreShippingRow = Omit<StoreShipping, 'settings'> & { shippingSettings: unknown }

export async function loadStoreShipping(tx: Tx): Promise<StoreShipping> {
  const [row] = await tx<StoreShippingRow[]>`
    select ${shippingColumns(tx)} from store s where s.id = current_store()`
  return toStoreShipping(row ?? { zones: [], timeZone: 'UTC', country: '', shippingSettings: {} })
}

/** Selects the columns of a `StoreShippingRow` from the store `s`. */
export const shippingColumns = (tx: Tx) => tx`
  s.timezone as time_zone, s.shipping_settings, coalesce(s.address ->> 'country', '') as country,
  coalesce((
    select jsonb_agg(jsonb_build_object('destinations', destinations, 'rates', rates) order by id)
    from shipping_zone
  ), '[]') as zones`

export const toStoreShipping = ({
  zones,
  timeZone,
  country,
  shippingSettings,
}: StoreShippingRow): StoreShipping => ({
  zones,
  timeZone,
  country,
  settings: ShippingSettings.parse(shippingSettings),
})

/** Returns the rates that match, with the days of delivery of an order that is placed now. */
export const listShippingOptions = (
  { zones, settings, timeZone }: StoreShipping,
  criteria: RateCriteria,
  placedAt = new Date(),
): ShippingOption[] =>
  findShippingRates(zones, criteria).map(({ minDays, maxDays, ...rate }) => ({
    ...rate,
    ...findDeliveryDays({ placedAt, timeZone }, { minDays, maxDays }, settings),
  }))
