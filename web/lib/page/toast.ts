import { useSyncExternalStore } from 'react'
import { ApiError } from '../call/request.ts'
import { i18next } from '../preference/i18n.ts'

let hasToasts = false
const listeners = new Set<() => void>()

/** Whether there has been a message: only then is their part of the page loaded. */
export const useHasToasts = () =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => hasToasts,
  )

/** The same words twice are one message. */
function show(message: string, color: string) {
  hasToasts = true
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
export const errorMessage = (error: unknown, fallbackMessage: string) =>
  error instanceof ApiError && error.problem.code !== 'unreadable'
    ? error.problem.message || fallbackMessage
    : fallbackMessage

/** Messages at the top of the page. */
export const toast = {
  success: (message: string) => show(message, 'green'),
  error: (message: string) => show(message, 'red'),
  info: (message: string) => show(message, 'gray'),
  /** A failure that nobody has shown by the time its sender's `catch` has run. */
  errorUnlessHandled: (error: unknown, fallbackMessage = i18next.t('ui.error.title')) =>
    void setTimeout(() => {
      if (error instanceof ApiError && error.isHandled) return
      toast.error(errorMessage(error, fallbackMessage))
    }),
}
