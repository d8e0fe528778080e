import { hasWholePrices, toMinorUnits } from '#contract/lib/money/money.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { Tx } from '../../lib/db/db.ts'
import { serverTexts } from '../../locales/texts.ts'

export type StoreLocation = {
  locale: string
  currency: string
  address: { country?: string | undefined }
}

/** Usual prices of domestic shipping in currencies in which 4.90 is not one. */
const domesticPrices: Record<string, number> = {
  AED: 20,
  ARS: 5000,
  BDT: 100,
  BRL: 20,
  CLP: 4000,
  CNY: 10,
  COP: 12_000,
  CZK: 99,
  DKK: 49,
  DZD: 600,
  EGP: 70,
  HKD: 40,
  HUF: 1990,
  IDR: 20_000,
  ILS: 30,
  INR: 99,
  IQD: 5000,
  ISK: 1490,
  JPY: 500,
  KES: 350,
  KRW: 3000,
  MAD: 40,
  MXN: 129,
  MYR: 8,
  NGN: 3500,
  NOK: 79,
  PEN: 12,
  PHP: 99,
  PKR: 250,
  PLN: 15,
  QAR: 20,
  RON: 20,
  RSD: 450,
  RUB: 350,
  SAR: 25,
  SEK: 49,
  THB: 50,
  TRY: 90,
  TWD: 80,
  UAH: 90,
  VND: 30_000,
  ZAR: 79,
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
    and created_at = (select created_at from store where id = current_store())`

const toDestinations = (country: string | undefined) =>
  country ? [{ country, regions: [], postalCodes: [] }] : []

const getDomesticPrice = (currency: string) =>
  domesticPrices[currency] ?? (hasWholePrices(currency) ? 500 : 4.9)

function createDefaultShippingZone({ locale, currency, address }: StoreLocation) {
  const t = serverTexts[getLocaleLanguage(locale)]
  return {
    name: t('newStore.shippingZone'),
    destinations: toDestinations(address.country),
    rates: [
      {
        _id: crypto.randomUUID(),
        name: t('newStore.shippingRate'),
        kind: 'flat',
        steps: [{ from: 0, price: toMinorUnits(getDomesticPrice(currency), currency) }],
        freeFrom: null,
        minDays: null,
        maxDays: null,
        enabled: true,
      },
    ],
  }
}
