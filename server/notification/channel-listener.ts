import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'

type ChannelListenerOptions = {
  onMessage: (message: string) => void
  /** Listening, for the first time or again; `deafSeconds`: how long nothing can have been heard. */
  onReady: (missedSeconds: number) => void
}

const pingIntervalMs = 10_000
const pingTimeoutMs = 5_000

/**
 * Hears what is said on a channel by NOTIFY, on one connection that mends itself. What is said while it is away is lost,
 * so whoever listens must look for themselves when it is back. (The client's own `listen` gives up for good when the
 * database is not back at its first try.)
 */
export function startChannelListener(
  url: string,
  channel: string,
  { onMessage, onReady }: ChannelListenerOptions,
): { stop: () => Promise<void> } {
  let lastAliveAt = performance.now()
  let failures = 0
  let isStopped = false
  let reconnectTimer: NodeJS.Timeout | undefined
  let currentConnection: postgres.Sql | undefined

  function connect() {
    let isDisconnected = false
    const handleDisconnect = () => {
      if (isDisconnected) return
      isDisconnected = true
      clearInterval(pingTimer)
      void sql.end({ timeout: 0 })
      if (isStopped) return
      reconnectTimer = setTimeout(connect, Math.min(200 * 2 ** failures, 5000))
      failures += 1
    }
    // The driver knows `onnotify`, its types do not.
    const notifyHandler = {
      onnotify: (notifiedChannel: string, message: string) => {
        if (notifiedChannel === channel) onMessage(message)
      },
    }
    const sql = postgres(url, {
      max: 1,
      prepare: false,
      connect_timeout: 5,
      max_lifetime: null,
      fetch_types: false,
      onnotice: () => {},
      onclose: handleDisconnect,
      ...notifyHandler,
      connection: { application_name: 'storewright-listen' },
    })
    currentConnection = sql
    // A line that was cut without a word is only noticed by asking.
    const pingTimer = setInterval(
      () =>
        void withPingTimeout(sql.unsafe('select 1')).then(() => {
          lastAliveAt = performance.now()
        }, handleDisconnect),
      pingIntervalMs,
    )
    sql.unsafe(`listen ${channel}`).then(() => {
      if (isDisconnected) return
      onReady((performance.now() - lastAliveAt) / 1000)
      failures = 0
      lastAliveAt = performance.now()
    }, handleDisconnect)
  }
  connect()

  return {
    async stop() {
      isStopped = true
      clearTimeout(reconnectTimer)
      await currentConnection?.end({ timeout: 0 })
    },
  }
}

const withPingTimeout = (reply: PromiseLike<unknown>) =>
  Promise.race([
    reply,
    sleep(pingTimeoutMs, undefined, { ref: false }).then(() => {
      throw new Error('no answer')
    }),
  ])
