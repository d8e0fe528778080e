import { z } from 'zod'
import { issue } from './error/issue.ts'
import { splitQueryValues } from './query-text.ts'

export const Id = z.uuid()
/** A timestamp in requests and responses, with a limited number of fractional digits. */
export const Timestamp = z.iso.datetime({ offset: true }).max(40)

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Pasted text contains them. Names are part of the headers of emails and of printed addresses. */
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/**
 * One line of text: trimmed, in Unicode NFC, with a space instead of line breaks, without characters
 * that PostgreSQL can't store.
 */
export const singleLineText = (max: number, min = 0) =>
  z
    .string()
    .refine(isStorable, { ...issue('invalid_characters'), abort: true })
    .normalize('NFC')
    .overwrite(text => text.replaceAll(lineBreaks, ' '))
    .trim()
    .min(min)
    .max(max)

/** Multi-line text: like a single line, but with its line breaks and not trimmed. */
export const multiLineText = (max: number) =>
  z
    .string()
    .refine(isStorable, { ...issue('invalid_characters'), abort: true })
    .normalize('NFC')
    .max(max)

/** An amount in minor units of ISO 4217: 1999 is 19.99 USD, 19.99 HUF or 1999 JPY. */
export const Money = z.int().min(0).max(1_000_000_000_000)
/** An amount that can be negative, such as a balance. */
export const SignedMoney = z.int().min(-1_000_000_000_000).max(1_000_000_000_000)
export const Count = z.int().min(0).max(1_000_000_000)

export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email())
/** An image URL: a file of the store or https; empty for none. */
export const ImageUrl = singleLineText(500).regex(
  /^(\/media(\/\w[\w.-]*)+|https:\/\/[^\s"'<>\\]+)?$/,
  issue('invalid_image_url'),
)
export const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(120)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, issue('invalid_handle'))

export const Address = z.object({
  name: singleLineText(120).optional(),
  line1: singleLineText(200).optional(),
  line2: singleLineText(200).optional(),
  city: singleLineText(120).optional(),
  region: singleLineText(120).optional(),
  postalCode: singleLineText(20).optional(),
  /** ISO 3166-1 alpha-2. */
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]{2})?$/, issue('invalid_country'))
    .optional(),
  phone: singleLineText(40).optional(),
})
export type Address = z.infer<typeof Address>

/** `14:30` */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, issue('invalid_time_of_day'))

/** The query parameters of every list. `sort` is a field name, with `-` in front for descending. */
export const ListQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  perPage: z.coerce.number().int().min(1).max(100).optional(),
  q: z.string().trim().max(200).refine(isStorable, issue('invalid_characters')).optional(),
  after: z.string().max(600).optional(),
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
