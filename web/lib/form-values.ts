import { z } from 'zod'
import { isSlugOf } from '#contract/lib/text/slug.ts'

/** Returns the value of an empty input for a field. */
function getEmptyValue(schema: z.core.$ZodType | undefined): unknown {
  if (schema instanceof z.ZodObject) return createEmptyValues(schema)
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNonOptional)
    return getEmptyValue(schema.def.innerType)
  if (schema instanceof z.ZodPipe) return getEmptyValue(schema.def.in)
  if (schema instanceof z.ZodUnion) return getEmptyValue(schema.def.options[0])
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodArray) return []
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNumber) return 0
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return ''
  throw new Error(`A form has no empty value for a field of type ${schema?._zod.def.type}`)
}

/**
 * Returns the values of an empty form for a contract schema: empty texts and lists, switches off,
 * and the first of several choices.
 */
export const createEmptyValues = <T extends z.ZodRawShape>(schema: z.ZodObject<T>) =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([key, field]) => [key, getEmptyValue(field)]),
  ) as Required<z.input<z.ZodObject<T>>> // each key has a value of its type

/**
 * Returns the values without a handle that is empty or derived from the name. The server then derives
 * it itself, and varies it if another record has got it meanwhile.
 */
export const omitDerivedSlug = <T extends { slug?: string | undefined }>(
  { slug, ...rest }: T,
  name: string,
) => (slug && !isSlugOf(slug, name) ? { ...rest, slug } : rest)

/** Returns the values without an empty handle, so that the record keeps its own. */
export const omitEmptySlug = <T extends { slug?: string | undefined }>({ slug, ...rest }: T) =>
  slug ? { ...rest, slug } : rest
