import { expect, test } from 'vitest'
import { languages } from '#contract/lib/text/languages.ts'
import { listCountries } from './country-list.ts'

test.each(languages.map(({ code }) => code))(
  'lists every country once and no former country in %s',
  locale => {
    const countries = listCountries(locale)
    const codes = countries.map(({ value }) => value)
    // The 249 countries of ISO 3166-1, and Kosovo.
    expect(codes).toHaveLength(250)
    expect(new Set(countries.map(({ label }) => label)).size).toBe(250)
    expect(codes).toEqual(expect.arrayContaining(['GB', 'DE', 'FR', 'US', 'XK']))
    expect(
      codes.filter(code =>
        ['UK', 'DD', 'SU', 'FX', 'YD', 'VD', 'CS', 'CP', 'DG', 'AC', 'EA', 'IC', 'TA'].includes(
          code,
        ),
      ),
    ).toEqual([])
  },
)
