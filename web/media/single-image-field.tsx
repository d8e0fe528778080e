import { Input } from '@mantine/core'
import { type FieldProps, getFieldInput } from '../ui/field/form-field.ts'
import { ImageField } from './image-field.tsx'

/** A field for one image, such as a logo. Its value is the URL of the image, or empty. */
export function SingleImageField<V extends Record<string, unknown>>(props: FieldProps<V>) {
  const { inputProps, value, setValue } = getFieldInput(props)
  const url = typeof value === 'string' ? value : ''
  return (
    <Input.Wrapper
      label={props.hideLabel ? undefined : props.label}
      labelElement="div"
      description={props.description}
      error={inputProps.error}
      data-path={props.name}
    >
      <ImageField
        label={props.label}
        max={1}
        images={url ? [{ url, alt: '' }] : []}
        onChange={([image]) => setValue(image?.url ?? '')}
      />
    </Input.Wrapper>
  )
}
