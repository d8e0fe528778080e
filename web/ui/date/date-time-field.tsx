import { Timestamp } from '#contract/lib/schemas.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { parseLocalTime, toLocalTime } from '../../lib/time-zone.ts'
import { type FieldProps, getFieldInput } from '../field/form-field.ts'
import { LocalTimeInput } from './day-input.tsx'

/**
 * A field for date and time of the store. The value is in UTC, or `null` if the field is empty. A
 * text that is no time becomes the value, so that the schema of the form rejects it.
 */
export function DateTimeField<V extends Record<string, unknown>>({
  isEnd = false,
  ...props
}: FieldProps<V> & { isEnd?: boolean }) {
  const { inputProps, value, setValue } = getFieldInput(props)
  const { timeZone } = useFormatters()
  return (
    <LocalTimeInput
      {...inputProps}
      isEnd={isEnd}
      value={toInputValue(value, timeZone)}
      onInvalidText={setValue}
      onChange={time => setValue(time ? parseLocalTime(time, timeZone).toISOString() : null)}
    />
  )
}

function toInputValue(value: unknown, timeZone: string | undefined): string {
  if (typeof value !== 'string') return ''
  return Timestamp.safeParse(value).success ? toLocalTime(value, timeZone) : value
}
