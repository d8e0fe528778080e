import { expect, test } from 'vitest'
import { estimatePasswordStrength } from './password-strength.ts'

test.each([
  ['a short password', 'kXz!9', 0],
  ['one repeated character', 'aaaaaaaaaaaaaaaa', 0],
  ['a keyboard sequence', 'qwertyuiop', 0],
  ['a common word with a number', 'Password123', 0],
  ['a word with a year', 'Sunshine2024', 0],
  ['two common words', 'kettleshed', 1],
  ['three words', 'kiln-and-glaze', 3],
  ['a sentence', 'a long enough sentence', 4],
  ['a random password', 'k8#Vq2!mZr7$', 4],
])('rates %s (%s) as %i', (_case, password, strength) =>
  expect(estimatePasswordStrength(password)).toBe(strength),
)

test('rates a password that contains the email name as 0', () => {
  expect(estimatePasswordStrength('mara-kettle-shed-oak', 'mara@example.com')).toBe(0)
})
