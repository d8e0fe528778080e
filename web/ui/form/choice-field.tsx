import { MultiSelect, Switch, TagsInput } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, inputOf } from './form-field.ts'
import { SteadySelect } from './steady-select.tsx'

export type Option = { value: string; label: string; disabled?: boolean }
const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** One of a list. `clearable` makes "none" possible, kept as `null`. */
export function SelectField<V extends Record<string, unknown>>({
  options,
  clearable = false,
  searchable = options.length > 10,
  ...props
}: FieldProps<V> & { options: readonly Option[]; clearable?: boolean; searchable?: boolean }) {
  const { words, value, change } = inputOf(props)
  const { t } = useTranslation()
  const data = useMemo(() => [...options], [options])
  return (
    <SteadySelect
      {...words}
      data={data}
      clearable={clearable}
      searchable={searchable}
      nothingFoundMessage={t('ui.list.nothing')}
      value={typeof value === 'string' ? value : null}
      onChange={change}
    />
  )
}

export function MultiSelectField<V extends Record<string, unknown>>({
  options,
  ...props
}: FieldProps<V> & { options: readonly Option[] }) {
  const { words, value, change } = inputOf(props)
  const { t } = useTranslation()
  return (
    <MultiSelect
      {...words}
      data={[...options]}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage={t('ui.list.nothing')}
      value={asList(value)}
      onChange={change}
    />
  )
}

/** Words of the person's own, with those used before as suggestions. */
export function TagsField<V extends Record<string, unknown>>({
  suggestions = [],
  ...props
}: FieldProps<V> & { suggestions?: readonly string[] }) {
  const { words, value, change } = inputOf(props)
  const { t } = useTranslation()
  const tags = asList(value)
  // Beside tags there is room for a word cut off at best.
  return (
    <TagsInput
      {...words}
      placeholder={tags.length > 0 ? '' : (props.placeholder ?? t('ui.form.addTag'))}
      data={[...suggestions]}
      splitChars={[',']}
      value={tags}
      onChange={change}
    />
  )
}

export function SwitchField<V extends Record<string, unknown>>(props: FieldProps<V>) {
  const { words, isOn, change } = inputOf(props, 'checkbox')
  const { withAsterisk: _, placeholder: __, ...rest } = words
  return <Switch {...rest} checked={isOn} onChange={event => change(event.currentTarget.checked)} />
}
