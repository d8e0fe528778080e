import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props<T extends { _id: string }> = {
  label: string
  placeholder: string
  /** The results of the last search, or undefined while it is running. */
  results: readonly T[] | undefined
  onSearch: (q: string) => void
  onSelect: (item: T) => void
  renderItem: (item: T) => ReactNode
  isDisabled?: (item: T) => boolean
  error?: ReactNode
  /** The field path of the server errors for the selection. */
  path?: string
  /** A popover closes when the user clicks outside of its own elements. */
  isInPopover?: boolean
}

/** Searches records and calls `onSelect` for the selected one. The field is then empty again. */
export function SearchSelect<T extends { _id: string }>({
  label,
  placeholder,
  results,
  onSearch,
  onSelect,
  renderItem,
  isDisabled,
  error,
  path,
  isInPopover = false,
}: Props<T>) {
  const { t } = useTranslation()
  const [searchText, setSearchText] = useState('')
  const search = useDebouncedCallback(onSearch, 200)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const handleChange = (text: string) => {
    setSearchText(text)
    search(text)
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }
  const handleSelect = (id: string) => {
    const selectedItem = results?.find(item => item._id === id)
    if (selectedItem) onSelect(selectedItem)
    setSearchText('')
    onSearch('')
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} withinPortal={!isInPopover} onOptionSubmit={handleSelect}>
      <Combobox.Target>
        <TextInput
          aria-label={label}
          data-path={path}
          placeholder={placeholder}
          value={searchText}
          error={error}
          autoComplete="off"
          leftSection={<IconSearch size={16} stroke={1.75} />}
          rightSection={
            results === undefined && combobox.dropdownOpened ? <Loader size={14} /> : undefined
          }
          onChange={event => handleChange(event.currentTarget.value)}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={results?.length === 0 && searchText === ''}>
        <Combobox.Options aria-label={label} mah={340} style={{ overflowY: 'auto' }}>
          {results?.map(item => (
            <Combobox.Option key={item._id} value={item._id} disabled={isDisabled?.(item) ?? false}>
              {renderItem(item)}
            </Combobox.Option>
          ))}
          {results?.length === 0 && <Combobox.Empty>{t('ui.list.noResults')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
