import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'

let isCustomizerOpen = false
const listeners = createListeners()

/** Opens or closes the layout panel. */
export function setCustomizerOpen(isOpen = true) {
  isCustomizerOpen = isOpen
  listeners.notify()
}

export const useCustomizerOpen = () => useSyncExternalStore(listeners.add, () => isCustomizerOpen)
