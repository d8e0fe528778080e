import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

/**
 * Each field is tested with two values, because a field that is not saved can equal its default
 * only once.
 */
export type SampleRound = 0 | 1
/**
 * Values by path, such as `variants.options`, for fields that name other rows or must fit together.
 */
export type SampleValues = Readonly<Record<string, unknown>>

const candidatesByRound: readonly (readonly unknown[])[] = [
  ['Kettle blue', 'kettle-blue', 'https://example.com/a', 'ann@example.com', '#a1b2c3', '09:30'],
  ['Basket red', 'basket-red', 'https://example.com/b', 'bob@example.com', '#112233', '17:45'],
]
const codesByRound: readonly (readonly unknown[])[] = [
  ['FR', 'fr', 'Europe/Berlin', 'EUR', 7, 120, true],
  ['IT', 'it', 'Asia/Tokyo', 'JPY', 9, 340, false],
]

/** Returns the first value that the schema accepts unchanged, or undefined. */
function findScalar(schema: z.core.$ZodType, round: SampleRound): unknown {
  const candidates = [...(candidatesByRound[round] ?? []), ...(codesByRound[round] ?? [])]
  return candidates.find(candidate => {
    const result = z.safeParse(schema, candidate)
    return result.success && isDeepStrictEqual(result.data, candidate)
  })
}

const joinPath = (path: string, key: string) => (path ? `${path}.${key}` : key)

/** Returns the objects that a discriminated union allows, or the schema itself. */
const listVariants = (schema: z.core.$ZodType): readonly z.core.$ZodType[] =>
  schema instanceof z.ZodDiscriminatedUnion ? schema.options : [schema]

/** Returns a value for the schema. Every object has all keys for which a value exists. */
export function createFieldSample(
  schema: z.core.$ZodType,
  round: SampleRound,
  values: SampleValues = {},
  path = '',
): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return createFieldSample(schema.def.innerType, round, values, path)
  if (schema instanceof z.ZodEnum) return schema.options.at(round === 0 ? -1 : 0)
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodArray) {
    const elements = listVariants(schema.element)
      .map(element => createFieldSample(element, round, values, path))
      .filter(element => element !== undefined)
    return elements.length > 0 ? elements : undefined
  }
  if (!(schema instanceof z.ZodObject)) return findScalar(schema, round)
  const entries = Object.entries(schema.shape).map(([key, field]) => {
    const keyPath = joinPath(path, key)
    const value =
      keyPath in values ? values[keyPath] : createFieldSample(field, round, values, keyPath)
    return [key, value] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Returns the path of every field of the schema that contains no other field. */
export function listFieldPaths(schema: z.core.$ZodType, path = ''): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return listFieldPaths(schema.def.innerType, path)
  if (schema instanceof z.ZodArray) return listFieldPaths(schema.element, path)
  if (schema instanceof z.ZodDiscriminatedUnion)
    return schema.options.flatMap(option => listFieldPaths(option, path))
  if (!(schema instanceof z.ZodObject)) return [path]
  return Object.entries(schema.shape).flatMap(([key, field]) =>
    listFieldPaths(field, joinPath(path, key)),
  )
}

/** Returns the path of every field that the value contains, with the paths of their parents. */
export function listValuePaths(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [path, ...value.flatMap(item => listValuePaths(item, path))]
  if (typeof value !== 'object' || value === null) return [path]
  return [
    path,
    ...Object.entries(value).flatMap(([key, field]) => listValuePaths(field, joinPath(path, key))),
  ]
}
