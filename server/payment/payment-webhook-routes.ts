import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type PaymentProviderCode, paymentProviders } from '#contract/payment/payment-account.ts'
import { paymentWebhookApi } from '#contract/payment/payment-webhook.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { getSignedBody, serveSignedCalls } from '../lib/call/serve-signed-calls.ts'
import { withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import { enqueueJob } from '../lib/job/jobs.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import { getPaymentProvider } from '../payment-provider/get-payment-provider.ts'
import { loadProvider } from '../payment-provider/load-provider.ts'
import type { ProviderEvent } from '../payment-provider/payment-provider.ts'
import { refreshPayment } from '../sale/settle-payment.ts'

const WebhookParams = z.object({ id: z.uuid() })

/** Serves the calls of payment providers. An event reports only what has changed: the state is loaded. */
export const paymentWebhookRoutes = (app: App): Promise<void> =>
  serveSignedCalls(app, [
    ...paymentProviders.map(code => ({
      route: paymentWebhookApi[code],
      receive: (request: FastifyRequest) => {
        const { success, data } = WebhookParams.safeParse(request.params)
        return receiveEvents(
          app,
          { storeId: assertFound(success ? data.id : undefined), code },
          request,
        )
      },
    })),
    {
      route: paymentWebhookApi.stripePlatform,
      receive: request => receivePlatformEvent(app, request),
    },
  ])

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
    body: Buffer.from(getSignedBody(request)),
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
  const account = readAccount(getSignedBody(request))
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
