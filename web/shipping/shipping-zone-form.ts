import { z } from 'zod'
import {
  type ShippingDestination,
  type ShippingRate,
  type ShippingZone,
  ShippingZoneInput,
} from '#contract/store/shipping.ts'

/** The form has one list of countries. Regions and postal codes belong to a single country. */
export const ShippingZoneForm = ShippingZoneInput.omit({ destinations: true })
  .required()
  .extend({
    countries: z.array(z.string()),
    regions: z.array(z.string()),
    postalCodes: z.array(z.string()),
  })
export type ShippingZoneForm = z.input<typeof ShippingZoneForm>

export function toShippingZoneValues({
  name,
  destinations,
  rates,
}: ShippingZone): ShippingZoneForm {
  const [first] = destinations
  return {
    name,
    rates,
    countries: destinations.map(({ country }) => country),
    regions: destinations.length === 1 ? (first?.regions ?? []) : [],
    postalCodes: destinations.length === 1 ? (first?.postalCodes ?? []) : [],
  }
}

/** Returns the destinations of a form. Several countries keep their parts, which only the API sets. */
export function toDestinations(
  { countries, regions, postalCodes }: z.output<typeof ShippingZoneForm>,
  current: readonly ShippingDestination[] = [],
): ShippingDestination[] {
  if (countries.length === 1) return countries.map(country => ({ country, regions, postalCodes }))
  return countries.map(
    country =>
      current.find(destination => destination.country === country) ?? {
        country,
        regions: [],
        postalCodes: [],
      },
  )
}

export const createRate = (name: string): ShippingRate => ({
  _id: crypto.randomUUID(),
  name,
  kind: 'flat',
  steps: [{ from: 0, price: 0 }],
  freeFrom: null,
  minDays: null,
  maxDays: null,
  excludedClasses: [],
  enabled: true,
})
