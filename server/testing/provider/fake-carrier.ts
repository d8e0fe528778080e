import { createServer, type ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'

const LabelMessage = z.object({
  type: z.enum(['label.create', 'label.cancel']),
  key: z.string(),
  data: z.looseObject({ reference: z.string(), currency: z.string() }).optional(),
})
type LabelMessage = z.infer<typeof LabelMessage>
type FakeLabel = { labelId: string; reference: string; isCanceled: boolean }
/** Replies in place of the carrier. `keep` creates the label as the carrier would. */
type Reaction = (response: ServerResponse, keep: () => object) => void | Promise<void>

export const fakeCarrierSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
export const fakeLabelContent = '%PDF-1.7\nlabel'

/** A label service on 127.0.0.1 that checks signatures and keeps one label for each key. */
export async function startFakeCarrier() {
  const labels = new Map<string, FakeLabel>()
  const messages: LabelMessage[] = []
  const reactions: Reaction[] = []
  function createLabel({ key, data }: LabelMessage) {
    const label = labels.get(key) ?? {
      labelId: `L${labels.size + 1}`,
      reference: data?.reference ?? '',
      isCanceled: false,
    }
    labels.set(key, label)
    return {
      labelId: label.labelId,
      carrier: 'UPS',
      trackingNumber: `1Z-${label.labelId}`,
      postage: { amount: 590, currency: data?.currency ?? 'USD' },
      label: {
        contentType: 'application/pdf',
        content: Buffer.from(fakeLabelContent).toString('base64'),
      },
    }
  }
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const body = await Array.fromAsync(request).then(chunks => Buffer.concat(chunks).toString())
    try {
      new Webhook(fakeCarrierSecret).verify(body, {
        'webhook-id': String(request.headers['webhook-id']),
        'webhook-timestamp': String(request.headers['webhook-timestamp']),
        'webhook-signature': String(request.headers['webhook-signature']),
      })
    } catch {
      return sendJson(response, { message: 'The signature is wrong.' }, 401)
    }
    const message = LabelMessage.parse(JSON.parse(body))
    messages.push(message)
    const reaction = reactions.shift()
    if (reaction) return reaction(response, () => createLabel(message))
    if (message.type === 'label.create') return sendJson(response, createLabel(message))
    const label = labels.get(message.key)
    if (label) label.isCanceled = true
    sendJson(response, {})
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The carrier has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/labels`,
    labels,
    messages,
    /** Replaces the next reply. */
    reactNext: (reaction: Reaction) => reactions.push(reaction),
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function sendJson(response: ServerResponse, body: object, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
