import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react'
import type { SearchInput } from './search-input.ts'

/**
 * Collects the keys that the user presses after the shortcut of the search and before its field has
 * the focus. `start` takes effect for the next key, whether or not the palette has loaded.
 */
export function useEarlyKeys(setInput: Dispatch<SetStateAction<SearchInput>>) {
  const isCollecting = useRef(false)
  useEffect(
    function collectEarlyKeys() {
      const handleKey = (event: KeyboardEvent) => {
        if (!isCollecting.current || event.ctrlKey || event.metaKey || event.altKey) return
        const change = changesByKey[event.key] ?? ([...event.key].length === 1 && appendKey)
        if (!change) return
        event.preventDefault()
        event.stopPropagation()
        setInput(current => change(current, event.key))
      }
      const stop = () => {
        isCollecting.current = false
      }
      // In the capture phase, so that no field and no shortcut of the page receives the key.
      window.addEventListener('keydown', handleKey, { capture: true })
      window.addEventListener('pointerdown', stop, { capture: true })
      return () => {
        window.removeEventListener('keydown', handleKey, { capture: true })
        window.removeEventListener('pointerdown', stop, { capture: true })
      }
    },
    [setInput],
  )
  return {
    start: () => {
      isCollecting.current = true
    },
    stop: () => {
      isCollecting.current = false
    },
  }
}

type KeyChange = (input: SearchInput, key: string) => SearchInput

const changesByKey: Record<string, KeyChange | undefined> = {
  Enter: input => ({ ...input, opensWhenSettled: true }),
  Backspace: ({ text }) => ({ text: text.slice(0, -1), opensWhenSettled: false }),
}

const appendKey: KeyChange = ({ text }, key) => ({
  text: `${text}${key}`,
  opensWhenSettled: false,
})
