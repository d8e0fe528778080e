import { z } from 'zod'
import { issue } from './error/issue.ts'
import { cleanAsciiCode, cleanCode, cleanLines, cleanText } from './text/clean-text.ts'
import { isEmail, maxEmailLength, normalizeEmail } from './text/email.ts'
import { splitQueryValues } from './text/query-text.ts'
import { isSlug, maxSlugLength, normalizeSlug } from './text/slug.ts'

export const Id = z.uuid()
/** A timestamp in requests and responses, with a limited number of fractional digits. */
export const Timestamp = z.iso.datetime({ offset: true }).max(40)

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

const readLine = (clean: (text: string) => string, max: number, min: number) =>
  z
    .string()
    .refine(isStorable, { ...issue('invalid_characters'), abort: true })
    .overwrite(clean)
    .min(min)
    .max(max)

/**
 * One line of words, such as a name or a title: trimmed, in Unicode NFC, with a space instead of line
 * breaks, without invisible characters and those that PostgreSQL can't store.
 */
export const singleLineText = (max: number, min = 0) => readLine(cleanText, max, min)

/** One line that is compared letter by letter, such as a SKU, a key or a search term. */
export const codeText = (max: number, min = 0) => readLine(cleanCode, max, min)

/**
 * One line with a code that has an ASCII form, such as a phone number, a postal code or a discount
 * code. Full-width letters, digits of other scripts and dashes become those of ASCII.
 */
export const asciiCodeText = (max: number, min = 0) => readLine(cleanAsciiCode, max, min)

/** Multi-line text: like a single line, but with its line breaks and not trimmed. */
export const multiLineText = (max: number) =>
  z
    .string()
    .refine(isStorable, { ...issue('invalid_characters'), abort: true })
    .overwrite(cleanLines)
    .max(max)

/** An amount in minor units of ISO 4217: 1999 is 19.99 USD, 19.99 HUF or 1999 JPY. */
export const Money = z.int().min(0).max(1_000_000_000_000)
/** An amount that can be negative, such as a balance. */
export const SignedMoney = z.int().min(-1_000_000_000_000).max(1_000_000_000_000)
export const Count = z.int().min(0).max(1_000_000_000)

/** An email address in the form in which it is stored. */
export const Email = asciiCodeText(maxEmailLength, 1)
  .overwrite(normalizeEmail)
  .refine(text => text === '' || isEmail(text), issue('invalid_email'))
/** The URL of an image that the store has uploaded; empty for none. */
export const MediaUrl = codeText(500).regex(
  /^(\/media(\/\w[\w.-]*)+)?$/,
  issue('invalid_media_url'),
)
/** An image URL: a file of the store or https; empty for none. */
export const ImageUrl = singleLineText(500).regex(
  /^(\/media(\/\w[\w.-]*)+|https:\/\/[^\s"'<>\\]+)?$/,
  issue('invalid_image_url'),
)
/** The part of a path that names a record: letters and digits of any script, and single hyphens. */
export const Slug = codeText(maxSlugLength, 1)
  .overwrite(normalizeSlug)
  .refine(isSlug, issue('invalid_handle'))

/** A country by its code in ISO 3166-1 alpha-2. Empty for none. */
export const CountryCode = codeText(20)
  .toUpperCase()
  .regex(/^([A-Z]{2})?$/, issue('invalid_country'))

/** `14:30` */
export const TimeOfDay = codeText(10).regex(
  /^([01]\d|2[0-3]):[0-5]\d$/,
  issue('invalid_time_of_day'),
)

/** The query parameters of every list. `sort` is a field name, with `-` in front for descending. */
export const ListQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  perPage: z.coerce.number().int().min(1).max(100).optional(),
  q: codeText(200).optional(),
  after: codeText(600).optional(),
})
export const sortQuery = <const T extends string>(...fields: T[]) =>
  z.enum(fields.flatMap(f => [f, `-${f}`] as const) as [T | `-${T}`]).optional()

/** Parses `a,b` or repeated query keys into a list of allowed values. */
export const oneOrMoreQuery = <T extends z.ZodType<string>>(member: T) =>
  z
    .preprocess(v => (typeof v === 'string' ? splitQueryValues(v) : v), z.array(member).max(50))
    .optional()

/** A boolean, also as spelled in a query string. */
export const BooleanQuery = z
  .union([z.boolean(), z.enum(['true', 'false']).transform(v => v === 'true')])
  .optional()

/** The version an edit is based on. A stale version fails with the current row. */
export const versionField = { version: z.int().min(1).optional() }
export const updateSchema = <T extends z.ZodRawShape>(createSchema: z.ZodObject<T>) =>
  createSchema.partial().extend(versionField)
