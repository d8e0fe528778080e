import type { JsonSchema } from './openapi-document.ts'

const exampleByFormat: Record<string, string> = {
  uuid: '0198f2c4-7a10-7000-8000-000000000001',
  email: 'ada@example.com',
  'date-time': '2026-01-31T09:30:00Z',
  date: '2026-01-31',
  uri: 'https://example.com',
}

/** A value that a shape allows, to start a request from. What may be left out, is. */
export function buildExample(
  schema: JsonSchema,
  schemas: Record<string, JsonSchema>,
  depth = 0,
): unknown {
  const { $ref, type, anyOf, allOf, items, format, minimum } = schema
  if ($ref) return buildExample(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas, depth + 1)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [firstAlternative] = anyOf ?? allOf ?? []
  if (firstAlternative) return buildExample(firstAlternative, schemas, depth)
  if (type === 'object') return buildExampleObject(schema, schemas, depth)
  if (type === 'array') return depth > 4 || !items ? [] : [buildExample(items, schemas, depth + 1)]
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 0, 0)
  if (type === 'boolean') return true
  return type === 'string' ? (exampleByFormat[String(format)] ?? 'text') : null
}

function buildExampleObject(
  { properties = {}, required = [] }: JsonSchema,
  schemas: Record<string, JsonSchema>,
  depth: number,
): object {
  const entries = Object.entries(properties)
  // Where nothing must be there, the first fields show what may be.
  const includedEntries = required.length
    ? entries.filter(([name]) => required.includes(name))
    : entries.slice(0, 3)
  return Object.fromEntries(
    includedEntries.map(([name, field]) => [name, buildExample(field, schemas, depth + 1)]),
  )
}
