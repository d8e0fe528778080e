import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { openClient } from '../primary/open-client.ts'

type ChannelListenerOptions = {
  onMessage: (message: string) => void
  /**
   * Called when the listener is connected. Messages of the last `missedSeconds` may have been
   * missed.
   */
  onReady: (missedSeconds: number) => void
}

const pingIntervalMs = 10_000
const pingTimeoutMs = 5_000

/**
 * Receives the NOTIFY messages of a channel on one connection that reconnects by itself. Messages
 * sent while it is disconnected are lost, so the caller must query what it missed when `onReady` is
 * called. The `listen` of the client library is not used because it stops after one failed
 * reconnection.
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
    const sql = createListenClient(url, {
      onMessage: (messageChannel, message) => {
        if (messageChannel === channel) onMessage(message)
      },
      onClose: handleDisconnect,
    })
    currentConnection = sql
    // Only a ping detects a connection that was lost without being closed.
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

type ListenHandlers = {
  onMessage: (channel: string, message: string) => void
  onClose: () => void
}

function createListenClient(url: string, { onMessage, onClose }: ListenHandlers): postgres.Sql {
  // The driver supports `onnotify`, but its types do not declare it.
  const notifyHandler = { onnotify: onMessage }
  return openClient(url, {
    max: 1,
    prepare: false,
    connect_timeout: 5,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    onclose: onClose,
    ...notifyHandler,
    connection: { application_name: 'storewright-listen' },
  })
}

const withPingTimeout = (reply: PromiseLike<unknown>) =>
  Promise.race([
    reply,
    sleep(pingTimeoutMs, undefined, { ref: false }).then(() => {
      throw new Error(`The database did not respond to a ping within ${pingTimeoutMs} ms.`)
    }),
  ])
