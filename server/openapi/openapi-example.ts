import type { Schema } from './openapi-document.ts'

const formats: Record<string, string> = {
  uuid: '0198f2c4-7a10-7000-8000-000000000001',
  email: 'ada@example.com',
  'date-time': '2026-01-31T09:30:00Z',
  date: '2026-01-31',
  uri: 'https://example.com',
}

/** A value that a shape allows, to start a request from. What may be left out, is. */
export function exampleOf(schema: Schema, schemas: Record<string, Schema>, depth = 0): unknown {
  const { $ref, type, anyOf, allOf, items, format, minimum } = schema
  if ($ref) return exampleOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas, depth + 1)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first] = anyOf ?? allOf ?? []
  if (first) return exampleOf(first, schemas, depth)
  if (type === 'object') return exampleObject(schema, schemas, depth)
  if (type === 'array') return depth > 4 || !items ? [] : [exampleOf(items, schemas, depth + 1)]
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 0, 0)
  if (type === 'boolean') return true
  return type === 'string' ? (formats[String(format)] ?? 'text') : null
}

function exampleObject(
  { properties = {}, required = [] }: Schema,
  schemas: Record<string, Schema>,
  depth: number,
): object {
  const entries = Object.entries(properties)
  // Where nothing must be there, the first fields show what may be.
  const shown = required.length
    ? entries.filter(([name]) => required.includes(name))
    : entries.slice(0, 3)
  return Object.fromEntries(
    shown.map(([name, field]) => [name, exampleOf(field, schemas, depth + 1)]),
  )
}
