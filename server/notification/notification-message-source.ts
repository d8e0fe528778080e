import type { App } from '../lib/call/serve.ts'
import { startChannelListener } from '../lib/db/channel-listener.ts'
import { withTransaction } from '../lib/db/db.ts'
import { overlapMs } from './notification-position.ts'
import { listMessagesSince } from './notification-store.ts'
import type { NotificationTimers } from './notification-timers.ts'

const pollMs = 3000
/** Reaches further back than the last poll, because a transaction may have been committed late. */
const pollLookbackSeconds = (5 * pollMs) / 1000
const permissionCheckMs = 1000

type MessageSourceOptions = {
  listenUrl: string
  timers: NotificationTimers
  listStoreIds: () => string[]
  onMessage: (message: string) => void
  /** Checks the permissions of all open pages. */
  revalidateAll: () => Promise<void>
}

/**
 * Passes the messages of `notify_processes` to `onMessage`. The messages arrive by NOTIFY on one
 * connection for all pages. A transaction pooler does not support NOTIFY, so behind one the source
 * polls the database, also with one query for all pages.
 */
export function startMessageSource(
  app: App,
  { listenUrl, timers, listStoreIds, onMessage, revalidateAll }: MessageSourceOptions,
): { stop: () => Promise<void> } {
  async function pollMessages(lookbackSeconds: number) {
    const storeIds = listStoreIds()
    if (storeIds.length === 0) return
    const rows = await withTransaction(app.db, {}, tx =>
      listMessagesSince(tx, storeIds, lookbackSeconds),
    )
    for (const { message } of rows) onMessage(message)
  }

  /**
   * Reads the messages that were not received before the listener was connected, or while it was disconnected.
   */
  const catchUp = (missedSeconds: number) =>
    Promise.all([pollMessages(missedSeconds + overlapMs / 1000), revalidateAll()])

  if (app.config.usesPreparedStatements)
    return startChannelListener(listenUrl, 'notification', {
      onMessage,
      onReady: missedSeconds => void catchUp(missedSeconds).catch(() => {}),
    })
  timers.repeat(() => pollMessages(pollLookbackSeconds), pollMs)
  timers.repeat(revalidateAll, permissionCheckMs)
  return { stop: async () => {} }
}
