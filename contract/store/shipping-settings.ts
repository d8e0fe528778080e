import { z } from 'zod'
import { singleLineText, TimeOfDay, versionField } from '../lib/schemas.ts'
import { StoreCarrier } from './carrier.ts'

/** When and what a store packs and delivers. The checkout derives the days of a delivery from it. */
export const ShippingSettings = z.object({
  /** In the time zone of the store. Later orders count as those of the next working day. */
  cutOff: z.union([z.literal(''), TimeOfDay]).default(''),
  /** Working days from the order to the handover to the carrier; 0 for the same day. */
  handlingDays: z.int().min(0).max(60).default(0),
  /** Numbers from 0 for Monday. */
  workingDays: z.array(z.int().min(0).max(6)).min(1).max(7).default([0, 1, 2, 3, 4]),
  /** Days without packing and delivery. */
  holidays: z.array(z.iso.date()).max(200).default([]),
  /** Names of classes of goods, such as bulky or dangerous goods, that rates can exclude. */
  classes: z.array(singleLineText(60, 1)).max(50).default([]),
  /** Carriers whose tracking pages Storewright does not know. */
  carriers: z.array(StoreCarrier).max(30).default([]),
})
export type ShippingSettings = z.infer<typeof ShippingSettings>

export const ShippingSettingsEdit = ShippingSettings.extend(versionField)
export type ShippingSettingsEdit = z.infer<typeof ShippingSettingsEdit>

export const StoredShippingSettings = ShippingSettings.extend({ version: z.int() })
export type StoredShippingSettings = z.infer<typeof StoredShippingSettings>
