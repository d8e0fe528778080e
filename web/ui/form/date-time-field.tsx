import { TextInput } from '@mantine/core'
import { useFormatters } from '../../lib/formatters.ts'
import { parseLocalTime, toLocalTime } from '../../lib/time-zone.ts'
import { type FieldProps, getFieldInput } from './form-field.ts'

/** A field for date and time of the store. The value is in UTC, or `null` if the field is empty. */
export function DateTimeField<V extends Record<string, unknown>>(props: FieldProps<V>) {
  const { inputProps, value, setValue } = getFieldInput(props)
  const { timeZone } = useFormatters()
  return (
    <TextInput
      {...inputProps}
      type="datetime-local"
      value={typeof value === 'string' && value !== '' ? toLocalTime(value, timeZone) : ''}
      onChange={({ currentTarget: { value: input } }) =>
        setValue(input ? parseLocalTime(input, timeZone).toISOString() : null)
      }
    />
  )
}
