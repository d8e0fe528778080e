import { Input } from '@mantine/core'
import { type FieldProps, getFieldInput } from '../ui/form/form-field.ts'
import { ImageField } from './image-field.tsx'

/** One picture, kept as its address, such as a logo; empty when there is none. */
export function SingleImageField<V extends Record<string, unknown>>(props: FieldProps<V>) {
  const { inputProps, value, setValue: change } = getFieldInput(props)
  const url = typeof value === 'string' ? value : ''
  return (
    <Input.Wrapper
      label={props.hideLabel ? undefined : props.label}
      labelElement="div"
      description={props.description}
      error={inputProps.error}
    >
      <ImageField
        label={props.label}
        max={1}
        pictures={url ? [{ url, alt: '' }] : []}
        onChange={([image]) => change(image?.url ?? '')}
      />
    </Input.Wrapper>
  )
}
