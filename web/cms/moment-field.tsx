import { TextInput } from '@mantine/core'
import { type FieldProps, inputOf } from '../ui/form/form-field.ts'

/** `2026-03-01T09:30` in the person's own time zone, as the browser's input has it. */
function asLocal(value: unknown): string {
  if (typeof value !== 'string' || value === '') return ''
  const at = new Date(value)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** A day and time, kept in UTC; empty is `null`. */
export function MomentField<V extends Record<string, unknown>>(props: FieldProps<V>) {
  const { words, value, change } = inputOf(props)
  return (
    <TextInput
      {...words}
      type="datetime-local"
      value={asLocal(value)}
      onChange={({ currentTarget: { value: typed } }) =>
        change(typed ? new Date(typed).toISOString() : null)
      }
    />
  )
}
