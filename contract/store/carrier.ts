import { z } from 'zod'
import { issue } from '../lib/error/issue.ts'
import { singleLineText } from '../lib/schemas.ts'

/** The placeholder of the tracking number in the link of a carrier. */
export const trackingNumberMark = '{number}'

/** A carrier that the store added, such as a local courier. */
export const StoreCarrier = z.object({
  name: singleLineText(80, 1),
  /** The page of a parcel, with `{number}` in place of the tracking number. */
  trackingUrl: z
    .url({ protocol: /^https$/ })
    .max(500)
    .refine(url => url.includes(trackingNumberMark), issue('tracking_number_mark')),
})
export type StoreCarrier = z.infer<typeof StoreCarrier>

type KnownCarrier = StoreCarrier & {
  /** The countries whose stores use it most. Empty for international carriers. */
  countries: string[]
  /** Names that sellers use for it. */
  otherNames?: string[]
}

const knownCarriers: KnownCarrier[] = [
  {
    name: 'DHL',
    countries: [],
    trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id={number}',
    otherNames: ['DHL Express', 'DHL Paket', 'Deutsche Post'],
  },
  {
    name: 'UPS',
    countries: [],
    trackingUrl: 'https://www.ups.com/track?tracknum={number}',
    otherNames: ['United Parcel Service'],
  },
  {
    name: 'FedEx',
    countries: [],
    trackingUrl: 'https://www.fedex.com/fedextrack/?trknbr={number}',
    otherNames: ['Fed Ex'],
  },
  {
    name: 'DPD',
    countries: ['DE', 'GB', 'FR', 'PL', 'NL', 'BE', 'AT', 'CH', 'IE'],
    trackingUrl: 'https://tracking.dpd.de/status/en_US/parcel/{number}',
  },
  {
    name: 'GLS',
    countries: ['DE', 'IT', 'AT', 'NL', 'BE', 'DK', 'HU', 'ES', 'PT'],
    trackingUrl: 'https://gls-group.com/track/{number}',
  },
  {
    name: 'Hermes',
    countries: ['DE'],
    trackingUrl:
      'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#{number}',
    otherNames: ['myHermes'],
  },
  {
    name: 'Österreichische Post',
    countries: ['AT'],
    trackingUrl: 'https://www.post.at/s/sendungsdetails?snr={number}',
    otherNames: ['Austrian Post'],
  },
  {
    name: 'Swiss Post',
    countries: ['CH', 'LI'],
    trackingUrl: 'https://service.post.ch/ekp-web/ui/entry/search/{number}',
    otherNames: ['Die Post', 'La Poste Suisse', 'Schweizerische Post'],
  },
  {
    name: 'Royal Mail',
    countries: ['GB'],
    trackingUrl: 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
    otherNames: ['RoyalMail'],
  },
  {
    name: 'Evri',
    countries: ['GB'],
    trackingUrl: 'https://www.evri.com/track/parcel/{number}',
  },
  {
    name: 'La Poste',
    countries: ['FR', 'MC'],
    trackingUrl: 'https://www.laposte.fr/outils/suivre-vos-envois?code={number}',
    otherNames: ['Colissimo', 'LaPoste'],
  },
  {
    name: 'Chronopost',
    countries: ['FR'],
    trackingUrl: 'https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT={number}',
  },
  {
    name: 'bpost',
    countries: ['BE'],
    trackingUrl: 'https://track.bpost.cloud/btr/web/#/search?itemCode={number}',
  },
  {
    name: 'PostNord',
    countries: ['SE', 'DK', 'NO', 'FI'],
    trackingUrl: 'https://tracking.postnord.com/en/?id={number}',
    otherNames: ['Post Nord'],
  },
  {
    name: 'InPost',
    countries: ['PL'],
    trackingUrl: 'https://inpost.pl/sledzenie-przesylek?number={number}',
  },
  {
    name: 'Correos',
    countries: ['ES'],
    trackingUrl:
      'https://www.correos.es/es/en/tools/tracker/items/details?tracking-number={number}',
  },
  {
    name: 'Poste Italiane',
    countries: ['IT'],
    trackingUrl: 'https://www.poste.it/cerca/index.html#/risultati-spedizioni/{number}',
  },
  {
    name: 'Correios',
    countries: ['BR'],
    trackingUrl: 'https://rastreamento.correios.com.br/app/index.php?objetos={number}',
  },
  {
    name: 'USPS',
    countries: ['US'],
    trackingUrl: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}',
    otherNames: ['US Postal Service'],
  },
  {
    name: 'Canada Post',
    countries: ['CA'],
    trackingUrl:
      'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}',
    otherNames: ['Postes Canada'],
  },
  {
    name: 'Australia Post',
    countries: ['AU'],
    trackingUrl: 'https://auspost.com.au/mypost/track/#/details/{number}',
    otherNames: ['AusPost'],
  },
  {
    name: 'Japan Post',
    countries: ['JP'],
    trackingUrl:
      'https://trackings.post.japanpost.jp/services/srv/search/direct?locale=en&reqCodeNo1={number}',
  },
  {
    name: 'Sagawa',
    countries: ['JP'],
    trackingUrl: 'https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo={number}',
    otherNames: ['Sagawa Express'],
  },
  {
    name: 'Delhivery',
    countries: ['IN'],
    trackingUrl: 'https://www.delhivery.com/track-v2/package/{number}',
  },
  {
    name: 'Aramex',
    countries: ['AE', 'SA', 'EG', 'JO', 'KW', 'QA', 'BH', 'OM', 'LB'],
    trackingUrl: 'https://www.aramex.com/track/results?ShipmentNumber={number}',
  },
]

/** Returns the suggested names: the carriers of the store, those of its country, then all others. */
export function listCarrierNames(ownCarriers: readonly StoreCarrier[], country: string): string[] {
  const isLocal = (carrier: KnownCarrier) => carrier.countries.includes(country)
  const local = knownCarriers.filter(isLocal)
  const global = knownCarriers.filter(({ countries }) => countries.length === 0)
  const others = knownCarriers.filter(carrier => carrier.countries.length > 0 && !isLocal(carrier))
  return [...new Set([...ownCarriers, ...local, ...global, ...others].map(({ name }) => name))]
}

/**
 * Returns the link to the page of a parcel, or '' for an unknown carrier. Words can follow the name,
 * such as the service in "UPS Ground".
 */
export function findTrackingUrl(
  ownCarriers: readonly StoreCarrier[],
  { carrier = '', number = '' }: { carrier?: string | undefined; number?: string | undefined },
): string {
  if (!number) return ''
  const names = knownCarriers.flatMap(({ name, otherNames = [], trackingUrl }) =>
    [name, ...otherNames].map(carrierName => ({ name: carrierName, trackingUrl })),
  )
  const pattern = findPattern(ownCarriers, carrier) ?? findPattern(names, carrier) ?? ''
  return pattern.replaceAll(trackingNumberMark, encodeURIComponent(number))
}

/** Prefers the longest name, because "La Poste Suisse" is not "La Poste". */
const findPattern = (carriers: readonly StoreCarrier[], text: string): string | undefined =>
  carriers
    .filter(({ name }) => `${normalizeName(text)} `.startsWith(`${normalizeName(name)} `))
    .toSorted((a, b) => b.name.length - a.name.length)[0]?.trackingUrl

const normalizeName = (name: string) =>
  name
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
