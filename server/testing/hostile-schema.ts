import fc from 'fast-check'
import { anyValue, edgeNumbers, hostileText, idPlaceholder } from './hostile-values.ts'

type HostileSchema = { [key: string]: unknown }
export const isSchema = (value: unknown): value is HostileSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const filterSchemas = (value: unknown): HostileSchema[] =>
  Array.isArray(value) ? value.filter(isSchema) : []

/** Generates mostly valid values, so that requests pass validation, and some arbitrary ones. */
export function arbitraryForSchema(schema: HostileSchema, depth = 0): fc.Arbitrary<unknown> {
  if (depth > 6) return fc.constant(null)
  return fc.oneof(
    { weight: 12, arbitrary: generatePlausibleValue(schema, depth) },
    { weight: 1, arbitrary: anyValue },
  )
}

function generatePlausibleValue(schema: HostileSchema, depth: number): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom<unknown>(...schema['enum'])
  const alternatives = [...filterSchemas(schema['anyOf']), ...filterSchemas(schema['oneOf'])]
  if (alternatives.length > 0)
    return fc.oneof(
      ...alternatives.map(alternative => arbitraryForSchema(alternative, depth)),
      ...(schema['nullable'] ? [fc.constant(null)] : []),
    )
  const [firstSchema] = filterSchemas(schema['allOf'])
  if (firstSchema) return arbitraryForSchema(firstSchema, depth)
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  if (type === 'object') return createObjectArbitrary(schema, depth)
  if (type === 'array')
    return fc.array(
      isSchema(schema['items']) ? arbitraryForSchema(schema['items'], depth + 1) : anyValue,
      {
        maxLength: 4,
      },
    )
  if (type === 'string') return createTextArbitrary(schema)
  if (type === 'integer' || type === 'number') return createNumberArbitrary(schema)
  if (type === 'boolean') return fc.boolean()
  return anyValue
}

function createObjectArbitrary(schema: HostileSchema, depth: number): fc.Arbitrary<unknown> {
  const properties = isSchema(schema['properties']) ? Object.entries(schema['properties']) : []
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const fields = properties.map(([name, field]) => {
    const value = isSchema(field) ? arbitraryForSchema(field, depth + 1) : anyValue
    return fc
      .option(value, { freq: required.has(name) ? 30 : 1, nil: undefined })
      .map(entry => (entry === undefined ? [] : [[name, entry]]))
  })
  const unknownField = fc.option(
    fc.tuple(
      fc.constantFrom(
        '_id',
        'storeId',
        'role',
        'store_id',
        'constructor',
        'x'.repeat(300),
        '',
        '\u0000',
        'é',
      ),
      anyValue,
    ),
    { freq: 1, nil: undefined },
  )
  return fc
    .tuple(fc.tuple(...fields), fc.nat(9), unknownField)
    .map(([entries, dice, extra]) =>
      Object.fromEntries([...entries.flat(), ...(extra && dice === 0 ? [extra] : [])]),
    )
}

/** Created once, because fast-check prepares a pattern for milliseconds. */
const words = fc.stringMatching(/^[a-z]{3,12}( [a-z]{2,9})?$/)

function createTextArbitrary({
  format,
  maxLength,
  minLength,
  pattern,
}: HostileSchema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return idPlaceholder
  if (format === 'email') return fc.nat(10_000).map(n => `person${n}@example.com`)
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map(date => date.toISOString())
  const maxSize = typeof maxLength === 'number' ? maxLength : 200
  const minSize = typeof minLength === 'number' ? minLength : 0
  const edges = fc.constantFrom(
    'x'.repeat(maxSize),
    'x'.repeat(Math.min(maxSize + 1, 100_000)),
    'ä'.repeat(Math.min(maxSize, 5000)),
    '👍'.repeat(Math.min(maxSize, 5000)),
  )
  const ordinary = fc.oneof(
    words.map(text => text.padEnd(minSize, 'k')),
    ...(typeof pattern === 'string'
      ? [fc.constantFrom('a-b', 'USD', 'DE', '#a1b2c3', 'en', '/about', 'https://example.com/x')]
      : []),
  )
  return fc.oneof(
    { weight: 8, arbitrary: ordinary },
    { weight: 1, arbitrary: edges },
    { weight: 2, arbitrary: hostileText },
  )
}

function createNumberArbitrary({ minimum, maximum }: HostileSchema): fc.Arbitrary<unknown> {
  const low = typeof minimum === 'number' ? minimum : -1000
  const high = typeof maximum === 'number' ? maximum : 1e15
  const min = Math.ceil(Math.max(low, -(2 ** 31)))
  const max = Math.floor(Math.min(high, 2 ** 31 - 1))
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min, max }) },
    { weight: 1, arbitrary: fc.constantFrom(low, low - 1, high, high + 1, ...edgeNumbers) },
  )
}
