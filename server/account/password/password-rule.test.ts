import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assessPassword, type PasswordOwner } from '#contract/lib/password-strength.ts'
import { checkPassword } from './password-rule.ts'

const isAccepted = (password: string, owner: PasswordOwner) =>
  checkPassword(password, owner).then(
    () => true,
    () => false,
  )

const owner = fc.record({
  email: fc.emailAddress(),
  fullName: fc.constantFrom('', 'Ann Potter', 'Änne Müller', 'Bo'),
  storeName: fc.constantFrom('', 'Blau Glaze', 'Pots'),
})
const password = fc.oneof(
  fc.string({ minLength: 10, maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 10, maxLength: 40 }),
  fc
    .array(fc.constantFrom('ann', 'Potter', 'glaze', 'P@ss', 'word', '2024', '!', 'kiln', 'qwer'), {
      minLength: 3,
      maxLength: 8,
    })
    .map(parts => parts.join('')),
)

test('the server accepts exactly the passwords that the meter shows as good or strong', async () => {
  await fc.assert(
    fc.asyncProperty(password, owner, async (text, person) => {
      const { score, problem } = assessPassword(text, person)
      expect(problem === undefined).toBe(score >= 3)
      expect(await isAccepted(text, person)).toBe(score >= 3)
    }),
    { numRuns: 100, seed: 7 },
  )
})

test('accepts generated passwords', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .stringMatching(/^[a-zA-Z0-9!#%&*+,.:;<=>?^_~-]{14,64}$/)
        .filter(text => new Set(text.toLowerCase()).size > 9),
      async text => {
        expect(await isAccepted(text, { email: 'x@example.org' })).toBe(true)
      },
    ),
    { numRuns: 75, seed: 7 },
  )
})

test('reports the problem with its code', async () => {
  await expect(checkPassword('Password123', { email: 'ann@example.org' })).rejects.toMatchObject({
    status: 422,
    code: 'common',
  })
})
