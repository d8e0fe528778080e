import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

/** Opens the layout panel, from wherever: a button, a key, the search. */
export function setCustomizerOpen(isVisible = true) {
  isOpen = isVisible
  for (const listener of listeners) listener()
}

export const useCustomizerOpen = () =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => isOpen,
  )
