import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'

type Options = {
  onMessage: (message: string) => void
  /** Listening, for the first time or again; `deafSeconds`: how long nothing can have been heard. */
  onReady: (deafSeconds: number) => void
}

const pingMs = 10_000
const silentMs = 5_000

/**
 * Hears what is said on a channel by NOTIFY, on one connection that mends itself. What is said while it is away is lost,
 * so whoever listens must look for themselves when it is back. (The client's own `listen` gives up for good when the
 * database is not back at its first try.)
 */
export function listenTo(
  url: string,
  channel: string,
  { onMessage, onReady }: Options,
): { stop: () => Promise<void> } {
  let aliveAt = performance.now()
  let failures = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let present: postgres.Sql | undefined

  function connect() {
    let isLost = false
    const onLoss = () => {
      if (isLost) return
      isLost = true
      clearInterval(pings)
      void sql.end({ timeout: 0 })
      if (isStopped) return
      timer = setTimeout(connect, Math.min(200 * 2 ** failures, 5000))
      failures += 1
    }
    // The driver knows `onnotify`, its types do not.
    const ears = {
      onnotify: (from: string, message: string) => {
        if (from === channel) onMessage(message)
      },
    }
    const sql = postgres(url, {
      max: 1,
      prepare: false,
      connect_timeout: 5,
      max_lifetime: null,
      fetch_types: false,
      onnotice: () => {},
      onclose: onLoss,
      ...ears,
      connection: { application_name: 'storewright-listen' },
    })
    present = sql
    // A line that was cut without a word is only noticed by asking.
    const pings = setInterval(
      () =>
        void inTime(sql.unsafe('select 1')).then(() => {
          aliveAt = performance.now()
        }, onLoss),
      pingMs,
    )
    sql.unsafe(`listen ${channel}`).then(() => {
      if (isLost) return
      onReady((performance.now() - aliveAt) / 1000)
      failures = 0
      aliveAt = performance.now()
    }, onLoss)
  }
  connect()

  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await present?.end({ timeout: 0 })
    },
  }
}

const inTime = (answer: PromiseLike<unknown>) =>
  Promise.race([
    answer,
    sleep(silentMs, undefined, { ref: false }).then(() => {
      throw new Error('no answer')
    }),
  ])
