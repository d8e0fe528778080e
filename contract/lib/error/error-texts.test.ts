import { expect, test } from 'vitest'
import { errorTexts } from './error-catalog.ts'
import { issueTexts } from './issue-catalog.ts'

/** Messages of the specification, and labels that are no sentences. */
const exceptions = [
  'wrong_credentials',
  'invalid_refresh_token',
  'unexpected',
  'line_stock_short',
  'line_out_of_stock',
]

test('every error ends with a full stop', () => {
  const withoutStop = Object.entries({ ...errorTexts, ...issueTexts }).filter(
    ([code, template]) =>
      !exceptions.includes(code) &&
      [template]
        .flatMap(text => (typeof text === 'string' ? text : Object.values(text)))
        .some(text => !/[.?]$/.test(text)),
  )
  expect(withoutStop).toEqual([])
})
