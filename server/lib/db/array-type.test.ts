import fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
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

test('what is written is read again, whatever its characters', () => {
  fc.assert(
    fc.property(texts, values => {
      expect(parseArray(formatArray(values))).toEqual(values)
    }),
  )
})

test('the server reads and writes the same', async () => {
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
  const [row] =
    await sql`select ${values}::text[] as texts, ${[1, -2]}::integer[] as numbers, ${['2026-01-31']}::date[] as days, '{}'::text[] as none,
    array_length(${values}::text[], 1) as length, ${['018f0000-0000-7000-8000-000000000001']}::uuid[] as ids`
  expect(row).toEqual({
    texts: values,
    numbers: [1, -2],
    days: ['2026-01-31'],
    none: [],
    length: values.length,
    ids: ['018f0000-0000-7000-8000-000000000001'],
  })
})
