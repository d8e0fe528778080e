import { describe, expect, it } from 'vitest'
import { getVatIdCountry, isVatId, isVatIdOf, normalizeVatId } from './vat-id.ts'

// Published examples of the national formats.
const vatIds = (
  'ATU13585627 BE0403019261 BG175074752 BG7523169263 CY10259033P CZ25123891 CZ7103192745 DE136695976 ' +
  'DK13585628 EE100931558 EL094259216 ESB58378431 ES54362315K ESX2482300W FI20774740 FR40303265045 ' +
  'FRK7399859412 HR33392005961 HU12892312 IE6433435F IE6433435OA IE8D79739I IT00743110157 LT119511515 ' +
  'LT100001919017 LU15027442 LV40003521600 LV16117519997 MT11679112 NL004495445B01 NL123456789B13 ' +
  'PL8567346215 PT501964843 RO18547290 SE123456789701 SI50223054 SK2022749619 XI980780684'
).split(' ')

describe('a VAT ID', () => {
  it.each(vatIds)('%s is valid', vatId => {
    expect(isVatId(vatId)).toBe(true)
  })

  it.each(vatIds)('%s is invalid with another digit, a digit more or a digit less', vatId => {
    // Numbers of these countries end with a part that has no check digit.
    const offset = { NL: 4, SE: 2 }[vatId.slice(0, 2)] ?? 0
    const position = vatId.search(/\d(?!.*\d)/) - offset
    const changed = `${vatId.slice(0, position)}${(Number(vatId[position]) + 1) % 10}${vatId.slice(position + 1)}`
    expect(isVatId(changed)).toBe(false)
    expect(isVatId(`${vatId}11`)).toBe(false)
    expect(isVatId(vatId.slice(0, 4))).toBe(false)
  })

  it.each([
    '',
    'X',
    'DE',
    'KEINE',
    'NONE',
    'NA',
    'AUCUN',
    'NICHTVORHANDEN',
    '---',
    'A1B2',
    'DE12345678A',
    'DE 136695976',
    '<b>',
    'ATU1358562',
    'DE136695976\n',
  ])('%j is invalid', text => {
    expect(isVatId(text)).toBe(false)
  })

  it('of another country has any letters and digits', () => {
    expect(isVatId('CHE123456788MWST')).toBe(true)
    expect(getVatIdCountry('CHE123456788MWST')).toBeUndefined()
    expect(getVatIdCountry('XI980780684')).toBeUndefined()
  })

  it('of a buyer in the EU is one of the EU', () => {
    expect(isVatIdOf('DE', 'DE136695976')).toBe(true)
    expect(isVatIdOf('DE', 'FR40303265045')).toBe(true)
    expect(isVatIdOf('DE', '136695976')).toBe(false)
    expect(isVatIdOf('DE', 'CHE123456788')).toBe(false)
    expect(isVatIdOf('CH', 'CHE123456788')).toBe(true)
    expect(isVatIdOf('CH', 'KEINE')).toBe(false)
  })

  it('is read with separators, in small letters and with the ISO code of Greece', () => {
    expect(normalizeVatId(' de 136.695-976 ')).toBe('DE136695976')
    expect(normalizeVatId('GR094259216')).toBe('EL094259216')
    expect(getVatIdCountry('EL094259216')).toBe('GR')
    expect(getVatIdCountry('DE136695976')).toBe('DE')
  })
})
