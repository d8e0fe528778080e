import { TextInput, useDirection } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, inputOf } from './form-field.ts'

/** A name as part of an address: lower case, a-z, 0-9 and single dashes; accents fall away. */
export const slugOf = (name: string, max = 120) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, max)
    .replace(/-+$/, '')

/** Follows `from` (a name) until it is changed by hand; an address that exists already stays as it is. */
export function SlugField<V extends Record<string, unknown>>({
  from,
  prefix,
  max,
  ...props
}: FieldProps<V> & { from: string; prefix?: string; max?: number }) {
  const { words, value, change } = inputOf(props)
  const { t } = useTranslation()
  const isRtl = useDirection().dir === 'rtl'
  const slug = typeof value === 'string' ? value : ''
  const written = useRef('')
  const followed = useRef(from)
  useEffect(function followName() {
    if (from === followed.current) return
    followed.current = from
    // Anything but what was written here is somebody's own choice, until it is emptied.
    if (slug !== '' && slug !== written.current) return
    written.current = slugOf(from, max)
    change(written.current)
  })
  // An address runs from left to right on every page, what stands before it too.
  const before = prefix && <bdi className="sw-dimmed">{prefix}</bdi>
  const room = prefix ? 16 + prefix.length * 7.5 : undefined
  const sections = isRtl
    ? { rightSection: before, rightSectionWidth: room, style: { '--input-text-align': 'left' } }
    : { leftSection: before, leftSectionWidth: room }
  return (
    <TextInput
      {...words}
      description={words.description ?? t('ui.form.slugFromTitle')}
      {...sections}
      value={slug}
      onChange={event => change(event.currentTarget.value)}
      onBlur={event => change(slugOf(event.currentTarget.value, max))}
    />
  )
}
