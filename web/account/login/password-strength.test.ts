import { expect, test } from 'vitest'
import { estimatePasswordStrength } from './password-strength.ts'

test.each([
  ['what is too short', 'kXz!9', 0],
  ['one character again and again', 'aaaaaaaaaaaaaaaa', 0],
  ['a run of the keyboard', 'qwertyuiop', 0],
  ['a common word with a number', 'Password123', 0],
  ['a word with a year', 'Sunshine2024', 0],
  ['two ordinary words', 'kettleshed', 1],
  ['three words', 'kiln-and-glaze', 3],
  ['a sentence', 'a long enough sentence', 4],
  ['a manager’s random one', 'k8#Vq2!mZr7$', 4],
])('%s is %s: %i', (_case, password, strength) =>
  expect(estimatePasswordStrength(password)).toBe(strength),
)

test('the name of the email in it spoils any password', () => {
  expect(estimatePasswordStrength('mara-kettle-shed-oak', 'mara@example.com')).toBe(0)
})
