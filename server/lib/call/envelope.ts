import { z } from 'zod'
import { ListMeta, Nothing, type Route } from '#contract/lib/api.ts'

type Json = { [key: string]: unknown }

/** The JSON Schema of a success of this call; Fastify compiles it into the writer of the reply, so no stray column leaves. */
export function envelopeSchema(route: Route): Json {
  const data = route.list
    ? itemsOf(route)
    : route.reply === Nothing
      ? undefined
      : jsonSchema(route.reply)
  return {
    type: 'object',
    properties: {
      status: { const: true },
      ...Object.fromEntries(Object.keys(route.beside ?? {}).map(key => [key, { type: 'string' }])),
      ...(data !== undefined && { data }),
      message: { type: 'string' },
      ...(route.list && { meta: jsonSchema(ListMeta) }),
    },
  }
}

/** A shape as JSON Schema draft 7. */
export const jsonSchema = (shape: z.ZodType, io: 'input' | 'output' = 'output'): Json =>
  nullable(
    z.toJSONSchema(shape, { target: 'draft-7', io, unrepresentable: 'any', reused: 'inline' }),
  )

const itemsOf = (route: Route): unknown => (jsonSchema(route.reply)['properties'] as Json)['items']

/** `anyOf: [X, null]` as `X, nullable`, which the writer compiles to plain code instead of a validation at each value. */
const nullable = (schema: Json): Json => withNullable(schema) as Json // an object in is an object out

function withNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullable)
  if (typeof value !== 'object' || value === null) return value
  const schema = value as Json
  const either = schema['anyOf']
  if (Array.isArray(either) && either.length === 2 && (either[1] as Json)?.['type'] === 'null') {
    const { anyOf, ...rest } = schema
    return { ...rest, ...nullable(either[0] as Json), nullable: true }
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== '$schema')
      .map(([key, v]) => [key, withNullable(v)]),
  )
}

/** What a handler gave, in the envelope of every success. */
export function wrap(route: Route, answer: unknown): Json {
  const beside = Object.fromEntries(
    Object.entries(route.beside ?? {}).map(([key, field]) => [key, (answer as Json)[field]]),
  )
  const message = route.message && { message: route.message }
  if (!route.list) return { status: true, ...beside, data: answer, ...message }
  const { items, meta } = answer as { items: unknown; meta: unknown }
  return { status: true, data: items, ...message, meta }
}
