import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** Whether a drawer is open that both shortcuts and buttons open. */
export function createOpenState() {
  let isOpen = false
  const listeners = createListeners()
  return {
    setOpen(isOpenNow = true) {
      isOpen = isOpenNow
      listeners.notify()
    },
    useIsOpen: () => useSyncExternalStore(listeners.add, () => isOpen),
  }
}
