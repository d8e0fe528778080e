import { Select, type SelectProps, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { memoComponent } from '../../lib/page/memo-component.ts'

type SelectHandlers = Pick<SelectProps, 'onChange' | 'onBlur' | 'onFocus'>
type Props = Omit<SelectProps, 'allowDeselect' | 'onClick' | 'onKeyDown' | 'onSearchChange'>

const MemoizedSelect = memoComponent(SelectWithActiveOption)

/**
 * A select for long lists, such as 400 time zones. The list renders when the field first gets the
 * focus, and again only when props of the field change, so `data` must keep its identity. The list
 * opens on a click, an arrow key or a letter, but not when the user tabs to the field.
 */
export function LazySelect({ onChange, onBlur, onFocus, ...rest }: Props) {
  const [wasFocused, setWasFocused] = useState(false)
  const latestHandlers = useRef<SelectHandlers>({})
  useLayoutEffect(() => {
    latestHandlers.current = { onChange, onBlur, onFocus }
  })
  const [stableHandlers] = useState<SelectHandlers>(() => ({
    onChange: (value, option) => latestHandlers.current.onChange?.(value, option),
    onBlur: event => latestHandlers.current.onBlur?.(event),
    onFocus: event => {
      setWasFocused(true)
      latestHandlers.current.onFocus?.(event)
    },
  }))
  return <MemoizedSelect {...rest} {...stableHandlers} wasFocused={wasFocused} />
}

/**
 * A Mantine `Select` with its own combobox store. It highlights the option that Enter would choose
 * and exposes it to screen readers.
 */
function SelectWithActiveOption({
  wasFocused,
  searchable = false,
  clearable = false,
  ...rest
}: Props & { wasFocused: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const [searchText, setSearchText] = useState<string>()
  const store = useCombobox({ opened: isOpen, onOpenedChange: setIsOpen })
  const lastRendered = useRef({ isOpen, searchText })

  const findOption = (state: 'active' | 'selected') =>
    document.getElementById(store.listId ?? '')?.querySelector(`[data-combobox-${state}]`)
  function updateActiveDescendant() {
    const highlightedOption = isOpen && findOption('selected')
    if (highlightedOption)
      store.targetRef.current?.setAttribute('aria-activedescendant', highlightedOption.id)
    else store.targetRef.current?.removeAttribute('aria-activedescendant')
  }
  const withActiveDescendant = (move: () => string | null) => () => {
    const id = move()
    updateActiveDescendant()
    return id
  }

  useEffect(function highlightOption() {
    const previous = lastRendered.current
    lastRendered.current = { isOpen, searchText }
    if (previous.isOpen === isOpen && previous.searchText === searchText) return
    const hasTyped = isOpen && previous.searchText !== searchText
    if (hasTyped || !isOpen) store.resetSelectedOption()
    if (hasTyped && searchText && findOption('active')?.textContent !== searchText)
      store.selectFirstOption()
    else if (isOpen && (searchText || !hasTyped) && findOption('active')) {
      store.selectActiveOption()
      // The list can still be hidden while its position is computed.
      store.updateSelectedOptionIndex('selected', { scrollIntoView: true })
    }
    updateActiveDescendant()
  })

  function handleEnter(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || !isOpen) return
    event.preventDefault()
    if (event.currentTarget.value || store.getSelectedOptionIndex() !== -1) return
    if (clearable) rest.onChange?.(null, null)
    store.closeDropdown()
  }

  return (
    <Select
      {...rest}
      searchable={searchable}
      clearable={clearable}
      openOnFocus={false}
      onSearchChange={setSearchText}
      {...(searchable && { 'aria-autocomplete': 'list' })}
      // In a searchable field Enter confirms the selected option; clearing the text deselects it.
      allowDeselect={clearable && !searchable}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      comboboxProps={{
        keepMounted: wasFocused,
        store: {
          ...store,
          selectNextOption: withActiveDescendant(store.selectNextOption),
          selectPreviousOption: withActiveDescendant(store.selectPreviousOption),
        },
      }}
      onKeyDown={handleEnter}
      // The first click selects the text, so that typing replaces it. The second sets the cursor.
      onClick={({ currentTarget: input }) => {
        if (searchable && !isOpen && input.selectionStart === input.selectionEnd) input.select()
      }}
    />
  )
}
