import { TextInput } from '@mantine/core'
import { type FieldProps, getFieldInput } from '../ui/form/form-field.ts'

/** Returns a time as `2026-03-01T09:30` in the browser's time zone, the format of the input. */
function toLocalInputValue(value: unknown): string {
  if (typeof value !== 'string' || value === '') return ''
  const date = new Date(value)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** A field for date and time. The value is in UTC, or `null` if the field is empty. */
export function DateTimeField<V extends Record<string, unknown>>(props: FieldProps<V>) {
  const { inputProps, value, setValue } = getFieldInput(props)
  return (
    <TextInput
      {...inputProps}
      type="datetime-local"
      value={toLocalInputValue(value)}
      onChange={({ currentTarget: { value: input } }) =>
        setValue(input ? new Date(input).toISOString() : null)
      }
    />
  )
}
