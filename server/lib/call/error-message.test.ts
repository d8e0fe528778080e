import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accountErrors } from '#contract/lib/error/account-errors.ts'
import { errorTexts } from '#contract/lib/error/error-catalog.ts'
import { importErrors } from '#contract/lib/error/import-errors.ts'
import { importProblemTexts } from '#contract/lib/error/import-problem-catalog.ts'
import { issueTexts } from '#contract/lib/error/issue-catalog.ts'
import { orderErrors } from '#contract/lib/error/order-errors.ts'
import { paymentErrors } from '#contract/lib/error/payment-errors.ts'
import { productErrors } from '#contract/lib/error/product-errors.ts'
import { requestErrors } from '#contract/lib/error/request-errors.ts'
import { storeErrors } from '#contract/lib/error/store-errors.ts'
import { listSourceFiles } from '../../../scripts/check/list-source-files.ts'
import { constraintCodes } from './constraint-code.ts'
import { createErrorMessage } from './error-message.ts'
import { createFieldProblem, Problem } from './problem.ts'

const catalogs = [
  issueTexts,
  requestErrors,
  accountErrors,
  storeErrors,
  productErrors,
  orderErrors,
  paymentErrors,
  importErrors,
]

test('no two parts of the catalog define the same code', () => {
  const codes = catalogs.flatMap(catalog => Object.keys(catalog))
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
  expect(Object.keys(errorTexts).toSorted()).toEqual(codes.toSorted())
})

const isCatalog = (path: string) => /^contract\/lib\/error\/.*-(errors|catalog)\.ts$/.test(path)

test('every code is used by the server or a schema', () => {
  const source = listSourceFiles(['contract', 'server'])
    .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts') && !isCatalog(path))
    .map(path => readFileSync(path, 'utf8'))
    .join('\n')
  const isUsed = (code: string) =>
    source.includes(`'${code}'`) ||
    [...source.matchAll(/`(\w+)\$\{[^}]*\}(\w*)`/g)].some(
      ([, start = '', end = '']) => code.startsWith(start) && code.endsWith(end),
    )
  expect(
    [...Object.keys(errorTexts), ...Object.keys(importProblemTexts)].filter(code => !isUsed(code)),
  ).toEqual([])
})

test('every constraint that a request can violate has an error', () => {
  // The row of a theme of the catalog is found by its id, which comes from its code.
  const internal = new Set([
    'import_item__position__taken',
    'theme__code__taken',
    // The number is drawn under a lock.
    'invoice__number__taken',
    // An index that a later migration replaces.
    'invoice__refund__taken',
    // A host that another store had is not taken over: its insert has "on conflict".
    'earlier_store_host__host__taken',
    // A later migration renames this index.
    'business__domain__taken',
  ])
  const constraints = listSourceFiles([
    'server/db/schema',
    'server/db/functions',
    'server/db/migrations',
  ])
    .flatMap(path => readFileSync(path, 'utf8').match(/\b[a-z_]+?__[a-z_]+?__[a-z_]+\b/g) ?? [])
    .filter(name => !internal.has(name))
  expect([...new Set(constraints)].toSorted()).toEqual(Object.keys(constraintCodes).toSorted())
})

test('an error contains its code, its values and the English message', () => {
  expect(createErrorMessage('image_too_large', { file: 'a.png', size: 10 })).toEqual({
    code: 'image_too_large',
    params: { file: 'a.png', size: 10 },
    message: 'a.png is larger than 10 MB. Choose a smaller file.',
  })
  expect(createErrorMessage('logged_out')).toEqual({
    code: 'logged_out',
    message: 'Log in to continue.',
  })
  expect(createErrorMessage('line_stock_short', { count: 1 }).message).toBe('Only 1 left')
  expect(
    createErrorMessage('illegal_transition', { fromStatus: 'on_hold', toStatus: 'draft' }).message,
  ).toBe(
    'You can’t change an order from on hold to draft. Open the order to see the allowed changes.',
  )
})

test('the error of a field names the field and repeats the code', () => {
  const problem = createFieldProblem('name', 'role_name_taken', {}, 409)
  const error = { code: 'role_name_taken', message: problem.message }
  expect(problem.body('request 1')).toEqual({
    status: false,
    ...error,
    errors: [{ path: 'name', ...error }],
    requestId: 'request 1',
  })
  expect(new Problem(409, 'count_changed', {}, { data: { count: 2 } }).body()).toMatchObject({
    code: 'count_changed',
    data: { count: 2 },
  })
})
