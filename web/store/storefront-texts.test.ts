import { expect, test } from 'vitest'
import texts from '../locales/en.json'
import { hasStorefront } from './storefront.tsx'

/** Sentences that are true only with a storefront, a checkout or invoices. */
const promisePattern =
  /\bany(one|body) can (visit|find|see)|\bopen (the|your) store\b|customers (find|can find|can visit|can reach|can browse|will see|see)\b|your store is live|\b(on|in) (orders and )?invoices\b/i

const listTexts = (value: unknown, path = ''): [path: string, text: string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value ?? {}).flatMap(([key, child]) => listTexts(child, `${path}.${key}`))

test('the texts promise nothing that needs a storefront', () => {
  const found = listTexts(texts).filter(([, text]) => promisePattern.test(text))
  expect(hasStorefront ? [] : found).toEqual([])
})
