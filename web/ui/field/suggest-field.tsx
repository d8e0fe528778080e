import { Autocomplete } from '@mantine/core'
import { type FieldProps, getFieldInput } from './form-field.ts'

/** A text field that suggests values. Any other text is allowed. */
export function SuggestField<V extends Record<string, unknown>>({
  suggestions = [],
  ...props
}: FieldProps<V> & { suggestions: readonly string[] | undefined }) {
  const { inputProps, value, setValue } = getFieldInput(props)
  return (
    <Autocomplete
      {...inputProps}
      data={[...suggestions]}
      limit={20}
      maxLength={props.form.getMaxLength(props.name)}
      value={typeof value === 'string' ? value : ''}
      onChange={setValue}
    />
  )
}
