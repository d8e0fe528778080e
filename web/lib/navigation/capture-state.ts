import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'

let isCaptureOpen = false
const listeners = createListeners()

/** Opens or closes the dialog that adds a task from any page. */
export function setCaptureOpen(isOpen = true) {
  isCaptureOpen = isOpen
  listeners.notify()
}

export const useCaptureOpen = () => useSyncExternalStore(listeners.add, () => isCaptureOpen)
