import { useFormatters } from '../../lib/formatters.ts'
import { parseLocalTime, toLocalTime } from '../../lib/time-zone.ts'
import { LocalTimeInput } from './day-input.tsx'
import { type FieldProps, getFieldInput } from './form-field.ts'

/** A field for date and time of the store. The value is in UTC, or `null` if the field is empty. */
export function DateTimeField<V extends Record<string, unknown>>(props: FieldProps<V>) {
  const { inputProps, value, setValue } = getFieldInput(props)
  const { timeZone } = useFormatters()
  return (
    <LocalTimeInput
      {...inputProps}
      value={typeof value === 'string' && value !== '' ? toLocalTime(value, timeZone) : ''}
      onChange={time => setValue(time ? parseLocalTime(time, timeZone).toISOString() : null)}
    />
  )
}
