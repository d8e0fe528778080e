import type { ServerResponse } from 'node:http'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { customerApi } from '#contract/customer/customer.ts'
import {
  type WebhookDelivery,
  type WebhookEventType,
  type WebhookWithSecret,
  webhookApi,
} from '#contract/developer/webhook.ts'
import { productApi } from '#contract/product/product.ts'
import { samplePassword } from '../test-sample.ts'
import type { TestApp } from '../testing.ts'

export type ReceivedRequest = {
  headers: IncomingHttpHeaders
  body: string
  event: {
    _id: string
    type: string
    createdAt: string
    business: string
    data: Record<string, unknown>
  }
}

/** Starts a server that stores its requests and responds with `respond`, 204 by default. */
export async function startWebhookReceiver() {
  const requests: ReceivedRequest[] = []
  const receiver = {
    received: requests,
    url: '',
    respond: (reply: ServerResponse): unknown => reply.writeHead(204).end(),
    close: () => server.close(),
  }
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push({ headers: request.headers, body, event: JSON.parse(body) })
    receiver.respond(reply)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  receiver.url = `http://127.0.0.1:${isPort(address) ? address.port : 0}/in`
  return receiver
}
const isPort = (
  address: ReturnType<ReturnType<typeof createServer>['address']>,
): address is AddressInfo => typeof address === 'object' && address !== null

/** Returns functions for tests of the owner's webhooks, which send to the receiver. */
export function createWebhookTester(
  t: TestApp,
  receiver: Awaited<ReturnType<typeof startWebhookReceiver>>,
) {
  const createVariant = async (): Promise<string> =>
    (
      await t.call('owner', productApi.create, {
        body: { title: 'Twine', price: 100, stock: 90, status: 'active', sku: 'TW', cost: 31 },
      })
    ).body.data.variants[0]._id
  const createWebhook = async (...events: WebhookEventType[]): Promise<WebhookWithSecret> =>
    (
      await t.call('owner', webhookApi.create, {
        body: { url: receiver.url, events, password: samplePassword },
      })
    ).body.data
  const createCustomer = async (name: string): Promise<string> =>
    (await t.call('owner', customerApi.create, { body: { name } })).body.data._id
  const listDeliveries = async (webhook: string): Promise<WebhookDelivery[]> =>
    (await t.call('owner', webhookApi.listDeliveries, { query: { webhook } })).body.data
  const listStoredEvents = () => t.inStore(tx => tx`select 1 from webhook_event`)
  /** Makes the waiting deliveries due. */
  const makeDue = () =>
    t.inStore(
      tx => tx`
      update webhook_delivery set next_attempt_at = now() - interval '1 second' where status = 'waiting'`,
    )
  /** Deletes the webhooks and their events, and lets the receiver respond with 204. */
  const reset = async () => {
    await t.inStore(tx => tx`delete from webhook`)
    await t.inStore(tx => tx`delete from webhook_event`)
    receiver.received.length = 0
    receiver.respond = reply => reply.writeHead(204).end()
  }
  return {
    createVariant,
    createWebhook,
    createCustomer,
    listDeliveries,
    listStoredEvents,
    makeDue,
    reset,
  }
}
