import { useSyncExternalStore } from 'react'

let isCustomizerOpen = false
const listeners = new Set<() => void>()

/** Opens or closes the layout panel. */
export function setCustomizerOpen(isOpen = true) {
  isCustomizerOpen = isOpen
  for (const listener of listeners) listener()
}

export const useCustomizerOpen = () =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => isCustomizerOpen,
  )
