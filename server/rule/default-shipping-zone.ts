import { getLocaleLanguage, type Language } from '#contract/lib/languages.ts'
import { hasWholePrices, toMinorUnits } from '#contract/lib/money.ts'
import type { Tx } from '../lib/db/db.ts'

export type StoreLocation = {
  locale: string
  currency: string
  address: { country?: string | undefined }
}

const zoneNames: Record<Language, string> = {
  en: 'Domestic',
  de: 'Inland',
  fr: 'National',
  pt: 'Nacional',
  es: 'Nacional',
  ar: 'محلي',
}
const rateNames: Record<Language, string> = {
  en: 'Standard',
  de: 'Standard',
  fr: 'Standard',
  pt: 'Padrão',
  es: 'Estándar',
  ar: 'عادي',
}

/** Creates the zone of a new store: its country, or the world if it has none, with one flat rate. */
export async function insertDefaultShippingZone(tx: Tx, location: StoreLocation): Promise<void> {
  const { name, destinations, rates } = createDefaultShippingZone(location)
  await tx`
    insert into shipping_zone (name, destinations, rates)
    values (${name}, ${tx.json(destinations)}, ${tx.json(rates)})`
}

/**
 * Limits the zone that was created with the store to the country of the store, which sellers often enter
 * later. A zone that was edited stays, also beside others.
 */
export const limitDefaultShippingZone = (tx: Tx, country: string) => tx`
  update shipping_zone
  set destinations = ${tx.json(toDestinations(country))}, version = version + 1, updated_at = now()
  where version = 1 and destinations = '[]' and (select count(*) from shipping_zone) = 1
    and created_at = (select created_at from business where id = current_business())`

const toDestinations = (country: string | undefined) =>
  country ? [{ country, regions: [], postalCodes: [] }] : []

function createDefaultShippingZone({ locale, currency, address }: StoreLocation) {
  const language = getLocaleLanguage(locale)
  return {
    name: zoneNames[language],
    destinations: toDestinations(address.country),
    rates: [
      {
        _id: crypto.randomUUID(),
        name: rateNames[language],
        kind: 'flat',
        steps: [{ from: 0, price: toMinorUnits(hasWholePrices(currency) ? 500 : 4.9, currency) }],
        freeFrom: null,
        minDays: null,
        maxDays: null,
        enabled: true,
      },
    ],
  }
}
