import { useSyncExternalStore } from 'react'
import type { NotificationState } from '#contract/staff/notification.ts'
import { createListeners } from '../lib/listeners.ts'

const emptyState: NotificationState = { unread: 0, runningImports: [] }
let currentState = emptyState
const listeners = createListeners()

/**
 * Returns the number of unread notifications and the running jobs, as the server sent them last.
 */
export const useNotificationState = () => useSyncExternalStore(listeners.add, () => currentState)

export function setNotificationState(state: NotificationState = emptyState) {
  currentState = state
  listeners.notify()
}

export const getNotificationState = () => currentState
