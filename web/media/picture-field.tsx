import { Input } from '@mantine/core'
import { type FieldProps, inputOf } from '../ui/form/form-field.ts'
import { ImageField } from './image-field.tsx'

/** One picture, kept as its address, such as a logo; empty when there is none. */
export function PictureField<V extends Record<string, unknown>>(props: FieldProps<V>) {
  const { words, value, change } = inputOf(props)
  const url = typeof value === 'string' ? value : ''
  return (
    <Input.Wrapper
      label={props.hideLabel ? undefined : props.label}
      labelElement="div"
      description={props.description}
      error={words.error}
    >
      <ImageField
        label={props.label}
        max={1}
        pictures={url ? [{ url, alt: '' }] : []}
        onChange={([picture]) => change(picture?.url ?? '')}
      />
    </Input.Wrapper>
  )
}
