import { isEuCountry, listEuCountries } from '#contract/lib/country/eu-countries.ts'
import type { ShippingZoneInput } from '#contract/store/shipping.ts'
import type { DemoStore } from './demo-store.ts'
import type { SeededRandom } from './seeded-random.ts'

type DemoRate = {
  kind?: 'flat' | 'pickup'
  name: string
  price: number
  freeFrom: number | null
  days: [number | null, number | null]
}

const demoRates = {
  standard: { name: 'Standard', price: 395, freeFrom: 7500, days: [1, 3] },
  express: { name: 'Express', price: 795, freeFrom: null, days: [1, 1] },
  pickup: { kind: 'pickup', name: 'Pickup', price: 0, freeFrom: null, days: [null, null] },
  europe: { name: 'Europe, tracked', price: 990, freeFrom: 15_000, days: [3, 9] },
  world: { name: 'World, tracked', price: 1650, freeFrom: null, days: [6, 15] },
} satisfies Record<string, DemoRate>

/** Returns the zones of a demo store: its country, the European Union and the rest of the world. */
export function listDemoShippingZones({ settings }: DemoStore): ShippingZoneInput[] {
  const home = settings.address?.country ?? ''
  const { standard, express, pickup, europe, world } = demoRates
  return [
    createZone('Domestic', [home], [standard, express, pickup]),
    createZone(
      'European Union',
      listEuCountries().filter(code => code !== home),
      [europe],
    ),
    createZone('Rest of the world', [], [world]),
  ]
}

const createZone = (
  name: string,
  countries: readonly string[],
  rates: readonly DemoRate[],
): ShippingZoneInput => ({
  name,
  destinations: countries.map(country => ({ country, regions: [], postalCodes: [] })),
  rates: rates.map(
    ({ kind = 'flat', name: rateName, price, freeFrom, days: [minDays, maxDays] }) => ({
      _id: crypto.randomUUID(),
      name: rateName,
      kind,
      steps: [{ from: 0, price }],
      freeFrom,
      minDays,
      maxDays,
      excludedClasses: [],
      enabled: true,
    }),
  ),
})

type DemoRateCriteria = { country: string; homeCountry: string; subtotal: number }

/** Returns the rate of a demo order. */
export function chooseDemoRate(
  random: SeededRandom,
  { country, homeCountry, subtotal }: DemoRateCriteria,
): { name: string; price: number } {
  const { standard, express, europe, world } = demoRates
  const isHome = country === homeCountry
  if (isHome && random.chance(0.13)) return express
  if (isHome) return reduce(standard, subtotal)
  return isEuCountry(country) ? reduce(europe, subtotal) : world
}

const reduce = ({ name, price, freeFrom }: DemoRate, subtotal: number) => ({
  name,
  price: freeFrom !== null && subtotal >= freeFrom ? 0 : price,
})
