import { MultiSelect, Switch, TagsInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, getFieldInput } from './form-field.ts'
import { LazySelect } from './lazy-select.tsx'

export type ChoiceOption = { value: string; label: string; disabled?: boolean }
const toStringList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Selects one option. With `clearable` the user can clear the field; its value is then `null`. */
export function SelectField<V extends Record<string, unknown>>({
  options,
  clearable = false,
  searchable = options.length > 10,
  onSelect,
  ...props
}: FieldProps<V> & {
  options: readonly ChoiceOption[]
  clearable?: boolean
  searchable?: boolean
  /** Called after the user has chosen an option. */
  onSelect?: (value: string | null) => void
}) {
  const { inputProps, value, setValue } = getFieldInput(props)
  const { t } = useTranslation()
  const data = useMemo(() => [...options], [options])
  return (
    <LazySelect
      {...inputProps}
      data={data}
      clearable={clearable}
      searchable={searchable}
      nothingFoundMessage={t('ui.list.noResults')}
      value={typeof value === 'string' ? value : null}
      onChange={next => {
        setValue(next)
        onSelect?.(next)
      }}
    />
  )
}

/** Selects any number of options. After typing, Enter adds the first match. */
export function MultiSelectField<V extends Record<string, unknown>>({
  options,
  ...props
}: FieldProps<V> & { options: readonly ChoiceOption[] }) {
  const { inputProps, value, setValue } = getFieldInput(props)
  const { t } = useTranslation()
  const [hasSearchText, setHasSearchText] = useState(false)
  return (
    <MultiSelect
      {...inputProps}
      data={[...options]}
      searchable
      clearable
      hidePickedOptions
      selectFirstOptionOnChange={hasSearchText}
      onSearchChange={text => setHasSearchText(text !== '')}
      // Text without a match must not submit the form, which would ignore it.
      onKeyDown={event => {
        if (event.key === 'Enter' && hasSearchText) event.preventDefault()
      }}
      nothingFoundMessage={t('ui.list.noResults')}
      value={toStringList(value)}
      onChange={setValue}
    />
  )
}

/** Edits a list of tags, with suggestions. */
export function TagsField<V extends Record<string, unknown>>({
  suggestions = [],
  ...props
}: FieldProps<V> & { suggestions?: readonly string[] }) {
  const { inputProps, value, setValue } = getFieldInput(props)
  const { t } = useTranslation()
  const tags = toStringList(value)
  // The placeholder would be cut off beside tags.
  return (
    <TagsInput
      {...inputProps}
      placeholder={tags.length > 0 ? '' : (props.placeholder ?? t('ui.form.addTag'))}
      data={[...suggestions]}
      splitChars={[',']}
      value={tags}
      onChange={setValue}
    />
  )
}

export function SwitchField<V extends Record<string, unknown>>(props: FieldProps<V>) {
  const { inputProps, isChecked, setValue } = getFieldInput(props, { inputType: 'checkbox' })
  const { withAsterisk: _, placeholder: __, ...rest } = inputProps
  return (
    <Switch
      {...rest}
      checked={isChecked}
      onChange={event => setValue(event.currentTarget.checked)}
    />
  )
}
