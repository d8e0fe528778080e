import { TextInput, useDirection } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, getFieldInput } from './form-field.ts'

/** A name as part of an address: lower case, a-z, 0-9 and single dashes; accents fall away. */
export const toSlug = (name: string, max = 120) =>
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
  sourceName,
  prefix,
  max,
  ...props
}: FieldProps<V> & { sourceName: string; prefix?: string; max?: number }) {
  const { inputProps, value, setValue: change } = getFieldInput(props)
  const { t } = useTranslation()
  const isRtl = useDirection().dir === 'rtl'
  const slug = typeof value === 'string' ? value : ''
  const generatedSlug = useRef('')
  const lastSourceName = useRef(sourceName)
  useEffect(function updateFromSource() {
    if (sourceName === lastSourceName.current) return
    lastSourceName.current = sourceName
    // Anything but what was written here is somebody's own choice, until it is emptied.
    if (slug !== '' && slug !== generatedSlug.current) return
    generatedSlug.current = toSlug(sourceName, max)
    change(generatedSlug.current)
  })
  // An address runs from left to right on every page, what stands before it too.
  const prefixElement = prefix && <bdi className="sw-dimmed">{prefix}</bdi>
  const prefixWidth = prefix ? 16 + prefix.length * 7.5 : undefined
  const sections = isRtl
    ? {
        rightSection: prefixElement,
        rightSectionWidth: prefixWidth,
        style: { '--input-text-align': 'left' },
      }
    : { leftSection: prefixElement, leftSectionWidth: prefixWidth }
  return (
    <TextInput
      {...inputProps}
      description={inputProps.description ?? t('ui.form.slugFromTitle')}
      {...sections}
      value={slug}
      onChange={event => change(event.currentTarget.value)}
      onBlur={event => change(toSlug(event.currentTarget.value, max))}
    />
  )
}
