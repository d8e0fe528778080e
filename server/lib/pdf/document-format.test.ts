import { expect, test } from 'vitest'
import { currencies } from '#contract/lib/money/currency-table.ts'
import { languageCodes } from '#contract/lib/text/languages.ts'
import { createDocumentFormat } from './document-format.ts'
import { createFaceLoader } from './load-faces.ts'

test('a document has the texts and formats of its language', () => {
  const german = createDocumentFormat({ locale: 'de-DE', currency: 'EUR' })
  expect([german.t('invoice.title'), german.rate(19), german.day('2026-11-27')]).toEqual([
    'Rechnung',
    '19\u00a0%',
    '27.11.2026',
  ])
  expect(createDocumentFormat({ locale: 'ar-EG', currency: 'EGP' }).direction).toBe('rtl')
})

test('a locale whose script the fonts lack has the formats of the language of the document', () => {
  const thai = createDocumentFormat({ locale: 'th-TH', currency: 'THB' })
  expect([thai.day('2026-11-27'), thai.money(123_456)]).toEqual([
    'Nov 27, 2026',
    'THB\u00a01,234.56',
  ])
})

const letters = [...'abcdefghijklmnopqrstuvwxyz']
/** Every language that a store can have, and regions that change the script or the digits. */
const locales = [
  ...letters.flatMap(first => letters.map(second => first + second)),
  ...['ar-EG', 'az-IR', 'kk-CN', 'ks-IN', 'mn-CN', 'pa-PK', 'sd-IN', 'sr-ME', 'ur-IN', 'uz-AF'],
  ...['zh-HK', 'zh-TW'],
]

function listFormats(locale: string): string[] {
  const { money, number, rate, day } = createDocumentFormat({ locale, currency: 'EUR' })
  const months = Array.from({ length: 12 }, (_, month) => `${month + 1}`.padStart(2, '0'))
  return [
    ...[money(1_234_567), money(-8_900), number(1_234_567_890), rate(19.5)],
    ...months.map(month => day(`2026-${month}-28`)),
  ]
}

const formatMoney = (locale: string, currency: string) =>
  createDocumentFormat({ locale, currency }).money(-1_234_567)

test('the fonts have every character of dates and amounts in every locale and currency', async () => {
  const texts = [
    ...locales.map(locale => [locale, listFormats(locale)] as const),
    ...[...languageCodes, 'ja', 'zh', 'ru'].flatMap(locale =>
      currencies.map(
        currency => [`${locale} ${currency}`, [formatMoney(locale, currency)]] as const,
      ),
    ),
  ]
  const findFace = await createFaceLoader()(texts.flatMap(([, formats]) => formats).join(''))
  const isMissing = (character: string) =>
    !/[\s\p{Cf}]/u.test(character) && !findFace(character.codePointAt(0) ?? 0)
  const missing = texts.flatMap(([locale, formats]) => {
    const characters = [...new Set(formats.join(''))].filter(isMissing)
    return characters.length > 0 ? [`${locale}: ${characters.join('')}`] : []
  })
  expect(missing).toEqual([])
})
