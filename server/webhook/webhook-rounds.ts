import { setTimeout as sleep } from 'node:timers/promises'
import { inScope } from '../lib/db.ts'
import type { Reach } from '../lib/guarded-request.ts'
import type { App } from '../lib/serve.ts'
import { reachOf } from './webhook-address.ts'
import { type Claim, send } from './webhook-send.ts'

const atOnce = 40
const lookEveryMs = 1000
const graceMs = 1000
/** Longer than any attempt takes. After it, a claim of a process that died is anybody's. */
const lease = '1 minute'

const claim = (app: App, free: number, busy: string[]) =>
  inScope(app.db, {}, tx => tx<Claim[]>`select business_id, id from claim_deliveries(${free}, ${busy}::uuid[], ${lease}::interval)`)

/**
 * Sends what is due, from any store, until `stop`. Apart from the jobs, so that slow strangers keep no import waiting; and
 * each store has a few at a time, so that one with a slow address keeps no other store waiting.
 */
export function startRounds(app: App, reach: Reach = reachOf(app.config)): { stop: () => Promise<void> } {
  const sending = new Set<Promise<void>>()
  const busy = new Map<string, number>()
  let looking: Promise<void> | undefined
  let isAway = false
  const stopping = new AbortController()

  function begin(one: Claim) {
    busy.set(one.businessId, (busy.get(one.businessId) ?? 0) + 1)
    const sent: Promise<void> = send(app, one, reach, stopping.signal)
      // It is due again when its lease is over.
      .catch((error: unknown) => app.log.warn({ err: error, delivery: one.id }, 'a webhook could not be sent'))
      .finally(() => {
        sending.delete(sent)
        const left = (busy.get(one.businessId) ?? 1) - 1
        if (left > 0) return void busy.set(one.businessId, left)
        busy.delete(one.businessId)
        look()
      })
    sending.add(sent)
  }

  async function lookOnce() {
    try {
      const free = atOnce - sending.size
      if (free > 0) for (const one of await claim(app, free, [...busy.keys()])) begin(one)
      isAway = false
    } catch (error) {
      // A database that is away for a minute is said once, and not each second.
      if (!isAway) app.log.warn({ err: error }, 'webhooks could not be looked for')
      isAway = true
    } finally {
      looking = undefined
    }
  }
  function look() {
    if (!stopping.signal.aborted) looking ??= lookOnce()
  }

  const clock = setInterval(look, lookEveryMs)
  return {
    async stop() {
      clearInterval(clock)
      await looking
      // What does not end soon is broken off and sent again by whoever is there when its lease is over.
      await Promise.race([Promise.allSettled(sending), sleep(graceMs)])
      stopping.abort()
      await Promise.allSettled(sending)
    },
  }
}

/** Sends what is due now, and what becomes due by that; for tests and scripts. Says how many. */
export async function sendDue(app: App, reach: Reach = reachOf(app.config)): Promise<number> {
  let count = 0
  for (;;) {
    const claims = await claim(app, atOnce, [])
    if (claims.length === 0) return count
    count += claims.length
    await Promise.all(claims.map(one => send(app, one, reach, new AbortController().signal)))
  }
}
