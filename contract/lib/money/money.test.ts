import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currencies } from './currency-table.ts'
import { createMoneyFormat, getMinorUnitDigits } from './money.ts'

test('amounts have the sign of their currency without letters in Arabic', () => {
  expect(createMoneyFormat('ar', 'GBP')(123450)).toBe('\u200f1,234.50\u00a0£')
  expect(createMoneyFormat('ar-EG', 'USD')(1999)).toMatch(/[^A-Z]\$$/)
  expect(createMoneyFormat('ar', 'EGP')(1999)).toContain('ج.م.')
  expect(createMoneyFormat('pt-BR', 'USD')(1999)).toBe('US$\u00a019,99')
})

test.each([
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [
    2,
    'AFN ALL COP CRC CZK EUR HUF IDR IRR KPW LAK LBP MGA MMK MRU PKR RSD SOS SYP TWD USD UZS YER',
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
])('ISO 4217 gives %i decimals to %s', (digits, codes) => {
  for (const code of codes.split(' '))
    expect([code, getMinorUnitDigits(code)]).toEqual([code, digits])
})

test('a store can use currencies, but no funds, metals and test codes', () => {
  expect(currencies).toEqual(expect.arrayContaining(['EUR', 'HUF', 'XCG', 'ZWG']))
  for (const code of ['CLF', 'XAU', 'XDR', 'XTS', 'XXX']) expect(currencies).not.toContain(code)
})

/** The decimals that `Intl` itself gives: in Node.js 18, in Node.js 24, and in no version. */
const runtimeTables: [string, Record<string, number>][] = [
  ['Node.js 18', { HUF: 2, COP: 2, IDR: 2, PKR: 2, RSD: 0, IQD: 0, JPY: 0, KWD: 3, USD: 2 }],
  ['Node.js 24', { HUF: 0, COP: 0, IDR: 0, PKR: 0, RSD: 2, IQD: 0, JPY: 0, KWD: 3, USD: 2 }],
  ['another runtime', { HUF: 3, COP: 1, IDR: 1, PKR: 1, RSD: 1, IQD: 2, JPY: 2, KWD: 2, USD: 0 }],
]

/** Gives `Intl` another table, which applies to formats that do not name their decimals. */
function useRuntimeTable(table: Record<string, number>) {
  const { NumberFormat } = Intl
  class RuntimeFormat extends NumberFormat {
    constructor(locale?: string, options: Intl.NumberFormatOptions = {}) {
      const digits = table[options.currency ?? '']
      super(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, ...options })
    }
  }
  vi.stubGlobal('Intl', Object.assign(Object.create(Intl), { NumberFormat: RuntimeFormat }))
  vi.resetModules()
}

describe.each(runtimeTables)('with the currencies of %s', (_, table) => {
  beforeEach(() => useRuntimeTable(table))
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  test.each([
    ['en-US', 'HUF', 199900, 'HUF\u00a01,999', '1999'],
    ['hu-HU', 'HUF', 1199900, '11\u00a0999\u00a0Ft', '11999'],
    ['hu-HU', 'HUF', 1199950, '11\u00a0999,50\u00a0Ft', '11999.50'],
    ['es-CO', 'COP', 5990000, '$\u00a059.900', '59900'],
    ['id-ID', 'IDR', 15000000, 'Rp\u00a0150.000', '150000'],
    ['en-PK', 'PKR', 250000, 'Rs\u00a02,500', '2500'],
    ['en-US', 'RSD', 199900, 'RSD\u00a01,999', '1999'],
    ['en-US', 'IQD', 25000000, 'IQD\u00a025,000', '25000'],
    ['en-US', 'IQD', 25000250, 'IQD\u00a025,000.250', '25000.250'],
    ['en-US', 'JPY', 1999, '¥1,999', '1999'],
    ['en-US', 'USD', 199900, '$1,999.00', '1999.00'],
    ['en-US', 'KWD', 1500, 'KWD\u00a01.500', '1.500'],
  ])('%s writes %s %i as %s', async (locale, currency, minorUnits, text, decimal) => {
    const money = await import('./money.ts')
    expect(money.createMoneyFormat(locale, currency)(minorUnits)).toBe(text)
    expect(money.toDecimalPrice(minorUnits, currency)).toBe(decimal)
    expect(money.toMinorUnits(Number(decimal), currency)).toBe(minorUnits)
    expect(money.fromMinorUnits(minorUnits, currency)).toBe(Number(decimal))
  })

  test('short amounts have at most one decimal', async () => {
    const { createFormatters } = await import('../../../web/lib/formatters.ts')
    const { money, moneyShort } = createFormatters('en-US')
    expect(moneyShort(1234500, 'RSD')).toBe('RSD\u00a012.3K')
    expect(money(1234500, 'RSD')).toBe('RSD\u00a012,345')
  })

  test('the table of the runtime is another one', () => {
    for (const [currency, digits] of Object.entries(table)) {
      const format = new Intl.NumberFormat('en', { style: 'currency', currency })
      expect([currency, format.resolvedOptions().maximumFractionDigits]).toEqual([currency, digits])
    }
  })
})
