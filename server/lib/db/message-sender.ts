import type postgres from 'postgres'
import { withoutDeadline } from '../call/deadline.ts'
import type { Pool, Sql } from './pool.ts'

/**
 * Sends the messages of committed transactions to all processes with `NOTIFY`. A transaction that
 * notifies holds a lock of the whole database until its commit is on the disk, so the messages are
 * collected and sent in a transaction of their own, which does not wait for the disk. If the process
 * is killed in between, open pages miss a message and display the change later.
 */
export type MessageSender = {
  send(messages: readonly string[]): void
  /** Calls the listener with the messages of each transaction of this process after its commit. */
  subscribe(listener: MessageListener): void
  /** Sends the remaining messages. */
  end(): Promise<void>
}

type MessageListener = (messages: readonly string[]) => void

const collectMs = 20
const retryMs = 1000

export function createMessageSender(pool: Pick<Pool, 'acquire' | 'release'>): MessageSender {
  const waiting = new Set<string>()
  const listeners: MessageListener[] = []
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined
  let isEnded = false

  function schedule(delayMs: number) {
    if (isEnded) return
    timer ??= setTimeout(() => {
      timer = undefined
      sending ??= sendWaiting().finally(() => {
        sending = undefined
      })
    }, delayMs)
  }

  async function sendWaiting() {
    const messages = [...waiting]
    waiting.clear()
    try {
      await notify(pool, messages)
      if (waiting.size > 0) schedule(collectMs)
    } catch {
      for (const message of messages) waiting.add(message)
      schedule(retryMs)
    }
  }

  return {
    send(messages) {
      if (messages.length === 0) return
      for (const message of messages) waiting.add(message)
      for (const listener of listeners) listener(messages)
      // Not within the deadline of the call that sends the message.
      withoutDeadline(() => schedule(collectMs))
    },
    subscribe(listener) {
      listeners.push(listener)
    },
    async end() {
      isEnded = true
      await sending
      clearTimeout(timer)
      if (waiting.size > 0) await notify(pool, [...waiting]).catch(() => {})
    },
  }
}

async function notify(pool: Pick<Pool, 'acquire' | 'release'>, messages: readonly string[]) {
  const pooledConnection = await pool.acquire(retryMs)
  const { connection, failWhenLost } = pooledConnection
  try {
    await failWhenLost(connection`
      with settings as (select set_config('synchronous_commit', 'off', true))
      select pg_notify('notification', message)
      from settings, unnest(${[...messages]}::text[]) message`)
  } finally {
    pool.release(pooledConnection)
  }
}

/** Returns the query of the messages that `announce_change` (SQL) collected in the transaction. */
export const selectMessages = (sql: Sql) => sql`select current_setting('app.messages') as messages`

export function parseMessages(rows: readonly postgres.Row[] | undefined): string[] {
  const [row] = rows ?? []
  return String(row?.messages ?? '')
    .split('\n')
    .slice(1)
    .filter(Boolean)
}
