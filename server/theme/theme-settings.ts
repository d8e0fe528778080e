import { HexColor } from '#contract/lib/color.ts'
import {
  getThemeFields,
  type ThemeField,
  type ThemeGroup,
  type ThemeSettings,
} from '#contract/theme.ts'
import { Problem } from '../lib/call/problem.ts'

type ThemeValue = ThemeSettings[string]

export const getDefaultSettings = (schema: readonly ThemeGroup[]): ThemeSettings =>
  Object.fromEntries(getThemeFields(schema).map(field => [field.key, field.default]))

/** The given settings that the theme knows, each checked against its field; throws 422 naming every one that does not fit. */
export function parseSettings(schema: readonly ThemeGroup[], input: ThemeSettings): ThemeSettings {
  const fields = getThemeFields(schema).filter(field => Object.hasOwn(input, field.key))
  const parsedFields = fields.map(field => ({
    key: field.key,
    ...parseValue(field, input[field.key]),
  }))
  const errors = parsedFields.flatMap(({ key, message }) =>
    message ? [{ path: `settings.${key}`, code: 'invalid', message }] : [],
  )
  if (errors[0])
    throw new Problem(422, 'invalid', `${errors[0].path}: ${errors[0].message}`, { errors })
  return Object.fromEntries(
    parsedFields.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]])),
  )
}

function parseValue(
  field: ThemeField,
  value: ThemeValue | undefined,
): { value?: ThemeValue; message?: string } {
  switch (field.type) {
    case 'colour': {
      const color = HexColor.safeParse(value)
      return color.success ? { value: color.data } : { message: 'A colour such as #1a2b3c' }
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
