import { Textarea, TextInput } from '@mantine/core'
import { type FieldProps, getFieldInput } from './form-field.ts'

const toText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
type TextInputOptions = {
  type?: 'text' | 'email' | 'tel' | 'url' | 'time'
  autoComplete?: string
  leftSection?: React.ReactNode
  rightSection?: React.ReactNode
  autoFocus?: boolean
  size?: 'xs' | 'sm' | 'md'
  /** Corrects the text when the input loses the focus, such as a pasted URL to its host. */
  clean?: (text: string) => string
}

export function TextField<V extends Record<string, unknown>>({
  form,
  name,
  label,
  description,
  placeholder,
  required,
  disabled,
  hideLabel,
  clean,
  ...rest
}: FieldProps<V> & TextInputOptions) {
  const { inputProps, value, setValue } = getFieldInput({
    form,
    name,
    label,
    description,
    placeholder,
    required,
    disabled,
    hideLabel,
  })
  return (
    <TextInput
      {...inputProps}
      {...rest}
      maxLength={form.getMaxLength(name)}
      value={toText(value)}
      onChange={event => setValue(event.currentTarget.value)}
      onBlur={event => {
        inputProps.onBlur(event)
        if (clean) setValue(clean(event.currentTarget.value))
      }}
    />
  )
}

export function TextareaField<V extends Record<string, unknown>>({
  rows = 3,
  ...props
}: FieldProps<V> & { rows?: number }) {
  const { inputProps, value, setValue } = getFieldInput(props)
  return (
    <Textarea
      {...inputProps}
      autosize
      minRows={rows}
      maxRows={16}
      value={toText(value)}
      onChange={event => setValue(event.currentTarget.value)}
    />
  )
}
