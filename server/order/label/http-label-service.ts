import { z } from 'zod'
import { Money, singleLineText } from '#contract/lib/schemas.ts'
import { labelTypes } from '#contract/order/file/order-label.ts'
import { Tracking } from '#contract/order/order-input.ts'
import { Problem } from '../../lib/call/problem.ts'
import { detectFileType } from '../../lib/file/detect-file-type.ts'
import {
  type RequestPolicy,
  readFullBody,
  sendGuardedRequest,
  UnreachableError,
} from '../../lib/security/guarded-request.ts'
import { signMessage } from '../../webhook/rule/webhook-sign.ts'
import type { CarrierLabel, LabelCarrier } from './label-carrier.ts'

/** A service that the seller connected, with its decrypted secret. */
export type ConnectedService = { name: string; url: string; secret: string }

/** A service may wait for its carrier. */
const defaultTimeoutMs = 15_000
const maxLabelBytes = 2 * 1024 * 1024
/** Base64 needs 4 bytes for 3. The rest of a reply is small. */
const maxReplyBytes = Math.ceil((maxLabelBytes * 4) / 3) + 64 * 1024

const LabelReply = z.object({
  labelId: singleLineText(200, 1),
  carrier: singleLineText(80, 1),
  trackingNumber: Tracking.shape.number.unwrap().min(1),
  trackingUrl: z
    .url({ protocol: /^https$/ })
    .max(2048)
    .optional(),
  postage: z.object({ amount: Money, currency: z.string().regex(/^[A-Z]{3}$/) }).nullish(),
  label: z.object({ contentType: z.enum(labelTypes), content: z.base64().min(1) }),
})
const Refusal = z.object({ message: singleLineText(300, 1) })

type Message = { type: 'label.create' | 'label.cancel'; key: string; data?: unknown }
type ServiceReply = { status: number; json: unknown }

/** Returns the carrier that speaks the protocol of `docs/label-service.md`. */
export function createHttpLabelService(
  service: ConnectedService,
  policy: RequestPolicy,
  timeoutMs = defaultTimeoutMs,
): LabelCarrier {
  const send = (message: Message) =>
    sendMessage(service, message, { policy, signal: AbortSignal.timeout(timeoutMs) })
  return {
    createLabel: async (key, order) => {
      const reply = await send({ type: 'label.create', key, data: order })
      assertAccepted(service, reply)
      return parseLabel(service, reply)
    },
    cancelLabel: async key => {
      assertAccepted(service, await send({ type: 'label.cancel', key }))
    },
  }
}

/** @throws Problem 503 label_service_unreachable or 502 label_reply_invalid */
async function sendMessage(
  { name, url, secret }: ConnectedService,
  message: Message,
  { policy, signal }: { policy: RequestPolicy; signal: AbortSignal },
): Promise<ServiceReply> {
  const body = JSON.stringify(message)
  try {
    const reply = await sendGuardedRequest(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Storewright-Label',
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...signMessage([secret], {
          id: message.type === 'label.create' ? message.key : `${message.key}-cancel`,
          sentAt: new Date(),
          body,
        }),
      },
      body,
      policy,
      signal,
    })
    const status = reply.statusCode ?? 0
    const isJson = /^application\/json\b/i.test(reply.headers['content-type'] ?? '')
    const content = await readFullBody(reply, maxReplyBytes, signal)
    return { status, json: isJson ? parseJson(content) : undefined }
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    if (error.code === 'too_large') throw new Problem(502, 'label_reply_invalid', { service: name })
    throw new Problem(503, 'label_service_unreachable', { service: name })
  }
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}

/** @throws Problem like `createLabel` of a carrier */
function assertAccepted({ name: service }: ConnectedService, { status, json }: ServiceReply) {
  if (status >= 200 && status < 300) return
  if (status === 429 || status >= 500)
    throw new Problem(503, 'label_service_unreachable', { service })
  // A redirect is not followed: it would send addresses to a URL that no one checked.
  if (status < 400) throw new Problem(502, 'label_reply_invalid', { service })
  const refusal = Refusal.safeParse(json)
  if (!refusal.success) throw new Problem(422, 'label_refused_without_reason', { service })
  throw new Problem(422, 'label_refused', { service, reason: refusal.data.message })
}

function parseLabel({ name: service }: ConnectedService, { json }: ServiceReply): CarrierLabel {
  const reply = LabelReply.safeParse(json)
  if (!reply.success) throw new Problem(502, 'label_reply_invalid', { service })
  const { label, trackingUrl = '', postage = null, ...fields } = reply.data
  const content = Buffer.from(label.content, 'base64')
  if (content.length > maxLabelBytes || detectFileType(content) !== label.contentType)
    throw new Problem(502, 'label_reply_invalid', { service })
  return { ...fields, trackingUrl, postage, contentType: label.contentType, content }
}
