import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { getRouteUrl } from '#contract/lib/api.ts'
import { type PaymentProviderCode, paymentProviders } from '#contract/payment-account.ts'
import { paymentWebhookApi } from '#contract/payment-webhook.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import { assertFound } from '../lib/call/problem.ts'
import { type App, sendResult } from '../lib/call/serve.ts'
import { withBusinessTransaction } from '../lib/db/db.ts'
import { decodeBody } from '../lib/http/read-body.ts'
import { enqueueJob } from '../lib/job/jobs.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import type { ProviderEvent } from '../payment-provider/payment-provider.ts'
import { refreshPayment } from './check-payment.ts'
import { loadProvider } from './load-provider.ts'

const maxBodyBytes = 256 * 1024
const WebhookParams = z.object({ id: z.uuid() })

/**
 * Serves the calls of payment providers. Their bodies stay text, because the signature covers each
 * byte. An event reports only what has changed: the state is loaded from the provider.
 */
export async function paymentWebhookRoutes(app: App): Promise<void> {
  await app.register(async server => {
    server.removeAllContentTypeParsers()
    server.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => decodeBody(body),
    )
    for (const code of paymentProviders) {
      const route = paymentWebhookApi[code]
      server.route({
        method: route.method,
        url: getRouteUrl(route),
        config: { contract: route },
        bodyLimit: maxBodyBytes,
        handler: (request, reply) =>
          withDeadline(app.config.callLimitMs, async () => {
            await receiveEvents(app, code, request)
            return sendResult(reply, route, undefined)
          }),
      })
    }
  })
}

async function receiveEvents(app: App, code: PaymentProviderCode, request: FastifyRequest) {
  const { success, data } = WebhookParams.safeParse(request.params)
  const businessId = assertFound(success ? data.id : undefined)
  await consumeRateLimit(app, 'paymentWebhook', { source: request.ip, target: businessId })
  const { account, provider } = await withBusinessTransaction(app.db, businessId, tx =>
    loadProvider(app, tx, code),
  )
  const events = await provider.parseEvents(account, {
    body: Buffer.from(typeof request.body === 'string' ? request.body : ''),
    headers: request.headers,
  })
  for (const event of events) await handleEvent(app, { businessId, code }, event)
}

type Sender = { businessId: string; code: PaymentProviderCode }

async function handleEvent(app: App, { businessId, code }: Sender, event: ProviderEvent) {
  switch (event.kind) {
    case 'session': {
      const id = await findPayment(app, { businessId, code }, event.sessionId)
      // Other programs of the seller can use the same account.
      if (id !== undefined) await refreshPayment(app, { businessId, id })
      return
    }
    case 'refund': {
      const { refundId, paymentId } = event
      return enqueue(app, { businessId, code }, 'payment.refund', { refundId, paymentId })
    }
    case 'dispute': {
      const { disputeId, paymentId, amount, reason, state } = event
      const dispute = { disputeId, paymentId, amount: String(amount), reason, state }
      return enqueue(app, { businessId, code }, 'payment.dispute', dispute)
    }
  }
}

const findPayment = (app: App, { businessId, code }: Sender, sessionId: string) =>
  withBusinessTransaction(app.db, businessId, async tx => {
    const [row] = await tx<{ id: string }[]>`
      select id from payment_session where provider = ${code} and session_id = ${sessionId}`
    return row?.id
  })

const enqueue = (
  app: App,
  { businessId, code }: Sender,
  task: string,
  payload: Record<string, string>,
) =>
  withBusinessTransaction(app.db, businessId, async tx => {
    await enqueueJob(tx, task, { businessId, provider: code, ...payload })
  })
