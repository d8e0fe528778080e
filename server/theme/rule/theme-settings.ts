import type { ErrorMessage } from '#contract/lib/call/problem.ts'
import { HexColor } from '#contract/lib/color.ts'
import {
  getThemeFields,
  type ThemeField,
  type ThemeGroup,
  type ThemeSettings,
} from '#contract/theme/theme.ts'
import { createErrorMessage } from '../../lib/call/error-message.ts'
import { createInvalidProblem } from '../../lib/call/problem.ts'

type ThemeValue = ThemeSettings[string]

/**
 * Returns the valid values of the settings that the theme has, and ignores all others.
 * @throws Problem 422 with an error for every invalid value
 */
export function parseSettings(schema: readonly ThemeGroup[], input: ThemeSettings): ThemeSettings {
  const fields = getThemeFields(schema).filter(field => Object.hasOwn(input, field.key))
  const parsedFields = fields.map(field => ({
    key: field.key,
    ...parseValue(field, input[field.key]),
  }))
  const errors = parsedFields.flatMap(({ key, message }) =>
    message ? [{ path: `settings.${key}`, ...message }] : [],
  )
  if (errors.length > 0) throw createInvalidProblem(errors)
  return Object.fromEntries(
    parsedFields.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]])),
  )
}

const listOptionValues = (options: readonly { value: string }[]) =>
  options.map(option => option.value).join(', ')

function parseValue(
  field: ThemeField,
  value: ThemeValue | undefined,
): { value?: ThemeValue; message?: ErrorMessage } {
  switch (field.type) {
    case 'color': {
      const color = HexColor.safeParse(value)
      return color.success
        ? { value: color.data }
        : { message: createErrorMessage('invalid_color') }
    }
    case 'font':
    case 'select':
      return typeof value === 'string' && field.options.some(option => option.value === value)
        ? { value }
        : {
            message: createErrorMessage('invalid_value', {
              options: listOptionValues(field.options),
            }),
          }
    case 'number':
      return typeof value === 'number' && value >= field.min && value <= field.max
        ? { value }
        : {
            message: createErrorMessage('theme_number_range', {
              minimum: field.min,
              maximum: field.max,
            }),
          }
    case 'boolean':
      return typeof value === 'boolean'
        ? { value }
        : { message: createErrorMessage('not_true_or_false') }
  }
}
