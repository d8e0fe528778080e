import { useSyncExternalStore } from 'react'
import type { NotificationState } from '#contract/notification.ts'

const nothing: NotificationState = { unread: 0, work: [] }
let now = nothing
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What stands beside the bell, as the server said it last. */
export const useNoticeState = () => useSyncExternalStore(subscribe, () => now)

export function keepNoticeState(state: NotificationState = nothing) {
  now = state
  for (const listener of listeners) listener()
}

export const noticeStateNow = () => now
