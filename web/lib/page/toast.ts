import { createElement, type ReactNode, useSyncExternalStore } from 'react'
import { ApiError } from '../call/request.ts'
import { createListeners } from '../listeners.ts'
import { i18next } from '../preference/i18n.ts'

let hasToasts = false
const listeners = createListeners()

/** Returns whether there was a toast. The component for toasts loads with the first one. */
export const useHasToasts = () => useSyncExternalStore(listeners.add, () => hasToasts)

/** Shows a toast with an optional second line. The same toast is not shown twice at once. */
function show(title: string, color: string, text?: ReactNode) {
  hasToasts = true
  listeners.notify()
  void import('../../ui/message/toasts.tsx').then(({ notifications }) =>
    notifications.show({
      id: `${color} ${title}`,
      ...(text ? { title, message: text } : { message: title }),
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

/** Returns whether the server explained the error in a message for users. */
const hasServerMessage = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.problem.message !== '' &&
  !['unreachable', 'unreadable'].includes(error.problem.code)

/** Returns advice for the user about an error that the server did not explain. */
const getErrorAdvice = (error: unknown) =>
  i18next.t(
    error instanceof ApiError && error.problem.code === 'unreachable'
      ? 'ui.error.unreachable'
      : 'ui.error.tryLater',
  )

/** Returns a link to the plans if one of them would have allowed what the server rejected. */
const getPlanLink = ({ problem: { code } }: ApiError) =>
  code.startsWith('plan_limit_')
    ? createElement('a', { href: '/apps/plan' }, i18next.t('ui.error.comparePlans'))
    : undefined

/** Shows short messages at the top of the page. */
export const toast = {
  success: (message: string) => show(message, 'green'),
  error: (message: string) => show(message, 'red'),
  /**
   * Shows the message of the server, or `fallbackTitle` if it sent none. `advice` is the second line.
   */
  failure: (
    error: unknown,
    fallbackTitle: string = i18next.t('ui.error.title'),
    advice?: string,
  ) => {
    if (hasServerMessage(error)) show(error.problem.message, 'red', advice ?? getPlanLink(error))
    else show(fallbackTitle, 'red', getErrorAdvice(error))
  },
  /** Removes all toasts, so that a new attempt does not show the error of the previous one. */
  clear: () => {
    if (hasToasts)
      void import('../../ui/message/toasts.tsx').then(({ notifications }) => notifications.clean())
  },
  info: (message: string) => show(message, 'gray'),
  /** Waits for the `catch` of the caller, then shows the error unless the caller displayed it. */
  errorUnlessHandled: (error: unknown, fallbackTitle?: string) =>
    void setTimeout(() => {
      if (error instanceof ApiError && error.isHandled) return
      toast.failure(error, fallbackTitle)
    }),
}
