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
      openOnFocus={false}
      // Enter chooses a suggestion. It must not submit the form, which can ship a parcel.
      onKeyDown={event => {
        if (event.key === 'Enter') event.preventDefault()
      }}
      maxLength={props.form.getMaxLength(props.name)}
      value={typeof value === 'string' ? value : ''}
      onChange={setValue}
    />
  )
}
