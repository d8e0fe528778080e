import { Colour } from '#contract/lib/colour.ts'
import { fieldsOf, type ThemeField, type ThemeGroup, type ThemeSettings } from '#contract/theme.ts'
import { Problem } from '../lib/call/problem.ts'

type Value = ThemeSettings[string]

export const defaultSettings = (schema: readonly ThemeGroup[]): ThemeSettings =>
  Object.fromEntries(fieldsOf(schema).map(field => [field.key, field.default]))

/** The given settings that the theme knows, each checked against its field; throws 422 naming every one that does not fit. */
export function checkSettings(schema: readonly ThemeGroup[], given: ThemeSettings): ThemeSettings {
  const fields = fieldsOf(schema).filter(field => Object.hasOwn(given, field.key))
  const read = fields.map(field => ({ key: field.key, ...readValue(field, given[field.key]) }))
  const errors = read.flatMap(({ key, message }) =>
    message ? [{ path: `settings.${key}`, code: 'invalid', message }] : [],
  )
  if (errors[0])
    throw new Problem(422, 'invalid', `${errors[0].path}: ${errors[0].message}`, { errors })
  return Object.fromEntries(
    read.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]])),
  )
}

function readValue(
  field: ThemeField,
  value: Value | undefined,
): { value?: Value; message?: string } {
  switch (field.type) {
    case 'colour': {
      const colour = Colour.safeParse(value)
      return colour.success ? { value: colour.data } : { message: 'A colour such as #1a2b3c' }
    }
    case 'font':
    case 'select':
      return typeof value === 'string' && field.options.some(option => option.value === value)
        ? { value }
        : { message: `Must be one of ${field.options.map(option => option.value).join(', ')}` }
    case 'number':
      return typeof value === 'number' && value >= field.min && value <= field.max
        ? { value }
        : { message: `Must be a number from ${field.min} to ${field.max}` }
    case 'bool':
      return typeof value === 'boolean' ? { value } : { message: 'Must be true or false' }
  }
}
