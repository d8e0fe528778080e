import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../lib/call/serve.ts'
import { withTransaction } from '../lib/db/db.ts'
import type { RequestPolicy } from '../lib/security/guarded-request.ts'
import { type DeliveryClaim, sendDelivery } from './webhook-send.ts'
import { getWebhookReach } from './webhook-url.ts'

const maxConcurrentDeliveries = 40
/** Of these, to addresses that failed last. */
const maxConcurrentProbes = 10
const pollIntervalMs = 1000
const shutdownGraceMs = 1000
/** Longer than any attempt takes. After it, a claim of a process that died is anybody's. */
const claimLease = '1 minute'

const listBusinessIds = (claims: readonly DeliveryClaim[]) =>
  claims.map(({ businessId }) => businessId)
/** What is due and may go beside what this process is sending already. */
const claimDeliveries = (app: App, activeClaims: readonly DeliveryClaim[]) =>
  withTransaction(app.db, {}, tx => {
    const { probes = [], others = [] } = Object.groupBy(activeClaims, ({ isProbe }) =>
      isProbe ? 'probes' : 'others',
    )
    return tx<DeliveryClaim[]>`
    select * from claim_deliveries(${maxConcurrentDeliveries - activeClaims.length}, ${maxConcurrentProbes - probes.length}, ${listBusinessIds(others)}::uuid[],
      ${activeClaims.map(({ webhookId }) => webhookId)}::uuid[], ${claimLease}::interval, ${listBusinessIds(probes)}::uuid[])`
  })

/**
 * Sends what is due, from any store, until `stop`. Apart from the jobs, so that slow strangers keep no import waiting; and
 * each address and each store has a few at a time, so that a slow one keeps none of the others waiting.
 */
export function startDeliveryWorker(
  app: App,
  reach: RequestPolicy = getWebhookReach(app.config),
): { stop: () => Promise<void> } {
  const activeDeliveries = new Map<DeliveryClaim, Promise<void>>()
  let currentPoll: Promise<void> | undefined
  let shouldPollAgain = false
  let isDatabaseUnavailable = false
  let isStopped = false
  const abortController = new AbortController()

  function startDelivery(deliveryClaim: DeliveryClaim) {
    activeDeliveries.set(
      deliveryClaim,
      sendDelivery(app, deliveryClaim, reach, abortController.signal)
        // It is due again when its lease is over.
        .catch((error: unknown) =>
          app.log.warn({ err: error, delivery: deliveryClaim.id }, 'a webhook could not be sent'),
        )
        .finally(() => {
          activeDeliveries.delete(deliveryClaim)
          poll()
        }),
    )
  }

  async function pollOnce() {
    try {
      if (activeDeliveries.size < maxConcurrentDeliveries)
        for (const deliveryClaim of await claimDeliveries(app, [...activeDeliveries.keys()]))
          startDelivery(deliveryClaim)
      isDatabaseUnavailable = false
    } catch (error) {
      // A database that is away for a minute is said once, and not each second.
      if (!isDatabaseUnavailable) app.log.warn({ err: error }, 'webhooks could not be looked for')
      isDatabaseUnavailable = true
    } finally {
      currentPoll = undefined
      if (shouldPollAgain) poll()
    }
  }
  function poll() {
    if (isStopped) return
    // What became free during a look is not seen by it.
    shouldPollAgain = currentPoll !== undefined
    currentPoll ??= pollOnce()
  }

  const pollTimer = setInterval(poll, pollIntervalMs)
  return {
    async stop() {
      isStopped = true
      clearInterval(pollTimer)
      await currentPoll
      // What does not end soon is broken off and sent again by whoever is there when its lease is over.
      await Promise.race([Promise.allSettled(activeDeliveries.values()), sleep(shutdownGraceMs)])
      abortController.abort()
      await Promise.allSettled(activeDeliveries.values())
    },
  }
}

/** Sends what is due now, and what becomes due by that; for tests and scripts. Says how many. */
export async function sendDueDeliveries(
  app: App,
  reach: RequestPolicy = getWebhookReach(app.config),
): Promise<number> {
  let count = 0
  for (;;) {
    const claims = await claimDeliveries(app, [])
    if (claims.length === 0) return count
    count += claims.length
    await Promise.all(
      claims.map(deliveryClaim =>
        sendDelivery(app, deliveryClaim, reach, new AbortController().signal),
      ),
    )
  }
}
