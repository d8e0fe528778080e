import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../lib/call/serve.ts'
import { withTransaction } from '../lib/db/db.ts'
import type { RequestPolicy } from '../lib/security/guarded-request.ts'
import { type DeliveryClaim, sendDelivery } from './webhook-send.ts'
import { getWebhookReach } from './webhook-url.ts'

const maxConcurrentDeliveries = 40
/** How many of them may go to webhooks whose last delivery failed. */
const maxConcurrentProbes = 10
const pollIntervalMs = 1000
const shutdownGraceMs = 1000
/** Longer than any attempt. After it, another process can claim the deliveries of one that died. */
const claimLease = '1 minute'

const listBusinessIds = (claims: readonly DeliveryClaim[]) =>
  claims.map(({ businessId }) => businessId)
/** Claims due deliveries, within the limits and beside those that this process already sends. */
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
 * Sends due deliveries of all stores until `stop`. It is separate from the job queue, so slow receivers do not delay
 * imports. Each webhook and each store has a few deliveries at once, so a slow one does not delay the others.
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
        // It is due again when its lease ends.
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
      // Logged once while the database is unavailable, not each second.
      if (!isDatabaseUnavailable) app.log.warn({ err: error }, 'webhooks could not be looked for')
      isDatabaseUnavailable = true
    } finally {
      currentPoll = undefined
      if (shouldPollAgain) poll()
    }
  }
  function poll() {
    if (isStopped) return
    // A poll in progress does not see capacity that becomes free during it.
    shouldPollAgain = currentPoll !== undefined
    currentPoll ??= pollOnce()
  }

  const pollTimer = setInterval(poll, pollIntervalMs)
  return {
    async stop() {
      isStopped = true
      clearInterval(pollTimer)
      await currentPoll
      // A delivery that does not end soon is aborted; another process sends it again after its lease.
      await Promise.race([Promise.allSettled(activeDeliveries.values()), sleep(shutdownGraceMs)])
      abortController.abort()
      await Promise.allSettled(activeDeliveries.values())
    },
  }
}

/** Sends due deliveries until none is left and returns how many; for tests and scripts. */
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
