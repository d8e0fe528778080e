import { expect, test } from 'vitest'
import { z } from 'zod'
import { createFieldError, issue, toFieldError } from './issue.ts'

const report = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value)
  return (result.error?.issues ?? []).map(toFieldError)
}

test.each([
  ['nothing', z.string(), undefined, { code: 'required', message: 'This field is required.' }],
  ['an empty text', z.string().min(1), '', { code: 'required' }],
  [
    'a text that is too short',
    z.string().min(3),
    'x',
    { code: 'too_short', params: { count: 3 }, message: 'Enter at least 3 characters.' },
  ],
  ['a text that is too long', z.string().max(1), 'xx', { message: 'Enter at most 1 character.' }],
  ['too few entries', z.array(z.string()).min(1), [], { code: 'too_few_entries' }],
  [
    'a number that is too large',
    z.number().max(5),
    6,
    { code: 'too_big', params: { maximum: 5 }, message: 'Enter 5 or less.' },
  ],
  ['half a thing', z.int(), 0.5, { code: 'not_a_whole_number' }],
  ['a text for a number', z.number(), '1', { code: 'not_a_number' }],
  ['a word of no list', z.enum(['a', 'b']), 'c', { params: { options: 'a, b' } }],
  ['an email that is none', z.email(), 'ada', { code: 'invalid_email' }],
  ['an empty email', z.email(), '', { code: 'required' }],
  ['neither kind', z.union([z.literal(''), z.email()]), 'x', { code: 'invalid_email' }],
  ['an unknown field', z.strictObject({}), { a: 1 }, { params: { fields: 'a' } }],
  [
    'a rule of our own',
    z.string().refine(() => false, issue('invalid_profile_url', { host: 'x.com' })),
    'y',
    { code: 'invalid_profile_url', params: { host: 'x.com' } },
  ],
  [
    'a pattern of our own',
    z.string().regex(/^a/, issue('invalid_handle')),
    'b',
    { code: 'invalid_handle' },
  ],
])('%s', (_case, schema, value, expected) => {
  expect(report(schema, value)).toMatchObject([{ path: '', ...expected }])
})

test('a field of a group is named by its path', () => {
  expect(report(z.object({ lines: z.array(z.int()) }), { lines: [1, 0.5] })).toMatchObject([
    { path: 'lines.1', code: 'not_a_whole_number' },
  ])
  expect(createFieldError('lines', 'order_total_too_big')).toMatchObject({
    path: 'lines',
    code: 'order_total_too_big',
  })
})
