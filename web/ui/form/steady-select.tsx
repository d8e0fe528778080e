import { Select, type SelectProps, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { memoComponent } from '../../lib/page/memo-component.ts'

type Heard = Pick<SelectProps, 'onChange' | 'onBlur' | 'onFocus'>
type Props = Omit<SelectProps, 'allowDeselect' | 'onClick' | 'onKeyDown' | 'onSearchChange'>

const Steady = memoComponent(Choice)

/**
 * A choice that may be long, such as four hundred time zones: its list is drawn once the field has the focus, and from then on
 * when something of the field changes, not at each key pressed in another field of the form. Give it the same `data` each time.
 * It opens by a click, an arrow or a letter: who walks through the form with Tab gets no list in the way.
 */
export function SteadySelect({ onChange, onBlur, onFocus, ...rest }: Props) {
  const [isNear, setIsNear] = useState(false)
  const heard = useRef<Heard>({})
  useLayoutEffect(() => {
    heard.current = { onChange, onBlur, onFocus }
  })
  const [steady] = useState<Heard>(() => ({
    onChange: (value, option) => heard.current.onChange?.(value, option),
    onBlur: event => heard.current.onBlur?.(event),
    onFocus: event => {
      setIsNear(true)
      heard.current.onFocus?.(event)
    },
  }))
  return <Steady {...rest} {...steady} isNear={isNear} />
}

/** Mantine keeps the mark in its list to itself; with a store of our own, what Enter would choose is marked and told to a screen reader. */
function Choice({
  isNear,
  searchable = false,
  clearable = false,
  ...rest
}: Props & { isNear: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState<string>()
  const store = useCombobox({ opened: isOpen, onOpenedChange: setIsOpen })
  const shown = useRef({ isOpen, text })

  const inList = (state: 'active' | 'selected') =>
    document.getElementById(store.listId ?? '')?.querySelector(`[data-combobox-${state}]`)
  function tellMark() {
    const marked = isOpen && inList('selected')
    if (marked) store.targetRef.current?.setAttribute('aria-activedescendant', marked.id)
    else store.targetRef.current?.removeAttribute('aria-activedescendant')
  }
  const telling = (move: () => string | null) => () => {
    const id = move()
    tellMark()
    return id
  }

  useEffect(function markOption() {
    const before = shown.current
    shown.current = { isOpen, text }
    if (before.isOpen === isOpen && before.text === text) return
    const isTyped = isOpen && before.text !== text
    if (isTyped || !isOpen) store.resetSelectedOption()
    if (isTyped && text && inList('active')?.textContent !== text) store.selectFirstOption()
    else if (isOpen && (text || !isTyped) && inList('active')) {
      store.selectActiveOption()
      // The list may be hidden until it has its place.
      store.updateSelectedOptionIndex('selected', { scrollIntoView: true })
    }
    tellMark()
  })

  function hearEnter(event: KeyboardEvent<HTMLInputElement>) {
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
      onSearchChange={setText}
      {...(searchable && { 'aria-autocomplete': 'list' })}
      // What is chosen already may be confirmed by Enter; a text can be emptied instead.
      allowDeselect={clearable && !searchable}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      comboboxProps={{
        keepMounted: isNear,
        store: {
          ...store,
          selectNextOption: telling(store.selectNextOption),
          selectPreviousOption: telling(store.selectPreviousOption),
        },
      }}
      onKeyDown={hearEnter}
      // Typing replaces what is there, as after Tab; a second click places the cursor.
      onClick={({ currentTarget: input }) => {
        if (searchable && !isOpen && input.selectionStart === input.selectionEnd) input.select()
      }}
    />
  )
}
