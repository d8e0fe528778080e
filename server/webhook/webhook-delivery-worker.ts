import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../lib/call/serve.ts'
import { withTransaction } from '../lib/db/db.ts'
import type { RequestPolicy } from '../lib/security/guarded-request.ts'
import { getWebhookPolicy } from './rule/webhook-url.ts'
import { type DeliveryClaim, sendDelivery } from './webhook-send.ts'

const maxConcurrentDeliveries = 40
/** Maximum number of them that go to webhooks whose last delivery failed. */
const maxConcurrentProbes = 10
const pollIntervalMs = 1000
const shutdownGraceMs = 1000
/**
 * Longer than any attempt. After the lease, another process can claim the deliveries of a dead
 * process.
 */
const claimLease = '1 minute'

const listStoreIds = (claims: readonly DeliveryClaim[]) => claims.map(({ storeId }) => storeId)
/** Claims due deliveries within the limits, to which the deliveries in progress count. */
const claimDeliveries = (app: App, activeClaims: readonly DeliveryClaim[]) =>
  withTransaction(app.db, {}, tx => {
    const { probes = [], others = [] } = Object.groupBy(activeClaims, ({ isProbe }) =>
      isProbe ? 'probes' : 'others',
    )
    const webhookIds = activeClaims.map(({ webhookId }) => webhookId)
    return tx<DeliveryClaim[]>`
      select * from claim_deliveries(
        ${maxConcurrentDeliveries - activeClaims.length}, ${maxConcurrentProbes - probes.length},
        ${listStoreIds(others)}::uuid[], ${webhookIds}::uuid[], ${claimLease}::interval,
        ${listStoreIds(probes)}::uuid[])`
  })

/**
 * Sends due deliveries of all stores until `stop`. The worker is separate from the job queue, so
 * that slow receivers do not delay imports. The number of concurrent deliveries per webhook and per
 * store is limited, so that a slow receiver does not delay the others.
 */
export function startDeliveryWorker(
  app: App,
  policy: RequestPolicy = getWebhookPolicy(app.config),
): { stop: () => Promise<void> } {
  const activeDeliveries = openActiveDeliveries(app, policy, poll)
  let currentPoll: Promise<void> | undefined
  let shouldPollAgain = false
  let isDatabaseUnavailable = false
  let isStopped = false

  async function pollOnce() {
    try {
      await activeDeliveries.startDue()
      isDatabaseUnavailable = false
    } catch (error) {
      // Logged once per database outage, not at every poll.
      if (!isDatabaseUnavailable)
        app.log.warn(
          { err: error },
          'Due webhook deliveries could not be claimed. Polling continues.',
        )
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
      await activeDeliveries.stop()
    },
  }
}

/** The deliveries in progress. `onEnd` is called after each of them. */
function openActiveDeliveries(app: App, policy: RequestPolicy, onEnd: () => void) {
  const deliveries = new Map<DeliveryClaim, Promise<void>>()
  const abortController = new AbortController()

  function start(deliveryClaim: DeliveryClaim) {
    deliveries.set(
      deliveryClaim,
      sendDelivery(app, deliveryClaim, policy, abortController.signal)
        // The delivery is due again when its lease ends.
        .catch((error: unknown) =>
          app.log.warn(
            { err: error, delivery: deliveryClaim.id },
            'A webhook delivery failed. It is retried after its lease.',
          ),
        )
        .finally(() => {
          deliveries.delete(deliveryClaim)
          onEnd()
        }),
    )
  }

  return {
    async startDue() {
      if (deliveries.size >= maxConcurrentDeliveries) return
      for (const deliveryClaim of await claimDeliveries(app, [...deliveries.keys()]))
        start(deliveryClaim)
    },
    async stop() {
      // Deliveries that do not end in time are aborted. Another process sends them after their
      // lease.
      await Promise.race([Promise.allSettled(deliveries.values()), sleep(shutdownGraceMs)])
      abortController.abort()
      await Promise.allSettled(deliveries.values())
    },
  }
}

/** Sends all due deliveries and returns their number. For tests and scripts. */
export async function sendDueDeliveries(
  app: App,
  policy: RequestPolicy = getWebhookPolicy(app.config),
): Promise<number> {
  let count = 0
  for (;;) {
    const claims = await claimDeliveries(app, [])
    if (claims.length === 0) return count
    count += claims.length
    await Promise.all(
      claims.map(deliveryClaim =>
        sendDelivery(app, deliveryClaim, policy, new AbortController().signal),
      ),
    )
  }
}
