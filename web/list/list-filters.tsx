import {
  ActionIcon,
  Button,
  Checkbox,
  Menu,
  Popover,
  Stack,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { normalizeText } from '#contract/lib/text/normalize-text.ts'
import { useFormatters } from '../lib/formatters.ts'
import css from './table/data-list.module.css'

export type ListFilter = {
  /** The name of the parameter in the query of the contract. */
  key: string
  label: string
  /** The choices. The user can select several, or one with `isSingleChoice`. */
  options?: readonly { value: string; label: string }[]
  isSingleChoice?: boolean
  /** Whether `render` is a text field, which `ColumnFilterRow` shows without a click. */
  isText?: boolean
  /** Renders the input of a filter without `options`. */
  render?: (value: unknown, onChange: (value: unknown) => void) => ReactNode
  /** Whether `render` is a search, which ends with the choice. */
  closesOnChange?: boolean
  /** Formats a value of `render` for the chip. */
  formatValue?: (value: unknown) => string
}
const maxOptionsWithoutSearch = 10

type FilterValues = Record<string, unknown>
type Props = {
  filters: readonly ListFilter[]
  values: FilterValues
  onChange: (key: string, value: unknown) => void
  onClear: () => void
}

export function toSelectedValues(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return value === undefined || value === '' ? [] : [String(value)]
}

export function formatFilterValue({ options, formatValue }: ListFilter, value: unknown): string {
  // A filter that the user has just added has no value yet.
  if (formatValue) return toSelectedValues(value).length > 0 ? formatValue(value) : ''
  return toSelectedValues(value)
    .map(selected => options?.find(option => option.value === selected)?.label ?? selected)
    .join(', ')
}

/** The active filters as chips that open their choices, and a menu that adds other filters. */
export function FilterChips({ filters, values, onChange, onClear }: Props) {
  const { t } = useTranslation()
  const [openFilterKey, setOpenFilterKey] = useState<string>()
  const visibleFilters = filters.filter(
    ({ key }) => toSelectedValues(values[key]).length > 0 || openFilterKey === key,
  )
  const availableFilters = filters.filter(filter => !visibleFilters.includes(filter))
  return (
    <div className={css.chips}>
      {visibleFilters.map(filter => (
        <FilterChip
          key={filter.key}
          filter={filter}
          value={values[filter.key]}
          isOpen={openFilterKey === filter.key}
          onOpenChange={isOpen => setOpenFilterKey(isOpen ? filter.key : undefined)}
          onChange={value => onChange(filter.key, value)}
        />
      ))}
      {availableFilters.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <UnstyledButton className={css.addFilter}>
              <IconPlus size={14} stroke={1.75} aria-hidden />
              {t('ui.list.addFilter')}
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {/* Opens after the menu has returned the focus, so that the chip keeps it. */}
            {availableFilters.map(({ key, label }) => (
              <Menu.Item key={key} onClick={() => setTimeout(() => setOpenFilterKey(key), 150)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {visibleFilters.some(({ key }) => toSelectedValues(values[key]).length > 0) && (
        <Button variant="subtle" size="compact-xs" color="gray" onClick={onClear}>
          {t('ui.list.clearFilters')}
        </Button>
      )}
    </div>
  )
}

function FilterChip({
  filter,
  value,
  isOpen,
  onOpenChange,
  onChange,
}: {
  filter: ListFilter
  value: unknown
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onChange: (value: unknown) => void
}) {
  const { t } = useTranslation()
  const valueText = formatFilterValue(filter, value)
  return (
    <Popover
      opened={isOpen}
      onChange={onOpenChange}
      position="bottom-start"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <span className={css.chip}>
          <UnstyledButton
            className={css.chipLabel}
            onClick={() => onOpenChange(!isOpen)}
            aria-expanded={isOpen}
          >
            {valueText
              ? t('ui.list.filterValue', { name: filter.label, value: valueText })
              : filter.label}
          </UnstyledButton>
          <ActionIcon
            variant="transparent"
            color="gray"
            size={24}
            aria-label={t('ui.list.removeFilter', { name: filter.label })}
            onClick={() => {
              onOpenChange(false)
              onChange(undefined)
            }}
          >
            <IconX size={12} />
          </ActionIcon>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={filter.label}>
        {filter.render ? (
          filter.render(value, newValue => {
            onChange(newValue)
            if (filter.closesOnChange) onOpenChange(false)
          })
        ) : (
          <FilterChoice filter={filter} value={value} onChange={onChange} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

export function FilterChoice({
  filter,
  value,
  onChange,
}: {
  filter: ListFilter
  value: unknown
  onChange: (value: unknown) => void
}) {
  const { t } = useTranslation()
  const { lowercaseLabel } = useFormatters()
  const [searchText, setSearchText] = useState('')
  const selectedValues = toSelectedValues(value)
  const options = filter.options ?? []
  const matchingOptions = options.filter(({ label }) =>
    normalizeText(label).includes(normalizeText(searchText.trim())),
  )
  const searchLabel = t('ui.list.searchIn', { list: lowercaseLabel(filter.label) })
  function toggle(toggledValue: string, isSelected: boolean) {
    if (filter.isSingleChoice) return onChange(isSelected ? toggledValue : undefined)
    const otherValues = selectedValues.filter(selected => selected !== toggledValue)
    onChange(isSelected ? [...otherValues, toggledValue] : otherValues)
  }
  return (
    <Stack gap={10} mah={320} style={{ overflowY: 'auto' }}>
      {options.length > maxOptionsWithoutSearch && (
        <TextInput
          type="search"
          size="xs"
          className={css.choiceSearch}
          placeholder={searchLabel}
          aria-label={searchLabel}
          value={searchText}
          onChange={event => setSearchText(event.currentTarget.value)}
        />
      )}
      {matchingOptions.length === 0 && <span role="status">{t('ui.list.noResults')}</span>}
      {matchingOptions.map(option => (
        <Checkbox
          key={option.value}
          size="xs"
          radius={filter.isSingleChoice ? 'xl' : 'xs'}
          label={option.label}
          checked={selectedValues.includes(option.value)}
          onChange={event => toggle(option.value, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}

/** A search field that searches after a pause in typing, and follows changes of the URL. */
export function ListSearchField({
  value,
  onSearch,
  label,
}: {
  value: string
  onSearch: (q: string) => void
  label: string
}) {
  const [searchText, setSearchText] = useState(value)
  const sentSearches = useRef<string[]>([])
  const search = useDebouncedCallback((q: string) => {
    if (q !== value) sentSearches.current.push(q)
    onSearch(q)
  }, 250)
  useEffect(
    function syncWithUrl() {
      // The URL repeats a search of this field, whose text may already be longer.
      const index = sentSearches.current.indexOf(value)
      if (index === -1) setSearchText(value)
      sentSearches.current.splice(0, index + 1)
    },
    [value],
  )
  return (
    <TextInput
      type="search"
      size="xs"
      className={css.search}
      placeholder={label}
      aria-label={label}
      value={searchText}
      leftSection={<IconSearch size={15} stroke={1.75} />}
      // A pending search would lead a user who follows a link back to the list.
      onBlur={() => search.flush()}
      onChange={event => {
        setSearchText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}
