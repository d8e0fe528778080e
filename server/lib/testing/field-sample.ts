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
  if (schema instanceof z.ZodArray) {
    const element = createFieldSample(schema.element, round, values, path)
    return element === undefined ? undefined : [element]
  }
  if (!(schema instanceof z.ZodObject)) return findScalar(schema, round)
  const entries = Object.entries(schema.shape).map(([key, field]) => {
    const keyPath = path ? `${path}.${key}` : key
    const value =
      keyPath in values ? values[keyPath] : createFieldSample(field, round, values, keyPath)
    return [key, value] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
