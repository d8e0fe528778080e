import { z } from 'zod'

/**
 * Returns the innermost schema: without optional and nullable, and the input of a pipe.
 */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrap(schema.unwrap())
  if (schema instanceof z.ZodPipe) return unwrap(schema.in)
  return schema
}

/** Returns the maximum length of a text. @throws Error when the schema sets no limit. */
export function getMaxLength(schema: z.core.$ZodType): number {
  const maxLength = findLengthLimit(unwrap(schema))
  if (maxLength === undefined) throw new Error('This schema is not a text with a limit.')
  return maxLength
}

/**
 * Returns the lowest length limit among the checks of a text. Does not read `schema.maxLength`, which
 * needs zod's JSON schema code: the browser bundle contains only a stub of it.
 */
function findLengthLimit(text: z.core.$ZodType): number | undefined {
  if (!(text instanceof z.ZodString)) return undefined
  const limits = (text._zod.def.checks ?? []).flatMap(check => {
    if (check instanceof z.core.$ZodCheckMaxLength) return [check._zod.def.maximum]
    if (check instanceof z.core.$ZodCheckLengthEquals) return [check._zod.def.length]
    return []
  })
  return limits.length > 0 ? Math.min(...limits) : undefined
}

/**
 * Returns the maximum length of the text at a path such as `lines.0.sku`, or undefined if the schema
 * has no such text or sets no limit.
 */
export function findMaxLength(schema: z.core.$ZodType, path: string): number | undefined {
  let field: z.core.$ZodType | undefined = schema
  for (const key of path.split('.')) {
    const parent: z.core.$ZodType = unwrap(field)
    if (parent instanceof z.ZodObject) field = parent.shape[key]
    else field = parent instanceof z.ZodArray ? parent.element : undefined
    if (!field) return undefined
  }
  return findLengthLimit(unwrap(field))
}

/** Returns the maximum number of items of a list. @throws Error when the schema sets no limit. */
export function getMaxItems(schema: z.core.$ZodType): number {
  for (const check of unwrap(schema)._zod.def.checks ?? [])
    if (check instanceof z.core.$ZodCheckMaxLength) return check._zod.def.maximum
  throw new Error('This schema is not a list with a limit.')
}

/** Returns the largest number that a schema allows. @throws Error when the schema sets no limit. */
export function getMaximum(schema: z.core.$ZodType): number {
  const limits = (unwrap(schema)._zod.def.checks ?? []).flatMap(check =>
    check instanceof z.core.$ZodCheckLessThan ? [Number(check._zod.def.value)] : [],
  )
  if (limits.length === 0) throw new Error('This schema is not a number with a limit.')
  return Math.min(...limits)
}

function getBlankValue(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodOptional) return getBlankValue(schema.unwrap())
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodArray) return []
  if (schema instanceof z.ZodNumber) return 0
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodString) return ''
  throw new Error('This schema has no blank value.')
}

/**
 * Returns an empty value for each key: '', 0, false, [], null if allowed, or the first option of an
 * enum.
 */
export const getBlankValues = <S extends z.ZodObject>({ shape }: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [key, getBlankValue(schema)]),
  ) as Required<z.infer<S>>

/** Returns the values without those that are undefined. */
export const omitUndefined = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
