import { i18next } from './i18n.ts'
import { ApiError } from './request.ts'

// Loaded with the first message, so that no page waits for it.
const show = (message: string, color: string) =>
  void import('../ui/toasts.tsx').then(({ notifications }) => notifications.show({ message, color, autoClose: color === 'red' ? 8_000 : 4_000 }))

/** Messages at the top of the page. */
export const toast = {
  good: (message: string) => show(message, 'green'),
  bad: (message: string) => show(message, 'red'),
  /** A failure that nobody has shown by the time its sender's `catch` has run. */
  unclaimed: (error: unknown, otherwise = i18next.t('ui.error.title')) =>
    void setTimeout(() => {
      if (error instanceof ApiError && error.isClaimed) return
      toast.bad(error instanceof ApiError && error.problem.code !== 'unreadable' ? error.problem.message || otherwise : otherwise)
    }),
}
