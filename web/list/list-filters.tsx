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
import css from './data-list.module.css'

export type ListFilter = {
  /** Name in the contract's query. */
  key: string
  label: string
  /** Several may be chosen, sent as a list; with `single`, one. */
  options?: readonly { value: string; label: string }[]
  isSingleChoice?: boolean
  /** Anything but a choice: draws its own input. */
  render?: (value: unknown, onChange: (value: unknown) => void) => ReactNode
  /** How a value of `render` is read aloud in the chip. */
  formatValue?: (value: unknown) => string
}
type FilterValues = Record<string, unknown>
type Props = {
  filters: readonly ListFilter[]
  values: FilterValues
  onChange: (key: string, value: unknown) => void
  onClear: () => void
}

const toSelectedValues = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map(String)
    : value === undefined || value === ''
      ? []
      : [String(value)]

export function formatFilterValue({ options, formatValue }: ListFilter, value: unknown): string {
  // A filter that was only just added has no value to be read yet.
  if (formatValue) return toSelectedValues(value).length > 0 ? formatValue(value) : ''
  return toSelectedValues(value)
    .map(one => options?.find(option => option.value === one)?.label ?? one)
    .join(', ')
}

/** The filters in force as chips, each opening its choice, and a menu of those that are not. */
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
            <UnstyledButton className={css.add}>
              <IconPlus size={14} stroke={1.75} aria-hidden />
              {t('ui.list.addFilter')}
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {/* After the menu has given the focus back, so that the chip's own choice keeps it. */}
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
          {t('ui.list.clear')}
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
            className={css.chipWords}
            onClick={() => onOpenChange(!isOpen)}
            aria-expanded={isOpen}
          >
            {valueText ? t('ui.list.is', { name: filter.label, value: valueText }) : filter.label}
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
          filter.render(value, onChange)
        ) : (
          <FilterChoice filter={filter} value={value} onChange={onChange} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function FilterChoice({
  filter,
  value,
  onChange,
}: {
  filter: ListFilter
  value: unknown
  onChange: (value: unknown) => void
}) {
  const selectedValues = toSelectedValues(value)
  const toggle = (one: string, isSelected: boolean) =>
    filter.isSingleChoice
      ? onChange(isSelected ? one : undefined)
      : onChange(
          isSelected ? [...selectedValues, one] : selectedValues.filter(other => other !== one),
        )
  return (
    <Stack gap={10} mah={320} style={{ overflowY: 'auto' }}>
      {filter.options?.map(({ value: one, label }) => (
        <Checkbox
          key={one}
          size="xs"
          radius={filter.isSingleChoice ? 'xl' : 'xs'}
          label={label}
          checked={selectedValues.includes(one)}
          onChange={event => toggle(one, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}

/** Sends what is typed after a pause; the field follows when the address bar changes it. */
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
      // A search that is still waiting would take whoever follows a link meanwhile back to the list.
      onBlur={() => search.flush()}
      onChange={event => {
        setSearchText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}
