import fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { arrayTypes, formatArray, parseArray } from './array-type.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let sql: postgres.Sql
beforeAll(async () => {
  database = await createTestDatabase()
  sql = postgres(database.ownerUrl, { max: 1, fetch_types: false, types: arrayTypes })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const texts = fc.array(
  fc.option(fc.string({ unit: 'binary' }).map(text => text.replaceAll('\0', ''))),
)

test('parseArray returns the values given to formatArray, with any characters', () => {
  fc.assert(
    fc.property(texts, values => {
      expect(parseArray(formatArray(values))).toEqual(values)
    }),
  )
})

test('the database reads and writes the same format', async () => {
  const values = [
    '',
    'null',
    'NULL',
    null,
    'a b',
    'a,b',
    '{}',
    '"',
    '\\',
    '\\"',
    '\n',
    'ä',
    '🫖',
    ' ',
  ]
  const numbers = [1, -2]
  const days = ['2026-01-31']
  const ids = ['018f0000-0000-7000-8000-000000000001']
  const [row] = await sql`
    select ${values}::text[] as texts, ${numbers}::integer[] as numbers, ${days}::date[] as days,
      '{}'::text[] as none, array_length(${values}::text[], 1) as length, ${ids}::uuid[] as ids`
  expect(row).toEqual({
    texts: values,
    numbers: [1, -2],
    days: ['2026-01-31'],
    none: [],
    length: values.length,
    ids: ['018f0000-0000-7000-8000-000000000001'],
  })
})
