import { expect, test } from 'vitest'
import texts from '../locales/en.json'

/** Sentences that are true only with invoices, and those that put off what works today. */
const promisePattern =
  /\b(on|in) (orders and )?invoices\b|\bonce available\b|\bisn’t available to customers yet\b|\bis reserved for your store\b/i

const listTexts = (value: unknown, path = ''): [path: string, text: string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value ?? {}).flatMap(([key, child]) => listTexts(child, `${path}.${key}`))

test('the texts promise nothing that the store does not do', () => {
  expect(listTexts(texts).filter(([, text]) => promisePattern.test(text))).toEqual([])
})
