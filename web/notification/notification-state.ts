import { useSyncExternalStore } from 'react'
import type { NotificationState } from '#contract/staff/notification.ts'

const emptyState: NotificationState = { unread: 0, runningImports: [] }
let currentState = emptyState
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Returns the number of unread notifications and the running jobs, as the server sent them last.
 */
export const useNotificationState = () => useSyncExternalStore(subscribe, () => currentState)

export function setNotificationState(state: NotificationState = emptyState) {
  currentState = state
  for (const listener of listeners) listener()
}

export const getNotificationState = () => currentState
