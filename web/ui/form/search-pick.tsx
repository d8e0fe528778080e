import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props<T extends { _id: string }> = {
  label: string
  placeholder: string
  /** What the last search found; undefined while it is on its way. */
  found: readonly T[] | undefined
  onSearch: (q: string) => void
  onPick: (thing: T) => void
  draw: (thing: T) => ReactNode
  isDisabled?: (thing: T) => boolean
  error?: ReactNode
  /** Where refusals of what is chosen lead. */
  path?: string
}

/** Finds things by typing and hands over the one that is chosen; the field is then empty for the next. */
export function SearchPick<T extends { _id: string }>({
  label,
  placeholder,
  found,
  onSearch,
  onPick,
  draw,
  isDisabled,
  error,
  path,
}: Props<T>) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useDebouncedCallback(onSearch, 200)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const change = (words: string) => {
    setTyped(words)
    search(words)
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }
  const pick = (id: string) => {
    const thing = found?.find(one => one._id === id)
    if (thing) onPick(thing)
    setTyped('')
    onSearch('')
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Combobox.Target>
        <TextInput
          aria-label={label}
          data-path={path}
          placeholder={placeholder}
          value={typed}
          error={error}
          autoComplete="off"
          leftSection={<IconSearch size={16} stroke={1.75} />}
          rightSection={
            found === undefined && combobox.dropdownOpened ? <Loader size={14} /> : undefined
          }
          onChange={event => change(event.currentTarget.value)}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label} mah={340} style={{ overflowY: 'auto' }}>
          {found?.map(thing => (
            <Combobox.Option
              key={thing._id}
              value={thing._id}
              disabled={isDisabled?.(thing) ?? false}
            >
              {draw(thing)}
            </Combobox.Option>
          ))}
          {found?.length === 0 && <Combobox.Empty>{t('ui.list.nothing')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
