import { Input, Skeleton } from '@mantine/core'
import { Suspense, useId } from 'react'
import { preloadable } from '../lib/page/preloadable.tsx'
import { type FieldProps, getFieldInput } from '../ui/field/form-field.ts'

const LazyEditor = preloadable(() =>
  import('./rich-text-editor.tsx').then(({ RichTextEditor }) => RichTextEditor),
)

/** Edits rich text, stored as HTML. The code of the editor loads in parallel with the page. */
export function RichTextField<V extends Record<string, unknown>>({
  minHeight = 160,
  ...props
}: FieldProps<V> & { minHeight?: number }) {
  const id = useId()
  const { inputProps, value, setValue } = getFieldInput(props)
  return (
    <Input.Wrapper
      label={props.hideLabel ? undefined : props.label}
      labelElement="div"
      labelProps={{ id }}
      description={props.description}
      error={inputProps.error}
      withAsterisk={props.required ?? false}
    >
      <Suspense fallback={<Skeleton h={minHeight + 46} radius="sm" />}>
        <LazyEditor
          labelledBy={id}
          label={props.label}
          value={typeof value === 'string' ? value : ''}
          minHeight={minHeight}
          onChange={setValue}
          path={props.name}
        />
      </Suspense>
    </Input.Wrapper>
  )
}
