import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { ListMeta, NoContent, type Route } from '#contract/lib/call/api.ts'

type JsonObject = { [key: string]: unknown }

type EnvelopeSerializer = (envelope: JsonObject) => string

const serializers = new WeakMap<Route, EnvelopeSerializer>()

/**
 * Returns the serializer of successful replies, which omits columns that are not in the contract.
 * The first reply of a call compiles it, because compiling those of all calls delays the start.
 */
export function getEnvelopeSerializer(reply: FastifyReply, route: Route): EnvelopeSerializer {
  const existingSerializer = serializers.get(route)
  if (existingSerializer) return existingSerializer
  const serializer = reply.compileSerializationSchema(buildEnvelopeSchema(route))
  serializers.set(route, serializer)
  return serializer
}

/** Returns the JSON Schema of a successful reply. */
function buildEnvelopeSchema(route: Route): JsonObject {
  const data = getDataSchema(route)
  return {
    type: 'object',
    properties: {
      status: { const: true },
      ...Object.fromEntries(
        Object.keys(route.envelopeFields ?? {}).map(key => [key, { type: 'string' }]),
      ),
      ...(data !== undefined && { [route.dataKey]: data }),
      message: { type: 'string' },
      ...(route.isList && { meta: toJsonSchema(ListMeta) }),
    },
  }
}

function getDataSchema(route: Route): unknown {
  if (route.reply === NoContent) return undefined
  const schema = toJsonSchema(route.reply)
  return releaseUnions(route.isList ? (schema['properties'] as JsonObject)['items'] : schema)
}

/**
 * Lets the serializer write discriminated unions whole. Choosing an alternative compiles a validator
 * of each of them, which takes seconds for the sections of a theme.
 */
function releaseUnions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(releaseUnions)
  if (typeof value !== 'object' || value === null) return value
  if ('oneOf' in value) return {}
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, releaseUnions(v)]))
}

/** Returns the schema as JSON Schema draft 7. */
export const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output' = 'output'): JsonObject =>
  flattenNullable(
    z.toJSONSchema(schema, { target: 'draft-7', io, unrepresentable: 'any', reused: 'inline' }),
  )

/**
 * Replaces `anyOf: [X, null]` by `X, nullable: true`, which the serializer compiles to plain code
 * instead of validating each value.
 */
const flattenNullable = (schema: JsonObject): JsonObject =>
  flattenNullableValue(schema) as JsonObject // an object is mapped to an object

function flattenNullableValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flattenNullableValue)
  if (typeof value !== 'object' || value === null) return value
  const schema = value as JsonObject
  const alternatives = schema['anyOf']
  if (
    Array.isArray(alternatives) &&
    alternatives.length === 2 &&
    (alternatives[1] as JsonObject)?.['type'] === 'null'
  ) {
    const { anyOf, ...rest } = schema
    return { ...rest, ...flattenNullable(alternatives[0] as JsonObject), nullable: true }
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== '$schema')
      .map(([key, v]) => [key, flattenNullableValue(v)]),
  )
}

/** Returns the result of a handler in the envelope of successful replies. */
export function wrapInEnvelope(route: Route, result: unknown): JsonObject {
  const envelopeFields = Object.fromEntries(
    Object.entries(route.envelopeFields ?? {}).map(([key, field]) => [
      key,
      (result as JsonObject)[field],
    ]),
  )
  const message = route.message && { message: route.message }
  if (!route.isList) return { status: true, ...envelopeFields, [route.dataKey]: result, ...message }
  const { items, meta } = result as { items: unknown; meta: unknown }
  return { status: true, data: items, ...message, meta }
}
