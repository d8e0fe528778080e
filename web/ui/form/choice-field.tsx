import { MultiSelect, Switch, TagsInput } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, getFieldInput } from './form-field.ts'
import { LazySelect } from './lazy-select.tsx'

export type ChoiceOption = { value: string; label: string; disabled?: boolean }
const toStringList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** One of a list. `clearable` makes "none" possible, kept as `null`. */
export function SelectField<V extends Record<string, unknown>>({
  options,
  clearable = false,
  searchable = options.length > 10,
  ...props
}: FieldProps<V> & {
  options: readonly ChoiceOption[]
  clearable?: boolean
  searchable?: boolean
}) {
  const { inputProps, value, setValue: change } = getFieldInput(props)
  const { t } = useTranslation()
  const data = useMemo(() => [...options], [options])
  return (
    <LazySelect
      {...inputProps}
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
}: FieldProps<V> & { options: readonly ChoiceOption[] }) {
  const { inputProps, value, setValue: change } = getFieldInput(props)
  const { t } = useTranslation()
  return (
    <MultiSelect
      {...inputProps}
      data={[...options]}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage={t('ui.list.nothing')}
      value={toStringList(value)}
      onChange={change}
    />
  )
}

/** Words of the person's own, with those used before as suggestions. */
export function TagsField<V extends Record<string, unknown>>({
  suggestions = [],
  ...props
}: FieldProps<V> & { suggestions?: readonly string[] }) {
  const { inputProps, value, setValue: change } = getFieldInput(props)
  const { t } = useTranslation()
  const tags = toStringList(value)
  // Beside tags there is room for a word cut off at best.
  return (
    <TagsInput
      {...inputProps}
      placeholder={tags.length > 0 ? '' : (props.placeholder ?? t('ui.form.addTag'))}
      data={[...suggestions]}
      splitChars={[',']}
      value={tags}
      onChange={change}
    />
  )
}

export function SwitchField<V extends Record<string, unknown>>(props: FieldProps<V>) {
  const { inputProps, isChecked: isOn, setValue: change } = getFieldInput(props, 'checkbox')
  const { withAsterisk: _, placeholder: __, ...rest } = inputProps
  return <Switch {...rest} checked={isOn} onChange={event => change(event.currentTarget.checked)} />
}
