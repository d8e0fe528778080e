import { expect, test } from 'vitest'
import { guessCurrency } from './guess-currency.ts'

test.each([
  ['Europe/Berlin', ['en-US', 'en'], 'EUR'],
  ['Europe/Zurich', ['de'], 'CHF'],
  ['Asia/Tokyo', ['ja'], 'JPY'],
  ['America/New_York', ['es-MX'], 'USD'],
  ['UTC', ['en', 'pt-BR'], 'BRL'],
  ['UTC', ['en'], undefined],
])('guesses the currency in %s with the languages %j: %s', (timeZone, languages, currency) =>
  expect(guessCurrency(timeZone, languages)).toBe(currency),
)
