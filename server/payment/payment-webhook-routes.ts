import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { type PaymentProviderCode, paymentProviders } from '#contract/payment/payment-account.ts'
import { paymentWebhookApi } from '#contract/payment/payment-webhook.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import { assertFound } from '../lib/call/problem.ts'
import { type App, sendResult } from '../lib/call/serve.ts'
import { withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import { decodeBody } from '../lib/http/read-body.ts'
import { enqueueJob } from '../lib/job/jobs.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import { getPaymentProvider } from '../payment-provider/get-payment-provider.ts'
import { loadProvider } from '../payment-provider/load-provider.ts'
import type { ProviderEvent } from '../payment-provider/payment-provider.ts'
import { refreshPayment } from '../sale/settle-payment.ts'

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
    const serveEvents = (
      route: (typeof paymentWebhookApi)[keyof typeof paymentWebhookApi],
      receive: (request: FastifyRequest) => Promise<void>,
    ) =>
      server.route({
        method: route.method,
        url: getRouteUrl(route),
        config: { contract: route },
        bodyLimit: maxBodyBytes,
        handler: (request, reply) =>
          withDeadline(app.config.callLimitMs, async () => {
            await receive(request)
            return sendResult(reply, route, undefined)
          }),
      })
    for (const code of paymentProviders)
      serveEvents(paymentWebhookApi[code], request => {
        const { success, data } = WebhookParams.safeParse(request.params)
        return receiveEvents(
          app,
          { storeId: assertFound(success ? data.id : undefined), code },
          request,
        )
      })
    serveEvents(paymentWebhookApi.stripePlatform, request => receivePlatformEvent(app, request))
  })
}

const getBody = ({ body }: FastifyRequest) => (typeof body === 'string' ? body : '')

type Sender = { storeId: string; code: PaymentProviderCode }

async function receiveEvents(app: App, { storeId, code }: Sender, request: FastifyRequest) {
  const { hasSignedEvents } = getPaymentProvider(app.config, code)
  // Strangers cannot use up the limit of a store whose provider signs its calls.
  const limit = await consumeRateLimit(app, 'paymentWebhook', {
    source: request.ip,
    ...(!hasSignedEvents && { target: storeId }),
  })
  const { account, provider } = await withStoreTransaction(app.db, storeId, tx =>
    loadProvider(app, tx, code),
  )
  const events = await provider.parseEvents(account, {
    body: Buffer.from(getBody(request)),
    headers: request.headers,
  })
  await limit.refund()
  for (const event of events) await handleEvent(app, { storeId, code }, event)
}

/**
 * Receives an event of the platform. Its account leads to the store, whose provider then verifies the
 * signature and the account. Events of accounts that no store has connected do not matter.
 */
async function receivePlatformEvent(app: App, request: FastifyRequest) {
  const account = readAccount(getBody(request))
  if (!app.config.stripePlatform || account === undefined) return
  const [store] = await withTransaction(
    app.db,
    {},
    tx => tx<{ id: string | null }[]>`select find_store_of_payment_account(${account}) as id`,
  )
  if (store?.id) await receiveEvents(app, { storeId: store.id, code: 'stripe' }, request)
}

const AccountEvent = z.object({ account: z.string().regex(/^acct_\w{1,64}$/) })

function readAccount(body: string): string | undefined {
  try {
    return AccountEvent.parse(JSON.parse(body)).account
  } catch {
    return undefined
  }
}

async function handleEvent(app: App, { storeId, code }: Sender, event: ProviderEvent) {
  switch (event.kind) {
    case 'session': {
      const id = await findPayment(app, { storeId, code }, event.sessionId)
      // Other programs of the seller can use the same account.
      if (id !== undefined) await refreshPayment(app, { storeId, id })
      return
    }
    case 'refund': {
      const { refundId, paymentId } = event
      return enqueue(app, { storeId, code }, 'payment.refund', { refundId, paymentId })
    }
    case 'dispute': {
      const { disputeId, paymentId, amount, reason, state } = event
      const dispute = { disputeId, paymentId, amount: String(amount), reason, state }
      return enqueue(app, { storeId, code }, 'payment.dispute', dispute)
    }
  }
}

const findPayment = (app: App, { storeId, code }: Sender, sessionId: string) =>
  withStoreTransaction(app.db, storeId, async tx => {
    const [row] = await tx<{ id: string }[]>`
      select id from payment_session where provider = ${code} and session_id = ${sessionId}`
    return row?.id
  })

const enqueue = (
  app: App,
  { storeId, code }: Sender,
  task: string,
  payload: Record<string, string>,
) =>
  withStoreTransaction(app.db, storeId, async tx => {
    await enqueueJob(tx, task, { storeId, provider: code, ...payload })
  })
