import { z } from 'zod'
import { Id, ImageUrl, multiLineText, singleLineText } from '../lib/schemas.ts'
import { LinkTarget } from '../lib/text/link-target.ts'
import { VideoUrl } from '../lib/text/video-url.ts'

/** A typed setting of a section or of one of its items. The editor builds its form from these. */
export type SectionField =
  | { type: 'text'; max: number; default: string }
  | { type: 'multiline'; max: number; default: string }
  /** Sanitized HTML. */
  | { type: 'richText'; max: number; default: string }
  | { type: 'image'; default: string }
  | { type: 'link'; default: string }
  | { type: 'select'; options: readonly string[]; default: string }
  | { type: 'number'; min: number; max: number; default: number }
  | { type: 'boolean'; default: boolean }
  /** The URL of a YouTube or Vimeo video. */
  | { type: 'video'; default: string }
  | { type: 'records'; entity: 'product' | 'category'; max: number; default: readonly string[] }
export type SectionFields = Readonly<Record<string, SectionField>>

type FieldValue<Field extends SectionField> = Field extends { type: 'boolean' }
  ? boolean
  : Field extends { type: 'number' }
    ? number
    : Field extends { type: 'records' }
      ? string[]
      : Field extends { type: 'select'; options: readonly (infer Option)[] }
        ? Option
        : string
/** The values of fields, by the key of the field. */
export type FieldValues<Fields extends SectionFields> = {
  -readonly [Key in keyof Fields]: FieldValue<Fields[Key]>
}

export const text = (max: number) => ({ type: 'text', max, default: '' }) as const
export const richText = (max = 10_000) => ({ type: 'richText', max, default: '' }) as const
export const image = { type: 'image', default: '' } as const
export const link = { type: 'link', default: '' } as const
export const video = { type: 'video', default: '' } as const
/** The first option is the default. */
export const select = <const Options extends readonly [string, ...string[]]>(...options: Options) =>
  ({ type: 'select', options, default: options[0] }) as const
export const number = (min: number, max: number, defaultValue: number) =>
  ({ type: 'number', min, max, default: defaultValue }) as const
export const boolean = (defaultValue: boolean) =>
  ({ type: 'boolean', default: defaultValue }) as const
export const records = (entity: 'product' | 'category', max: number) =>
  ({ type: 'records', entity, max, default: [] }) as const

/** Returns the schema of the value of a field. */
export function createFieldSchema(field: SectionField): z.ZodType {
  switch (field.type) {
    case 'text':
      return singleLineText(field.max)
    case 'multiline':
    case 'richText':
      return multiLineText(field.max)
    case 'image':
      return ImageUrl
    case 'link':
      return LinkTarget
    case 'video':
      return VideoUrl
    case 'select':
      return z.enum(field.options)
    case 'number':
      return z.int().min(field.min).max(field.max)
    case 'boolean':
      return z.boolean()
    case 'records':
      return z.array(Id).max(field.max)
  }
}

/** Returns the schema of the values of fields. Unknown keys are rejected. */
export const createFieldsSchema = (fields: SectionFields) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([key, field]) => [key, createFieldSchema(field)]),
    ),
  )

export const getDefaultValue = (field: SectionField): unknown =>
  Array.isArray(field.default) ? [...field.default] : field.default

export const getDefaultValues = (fields: SectionFields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, getDefaultValue(field)]))
