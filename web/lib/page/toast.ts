import { useSyncExternalStore } from 'react'
import { ApiError } from '../call/request.ts'
import { i18next } from '../preference/i18n.ts'

let hasToasts = false
const listeners = new Set<() => void>()

/** Returns whether there was a toast. The component for toasts loads with the first one. */
export const useHasToasts = () =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => hasToasts,
  )

/** Shows a toast. A second toast with the same text replaces the first. */
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

/**
 * Returns the message of an error, or `fallbackMessage` for an error without a message for users.
 */
export const errorMessage = (error: unknown, fallbackMessage: string) =>
  error instanceof ApiError && error.problem.code !== 'unreadable'
    ? error.problem.message || fallbackMessage
    : fallbackMessage

/** Shows short messages at the top of the page. */
export const toast = {
  success: (message: string) => show(message, 'green'),
  error: (message: string) => show(message, 'red'),
  info: (message: string) => show(message, 'gray'),
  /** Waits for the `catch` of the caller, then shows the error unless the caller displayed it. */
  errorUnlessHandled: (error: unknown, fallbackMessage = i18next.t('ui.error.title')) =>
    void setTimeout(() => {
      if (error instanceof ApiError && error.isHandled) return
      toast.error(errorMessage(error, fallbackMessage))
    }),
}
