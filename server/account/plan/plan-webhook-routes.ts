import type { FastifyRequest } from 'fastify'
import { planApi } from '#contract/account/plan.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import { getSignedBody, serveSignedCalls } from '../../lib/call/serve-signed-calls.ts'
import { withTransaction } from '../../lib/db/db.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { enqueuePlanSync } from './plan-jobs.ts'
import { PlanProvider } from './plan-provider.ts'
import { findPersonOfCustomer, insertBillingEvent } from './plan-store.ts'

/** Serves the call of the provider. An event only causes the plan to be loaded. */
export async function planWebhookRoutes(app: App): Promise<void> {
  const { billing, stripeApiUrl } = app.config
  const provider = billing && new PlanProvider(billing, stripeApiUrl)
  await serveSignedCalls(app, [
    { route: planApi.receiveEvent, receive: request => receiveEvent(app, provider, request) },
  ])
}

async function receiveEvent(
  app: App,
  provider: PlanProvider | undefined,
  request: FastifyRequest,
): Promise<void> {
  if (!provider) throw new Problem(404, 'not_found')
  const limit = await consumeRateLimit(app, 'paymentWebhook', { source: request.ip })
  const body = Buffer.from(getSignedBody(request))
  const event = provider.parseEvent({ body, headers: request.headers })
  await limit.refund()
  await withTransaction(app.db, {}, async tx => {
    if (!(await insertBillingEvent(tx, event)) || !event.customerId) return
    // Other programs of the operator can use the same account at the provider.
    const personId = await findPersonOfCustomer(tx, event.customerId)
    if (personId) await enqueuePlanSync(tx, personId)
  })
}
