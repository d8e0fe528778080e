/** The countries of each currency. In other countries, the server chooses the currency. */
const regionsByCurrency: Record<string, string> = {
  AED: 'AE',
  ARS: 'AR',
  AUD: 'AU',
  BDT: 'BD',
  BHD: 'BH',
  BRL: 'BR',
  CAD: 'CA',
  CHF: 'CH LI',
  CLP: 'CL',
  CNY: 'CN',
  COP: 'CO',
  CZK: 'CZ',
  DKK: 'DK',
  DZD: 'DZ',
  EGP: 'EG',
  EUR: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
  GBP: 'GB',
  HKD: 'HK',
  HUF: 'HU',
  IDR: 'ID',
  ILS: 'IL',
  INR: 'IN',
  IQD: 'IQ',
  JOD: 'JO',
  JPY: 'JP',
  KES: 'KE',
  KRW: 'KR',
  KWD: 'KW',
  MAD: 'MA',
  MXN: 'MX',
  MYR: 'MY',
  NGN: 'NG',
  NOK: 'NO',
  NZD: 'NZ',
  OMR: 'OM',
  PEN: 'PE',
  PHP: 'PH',
  PKR: 'PK',
  PLN: 'PL',
  QAR: 'QA',
  RON: 'RO',
  SAR: 'SA',
  SEK: 'SE',
  SGD: 'SG',
  THB: 'TH',
  TND: 'TN',
  TRY: 'TR',
  TWD: 'TW',
  UAH: 'UA',
  USD: 'US',
  VND: 'VN',
  ZAR: 'ZA',
}
const currencyByRegion = Object.fromEntries(
  Object.entries(regionsByCurrency).flatMap(([currency, regions]) =>
    regions.split(' ').map(region => [region, currency] as const),
  ),
)

/**
 * Returns the currency of the country with the time zone, or of the first language that names a
 * country. The time zone is better: many browsers outside the United States are set to `en-US`.
 */
export function guessCurrency(
  timeZone: string,
  languageTags: readonly string[],
): string | undefined {
  const region =
    Object.keys(currencyByRegion).find(code => listTimeZones(code).includes(timeZone)) ??
    languageTags.map(tag => new Intl.Locale(tag).region).find(code => code !== undefined)
  return currencyByRegion[region ?? '']
}

/** Returns none in older browsers, which have no `getTimeZones`. */
const listTimeZones = (region: string): readonly string[] => {
  const locale: Partial<Intl.Locale> = new Intl.Locale('und', { region })
  return locale.getTimeZones?.() ?? []
}
