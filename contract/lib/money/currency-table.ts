/**
 * The currencies of ISO 4217 by their number of decimals, as the maintenance agency lists them in
 * 2026 (six-group.com). BGN, CUC, HRK, SLL and ZWL were withdrawn recently, but stores still have
 * them. Metals, units of account and test codes have no decimals and are left out.
 */
const codesByDigits = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN ' +
    'BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP ' +
    'GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT ' +
    'LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO ' +
    'NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS ' +
    'SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD ' +
    'XCG YER ZAR ZMW ZWG ZWL',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
/** The number of decimals of each currency. */
export const digitsByCurrency: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByDigits).flatMap(([digits, codes]) =>
    codes.split(' ').map(code => [code, Number(digits)] as const),
  ),
)

/** Codes of funds and indexed units, which no shopper pays with. */
const fundCodes = new Set('BOV CHE CHW CLF COU MXV USN UYI UYW'.split(' '))

/** The currencies a store can use. */
export const currencies: readonly string[] = [...digitsByCurrency.keys()]
  .filter(code => !fundCodes.has(code))
  .toSorted()

/** Currencies whose smaller unit is out of use, so that people write whole amounts without it. */
export const wholeAmountCurrencies: ReadonlySet<string> = new Set(
  'AFN ALL AMD COP CRC HUF IDR IQD IRR KPW LAK LBP MGA MMK MNT PKR RSD SLL SOS SYP TWD TZS UZS YER'.split(
    ' ',
  ),
)
