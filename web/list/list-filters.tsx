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
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './data-list.module.css'

export type Filter = {
  /** Name in the contract's query. */
  key: string
  label: string
  /** Several may be chosen, sent as a list; with `single`, one. */
  options?: readonly { value: string; label: string }[]
  single?: boolean
  /** Anything but a choice: draws its own input. */
  render?: (value: unknown, onChange: (value: unknown) => void) => ReactNode
  /** How a value of `render` is read aloud in the chip. */
  say?: (value: unknown) => string
}
type Values = Record<string, unknown>
type Props = {
  filters: readonly Filter[]
  values: Values
  onChange: (key: string, value: unknown) => void
  onClear: () => void
}

const chosenOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map(String)
    : value === undefined || value === ''
      ? []
      : [String(value)]

export function sayFilter({ options, say }: Filter, value: unknown): string {
  // A filter that was only just added has no value to be read yet.
  if (say) return chosenOf(value).length > 0 ? say(value) : ''
  return chosenOf(value)
    .map(one => options?.find(option => option.value === one)?.label ?? one)
    .join(', ')
}

/** The filters in force as chips, each opening its choice, and a menu of those that are not. */
export function FilterChips({ filters, values, onChange, onClear }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<string>()
  const shown = filters.filter(({ key }) => chosenOf(values[key]).length > 0 || opened === key)
  const rest = filters.filter(filter => !shown.includes(filter))
  return (
    <div className={css.chips}>
      {shown.map(filter => (
        <Chip
          key={filter.key}
          filter={filter}
          value={values[filter.key]}
          isOpen={opened === filter.key}
          onOpen={isOpen => setOpened(isOpen ? filter.key : undefined)}
          onChange={value => onChange(filter.key, value)}
        />
      ))}
      {rest.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <UnstyledButton className={css.add}>
              <IconPlus size={14} stroke={1.75} aria-hidden />
              {t('ui.list.addFilter')}
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {/* After the menu has given the focus back, so that the chip's own choice keeps it. */}
            {rest.map(({ key, label }) => (
              <Menu.Item key={key} onClick={() => setTimeout(() => setOpened(key), 150)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {shown.some(({ key }) => chosenOf(values[key]).length > 0) && (
        <Button variant="subtle" size="compact-xs" color="gray" onClick={onClear}>
          {t('ui.list.clear')}
        </Button>
      )}
    </div>
  )
}

function Chip({
  filter,
  value,
  isOpen,
  onOpen,
  onChange,
}: {
  filter: Filter
  value: unknown
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (value: unknown) => void
}) {
  const { t } = useTranslation()
  const said = sayFilter(filter, value)
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <span className={css.chip}>
          <UnstyledButton
            className={css.chipWords}
            onClick={() => onOpen(!isOpen)}
            aria-expanded={isOpen}
          >
            {said ? t('ui.list.is', { name: filter.label, value: said }) : filter.label}
          </UnstyledButton>
          <ActionIcon
            variant="transparent"
            color="gray"
            size={24}
            aria-label={t('ui.list.removeFilter', { name: filter.label })}
            onClick={() => {
              onOpen(false)
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
          <Choice filter={filter} value={value} onChange={onChange} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function Choice({
  filter,
  value,
  onChange,
}: {
  filter: Filter
  value: unknown
  onChange: (value: unknown) => void
}) {
  const chosen = chosenOf(value)
  const toggle = (one: string, isOn: boolean) =>
    filter.single
      ? onChange(isOn ? one : undefined)
      : onChange(isOn ? [...chosen, one] : chosen.filter(other => other !== one))
  return (
    <Stack gap={10} mah={320} style={{ overflowY: 'auto' }}>
      {filter.options?.map(({ value: one, label }) => (
        <Checkbox
          key={one}
          size="xs"
          radius={filter.single ? 'xl' : 'xs'}
          label={label}
          checked={chosen.includes(one)}
          onChange={event => toggle(one, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}

/** Sends what is typed after a pause; the field follows when the address bar changes it. */
export function SearchBox({
  value,
  onSearch,
  label,
}: {
  value: string
  onSearch: (q: string) => void
  label: string
}) {
  const [typed, setTyped] = useState(value)
  const search = useDebouncedCallback(onSearch, 250)
  useEffect(
    function followAddress() {
      setTyped(value)
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
      value={typed}
      leftSection={<IconSearch size={15} stroke={1.75} />}
      // A search that is still waiting would take whoever follows a link meanwhile back to the list.
      onBlur={() => search.flush()}
      onChange={event => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}
