import { Input, Skeleton } from '@mantine/core'
import { Suspense, useId } from 'react'
import { early } from '../../lib/page/early.tsx'
import { type FieldProps, inputOf } from './form-field.ts'

const Editor = early(() =>
  import('./rich-text-editor.tsx').then(({ RichTextEditor }) => RichTextEditor),
)

/** Text with headings, lists and links, kept as HTML. Its editor is loaded beside the page. */
export function RichTextField<V extends Record<string, unknown>>({
  minHeight = 160,
  ...props
}: FieldProps<V> & { minHeight?: number }) {
  const id = useId()
  const { words, value, change } = inputOf(props)
  return (
    <Input.Wrapper
      label={props.hideLabel ? undefined : props.label}
      labelElement="div"
      labelProps={{ id }}
      description={props.description}
      error={words.error}
      withAsterisk={props.required ?? false}
    >
      <Suspense fallback={<Skeleton h={minHeight + 46} radius="sm" />}>
        <Editor
          labelledBy={id}
          label={props.label}
          value={typeof value === 'string' ? value : ''}
          minHeight={minHeight}
          onChange={change}
          path={props.name}
        />
      </Suspense>
    </Input.Wrapper>
  )
}
