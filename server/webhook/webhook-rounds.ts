import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../lib/call/serve.ts'
import { inScope } from '../lib/db/db.ts'
import type { Reach } from '../lib/security/guarded-request.ts'
import { reachOf } from './webhook-address.ts'
import { type Claim, send } from './webhook-send.ts'

const atOnce = 40
/** Of these, to addresses that failed last. */
const probesAtOnce = 10
const lookEveryMs = 1000
const graceMs = 1000
/** Longer than any attempt takes. After it, a claim of a process that died is anybody's. */
const lease = '1 minute'

const storesOf = (claims: readonly Claim[]) => claims.map(({ businessId }) => businessId)
/** What is due and may go beside what this process is sending already. */
const claim = (app: App, busy: readonly Claim[]) =>
  inScope(app.db, {}, tx => {
    const { probes = [], others = [] } = Object.groupBy(busy, ({ isProbe }) =>
      isProbe ? 'probes' : 'others',
    )
    return tx<Claim[]>`
    select * from claim_deliveries(${atOnce - busy.length}, ${probesAtOnce - probes.length}, ${storesOf(others)}::uuid[],
      ${busy.map(({ webhookId }) => webhookId)}::uuid[], ${lease}::interval, ${storesOf(probes)}::uuid[])`
  })

/**
 * Sends what is due, from any store, until `stop`. Apart from the jobs, so that slow strangers keep no import waiting; and
 * each address and each store has a few at a time, so that a slow one keeps none of the others waiting.
 */
export function startRounds(
  app: App,
  reach: Reach = reachOf(app.config),
): { stop: () => Promise<void> } {
  const sending = new Map<Claim, Promise<void>>()
  let looking: Promise<void> | undefined
  let isLateForLook = false
  let isAway = false
  let isOver = false
  const breakOff = new AbortController()

  function begin(one: Claim) {
    sending.set(
      one,
      send(app, one, reach, breakOff.signal)
        // It is due again when its lease is over.
        .catch((error: unknown) =>
          app.log.warn({ err: error, delivery: one.id }, 'a webhook could not be sent'),
        )
        .finally(() => {
          sending.delete(one)
          look()
        }),
    )
  }

  async function lookOnce() {
    try {
      if (sending.size < atOnce) for (const one of await claim(app, [...sending.keys()])) begin(one)
      isAway = false
    } catch (error) {
      // A database that is away for a minute is said once, and not each second.
      if (!isAway) app.log.warn({ err: error }, 'webhooks could not be looked for')
      isAway = true
    } finally {
      looking = undefined
      if (isLateForLook) look()
    }
  }
  function look() {
    if (isOver) return
    // What became free during a look is not seen by it.
    isLateForLook = looking !== undefined
    looking ??= lookOnce()
  }

  const clock = setInterval(look, lookEveryMs)
  return {
    async stop() {
      isOver = true
      clearInterval(clock)
      await looking
      // What does not end soon is broken off and sent again by whoever is there when its lease is over.
      await Promise.race([Promise.allSettled(sending.values()), sleep(graceMs)])
      breakOff.abort()
      await Promise.allSettled(sending.values())
    },
  }
}

/** Sends what is due now, and what becomes due by that; for tests and scripts. Says how many. */
export async function sendDue(app: App, reach: Reach = reachOf(app.config)): Promise<number> {
  let count = 0
  for (;;) {
    const claims = await claim(app, [])
    if (claims.length === 0) return count
    count += claims.length
    await Promise.all(claims.map(one => send(app, one, reach, new AbortController().signal)))
  }
}
