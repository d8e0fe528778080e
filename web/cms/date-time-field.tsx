import { TextInput } from '@mantine/core'
import { type FieldProps, getFieldInput } from '../ui/form/form-field.ts'

/** `2026-03-01T09:30` in the person's own time zone, as the browser's input has it. */
function toLocalInputValue(value: unknown): string {
  if (typeof value !== 'string' || value === '') return ''
  const date = new Date(value)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** A day and time, kept in UTC; empty is `null`. */
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
