import { expect, test } from 'vitest'
import { createMoneyFormat } from './money.ts'

test('amounts have the sign of their currency without letters in Arabic', () => {
  expect(createMoneyFormat('ar', 'GBP')(123450)).toBe('\u200f1,234.50\u00a0£')
  expect(createMoneyFormat('ar-EG', 'USD')(1999)).toMatch(/[^A-Z]\$$/)
  expect(createMoneyFormat('ar', 'EGP')(1999)).toContain('ج.م.')
  expect(createMoneyFormat('pt-BR', 'USD')(1999)).toBe('US$\u00a019,99')
})
