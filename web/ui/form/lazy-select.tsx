import { Select, type SelectProps, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { memoComponent } from '../../lib/page/memo-component.ts'

type SelectHandlers = Pick<SelectProps, 'onChange' | 'onBlur' | 'onFocus'>
type Props = Omit<SelectProps, 'allowDeselect' | 'onClick' | 'onKeyDown' | 'onSearchChange'>

const MemoizedSelect = memoComponent(SelectWithMark)

/**
 * A choice that may be long, such as four hundred time zones: its list is drawn once the field has the focus, and from then on
 * when something of the field changes, not at each key pressed in another field of the form. Give it the same `data` each time.
 * It opens by a click, an arrow or a letter: who walks through the form with Tab gets no list in the way.
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

/** Mantine keeps the mark in its list to itself; with a store of our own, what Enter would choose is marked and told to a screen reader. */
function SelectWithMark({
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
    const markedOption = isOpen && findOption('selected')
    if (markedOption)
      store.targetRef.current?.setAttribute('aria-activedescendant', markedOption.id)
    else store.targetRef.current?.removeAttribute('aria-activedescendant')
  }
  const withActiveDescendant = (move: () => string | null) => () => {
    const id = move()
    updateActiveDescendant()
    return id
  }

  useEffect(function markOption() {
    const previous = lastRendered.current
    lastRendered.current = { isOpen, searchText }
    if (previous.isOpen === isOpen && previous.searchText === searchText) return
    const hasTyped = isOpen && previous.searchText !== searchText
    if (hasTyped || !isOpen) store.resetSelectedOption()
    if (hasTyped && searchText && findOption('active')?.textContent !== searchText)
      store.selectFirstOption()
    else if (isOpen && (searchText || !hasTyped) && findOption('active')) {
      store.selectActiveOption()
      // The list may be hidden until it has its place.
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
      // What is chosen already may be confirmed by Enter; a text can be emptied instead.
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
      // Typing replaces what is there, as after Tab; a second click places the cursor.
      onClick={({ currentTarget: input }) => {
        if (searchable && !isOpen && input.selectionStart === input.selectionEnd) input.select()
      }}
    />
  )
}
