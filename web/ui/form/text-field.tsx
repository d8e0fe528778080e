import { Textarea, TextInput } from '@mantine/core'
import { type FieldProps, inputOf } from './form-field.ts'

const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
type Kind = {
  type?: 'text' | 'email' | 'tel' | 'url'
  autoComplete?: string
  leftSection?: React.ReactNode
  rightSection?: React.ReactNode
  maxLength?: number
  autoFocus?: boolean
  size?: 'xs' | 'sm' | 'md'
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
  ...rest
}: FieldProps<V> & Kind) {
  const { words, value, change } = inputOf({
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
      {...words}
      {...rest}
      value={asText(value)}
      onChange={event => change(event.currentTarget.value)}
    />
  )
}

export function TextareaField<V extends Record<string, unknown>>({
  rows = 3,
  ...props
}: FieldProps<V> & { rows?: number }) {
  const { words, value, change } = inputOf(props)
  return (
    <Textarea
      {...words}
      autosize
      minRows={rows}
      maxRows={16}
      value={asText(value)}
      onChange={event => change(event.currentTarget.value)}
    />
  )
}
