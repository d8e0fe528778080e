import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

type Props = { label: string; value: unknown; onChange: (value: unknown) => void }

/** Filters after a pause in typing, because the list has no rows for the beginning of a text. */
export function TextFilterInput({ label, value, onChange }: Props) {
  const [text, setText] = useState(typeof value === 'string' ? value : '')
  const filter = useDebouncedCallback((input: string) => onChange(input.trim() || undefined), {
    delay: 400,
    flushOnUnmount: true,
  })
  return (
    <TextInput
      size="xs"
      data-autofocus
      label={label}
      value={text}
      onChange={event => {
        setText(event.currentTarget.value)
        filter(event.currentTarget.value)
      }}
    />
  )
}
