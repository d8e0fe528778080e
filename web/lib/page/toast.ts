import { useSyncExternalStore } from 'react'
import { ApiError } from '../call/request.ts'
import { i18next } from '../preference/i18n.ts'

let isWanted = false
const listeners = new Set<() => void>()

/** Whether there has been a message: only then is their part of the page loaded. */
export const useToastsWanted = () =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isWanted,
  )

/** The same words twice are one message. */
function show(message: string, color: string) {
  isWanted = true
  for (const listener of listeners) listener()
  void import('../../ui/page/toasts.tsx').then(({ notifications }) =>
    notifications.show({
      id: `${color} ${message}`,
      message,
      color,
      autoClose: color === 'red' ? 8_000 : 4_000,
      closeButtonProps: { 'aria-label': i18next.t('ui.close') },
    }),
  )
}

/** What is said of a failure; `otherwise` of one that has no words of its own. */
export const wordsOf = (error: unknown, otherwise: string) =>
  error instanceof ApiError && error.problem.code !== 'unreadable'
    ? error.problem.message || otherwise
    : otherwise

/** Messages at the top of the page. */
export const toast = {
  good: (message: string) => show(message, 'green'),
  bad: (message: string) => show(message, 'red'),
  plain: (message: string) => show(message, 'gray'),
  /** A failure that nobody has shown by the time its sender's `catch` has run. */
  unclaimed: (error: unknown, otherwise = i18next.t('ui.error.title')) =>
    void setTimeout(() => {
      if (error instanceof ApiError && error.isClaimed) return
      toast.bad(wordsOf(error, otherwise))
    }),
}
