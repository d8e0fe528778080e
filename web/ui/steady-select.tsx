import { Select, type SelectProps } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { memoComponent } from '../lib/memo-component.ts'

type Heard = Pick<SelectProps, 'onChange' | 'onBlur' | 'onFocus'>

const Steady = memoComponent(Select)
const undrawn = { keepMounted: false }
const drawn = { keepMounted: true }

/**
 * A choice that may be long, such as four hundred time zones: its list is drawn once the field has the focus, and from then on
 * when something of the field changes, not at each key pressed in another field of the form. Give it the same `data` each time.
 * It opens by a click, an arrow or a letter: who walks through the form with Tab gets no list in the way.
 */
export function SteadySelect({ onChange, onBlur, onFocus, ...rest }: SelectProps) {
  const [isNear, setIsNear] = useState(false)
  const heard = useRef<Heard>({})
  useLayoutEffect(() => { heard.current = { onChange, onBlur, onFocus } })
  const [steady] = useState<Heard>(() => ({
    onChange: (value, option) => heard.current.onChange?.(value, option),
    onBlur: event => heard.current.onBlur?.(event),
    onFocus: event => {
      setIsNear(true)
      heard.current.onFocus?.(event)
    },
  }))
  return <Steady {...rest} {...steady} openOnFocus={false} comboboxProps={isNear ? drawn : undrawn} />
}
