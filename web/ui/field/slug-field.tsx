import { TextInput, useDirection } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { slugify } from '#contract/lib/text/slug.ts'
import { useCurrentStore } from '../../lib/session/use-current-store.ts'
import { type FieldProps, getFieldInput } from './form-field.ts'

/**
 * Edits a slug. An empty slug is generated from `sourceName`, or follows `freeSlug` of the server,
 * until the user edits the slug. An existing slug does not change.
 */
export function SlugField<V extends Record<string, unknown>>({
  sourceName,
  prefix,
  toSlug = slugify,
  freeSlug,
  locale: newStoreLocale,
  ...props
}: FieldProps<V> & {
  sourceName: string
  /** The slug of the name that no record has. */
  freeSlug?: string
  prefix?: string
  toSlug?: typeof slugify
  /** The locale of the store, if it is not the current one. */
  locale?: string | undefined
}) {
  const { inputProps, value, setValue } = getFieldInput(props)
  const { t } = useTranslation()
  const max = props.form.getMaxLength(props.name)
  const isRtl = useDirection().dir === 'rtl'
  const currentLocale = useCurrentStore()?.locale
  const locale = newStoreLocale ?? currentLocale
  const slug = typeof value === 'string' ? value : ''
  const generatedSlug = useRef('')
  const source = freeSlug ?? sourceName
  const lastSource = useRef(freeSlug === undefined ? sourceName : '')
  useEffect(function updateFromSource() {
    if (source === lastSource.current) return
    lastSource.current = source
    // A slug that was not generated here belongs to the user, until the user clears it.
    if (slug !== '' && slug !== generatedSlug.current) return
    generatedSlug.current = freeSlug ?? toSlug(sourceName, max, locale)
    setValue(generatedSlug.current)
  })
  // A URL is always left to right, including the prefix.
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
      onChange={event => setValue(event.currentTarget.value)}
      onBlur={event => setValue(toSlug(event.currentTarget.value, max, locale))}
    />
  )
}
