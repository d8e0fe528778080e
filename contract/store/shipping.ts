import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { PostalCode } from '../lib/country/address.ts'
import { issue } from '../lib/error/issue.ts'
import { codeText, Id, Money, singleLineText, updateSchema } from '../lib/schemas.ts'
import { ShippingSettingsEdit, StoredShippingSettings } from './shipping-settings.ts'

export const maxShippingZones = 50
const maxDestinations = 250

/** `by_weight` and `by_total` have a price for each step, the others have one price. */
export const shippingRateKinds = ['flat', 'by_weight', 'by_total', 'pickup'] as const
export const ShippingRateKind = z.enum(shippingRateKinds)
export type ShippingRateKind = z.infer<typeof ShippingRateKind>

/** A country, or parts of it. Postal codes are the first characters of those that belong to the zone. */
const ShippingDestination = z.object({
  country: codeText(20).regex(/^[A-Z]{2}$/, issue('invalid_country')),
  regions: z.array(singleLineText(120, 1)).max(100).default([]),
  postalCodes: z.array(PostalCode.min(1)).max(500).default([]),
})
export type ShippingDestination = z.infer<typeof ShippingDestination>

/** The price of deliveries from this weight in grams, or from this total in minor units. */
const ShippingStep = z.object({ from: z.int().min(0).max(1_000_000_000_000), price: Money })
export type ShippingStep = z.infer<typeof ShippingStep>

const Days = z.int().min(0).max(365).nullable()
const ShippingRate = z
  .object({
    _id: Id,
    /** The name shown to shoppers. */
    name: singleLineText(60, 1),
    kind: ShippingRateKind,
    /** The first step starts at 0. Rates with one price have the price of the first step. */
    steps: z.array(ShippingStep).min(1).max(20),
    /** The total from which the rate is free. */
    freeFrom: Money.nullable().default(null),
    minDays: Days.default(null),
    maxDays: Days.default(null),
    /** Shipping classes of products that this rate does not carry. */
    excludedClasses: z.array(singleLineText(60, 1)).max(50).default([]),
    enabled: z.boolean().default(true),
  })
  .superRefine(({ steps, minDays, maxDays }, context) => {
    const addIssue = (path: (string | number)[], code: 'invalid_shipping_step' | 'days_reversed') =>
      context.addIssue({ code: 'custom', path, message: issue(code).error })
    steps.forEach(({ from }, index) => {
      const previous = steps[index - 1]
      const isInOrder = previous ? from > previous.from : from === 0
      if (!isInOrder) addIssue(['steps', index, 'from'], 'invalid_shipping_step')
    })
    if (minDays !== null && maxDays !== null && maxDays < minDays)
      addIssue(['maxDays'], 'days_reversed')
  })
export type ShippingRate = z.infer<typeof ShippingRate>

export const ShippingZoneInput = z.object({
  name: singleLineText(60, 1),
  /** Empty for the rest of the world. */
  destinations: z.array(ShippingDestination).max(maxDestinations).optional(),
  rates: z.array(ShippingRate).max(20).optional(),
})
export type ShippingZoneInput = z.infer<typeof ShippingZoneInput>

export const ShippingZone = ShippingZoneInput.required().extend({ _id: Id, version: z.int() })
export type ShippingZone = z.infer<typeof ShippingZone>

/** A rate with its price, as shoppers choose it. */
export type ShippingOption = {
  _id: string
  name: string
  price: number
  isPickup: boolean
  /** The first and the last day of the delivery, as ISO dates. */
  deliveryFrom: string | null
  deliveryTo: string | null
}

export const shippingApi = defineApi('shipping', {
  getSettings: {
    method: 'GET',
    path: '/shipping/settings',
    can: 'business:read',
    summary: 'Get working days, holidays, packing times and own carriers',
    reply: StoredShippingSettings,
  },
  updateSettings: {
    method: 'PUT',
    path: '/shipping/settings',
    can: 'business:write',
    summary: 'Replace working days, holidays, packing times and own carriers',
    body: ShippingSettingsEdit,
    reply: StoredShippingSettings,
    message: 'Shipping settings updated',
  },
  list: {
    method: 'GET',
    path: '/shipping/getAll',
    can: 'business:read',
    summary: 'List shipping zones with their rates',
    reply: z.array(ShippingZone),
  },
  create: {
    method: 'POST',
    path: '/shipping/create',
    can: 'business:write',
    summary: 'Create a shipping zone',
    body: ShippingZoneInput,
    reply: ShippingZone,
    message: 'Shipping zone added',
  },
  update: {
    method: 'PATCH',
    path: '/shipping/update/:id',
    can: 'business:write',
    summary: 'Update a shipping zone; its lists are replaced',
    body: updateSchema(ShippingZoneInput),
    reply: ShippingZone,
    message: 'Shipping zone updated',
  },
  delete: {
    method: 'DELETE',
    path: '/shipping/delete/:id',
    can: 'business:write',
    summary: 'Delete a shipping zone',
    message: 'Shipping zone deleted',
  },
})
