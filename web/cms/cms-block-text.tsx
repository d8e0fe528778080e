import { Input, Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useId } from 'react'

const Editor = lazy(() =>
  import('../ui/form/rich-text-editor.tsx').then(({ RichTextEditor }) => ({
    default: RichTextEditor,
  })),
)

/** Rich text in a block, which is nested too deeply in the form for a field with a path. */
export function BlockText({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: string
  error: ReactNode
  onChange: (html: string) => void
}) {
  const id = useId()
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={error}>
      <Suspense fallback={<Skeleton h={160} radius="sm" />}>
        <Editor
          labelledBy={id}
          label={label}
          path={id}
          value={value}
          minHeight={110}
          onChange={onChange}
        />
      </Suspense>
    </Input.Wrapper>
  )
}
