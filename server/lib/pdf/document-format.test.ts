import { expect, test } from 'vitest'
import { createDocumentFormat } from './document-format.ts'

test('a document has the texts and formats of its language', () => {
  const german = createDocumentFormat({ locale: 'de-DE', currency: 'EUR' })
  expect([german.t('invoice.title'), german.rate(19), german.day('2026-11-27')]).toEqual([
    'Rechnung',
    '19\u00a0%',
    '27.11.2026',
  ])
  expect(createDocumentFormat({ locale: 'ar-EG', currency: 'EGP' }).direction).toBe('rtl')
})
