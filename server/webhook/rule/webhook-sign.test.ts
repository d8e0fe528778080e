import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { webhookApi } from '#contract/developer/webhook.ts'
import { encryptSecret } from '../../lib/security/encrypt-secret.ts'
import { createWebhookTester, startWebhookReceiver } from '../../testing/subject/webhook-testing.ts'
import { samplePassword } from '../../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { sendDueDeliveries } from '../webhook-delivery-worker.ts'
import { createWebhookSecret } from './webhook-sign.ts'

let t: TestApp
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let webhooks: ReturnType<typeof createWebhookTester>
beforeAll(async () => {
  t = await startTestApp({ WEBHOOKS_TO_ANYWHERE: 'true' })
  receiver = await startWebhookReceiver()
  webhooks = createWebhookTester(t, receiver)
})
afterAll(async () => {
  receiver.close()
  await t.close()
})
beforeEach(() => webhooks.reset())

test('a message is signed with the new secret and, for a day, with the previous one', async () => {
  const { _id, secret } = await webhooks.createWebhook('customer.created')
  const { body } = await t.call('owner', webhookApi.rotateSecret, {
    params: { id: _id },
    body: { password: samplePassword },
  })
  expect(body.data.secret).not.toBe(secret)
  const startedAtSeconds = Math.floor(Date.now() / 1000)
  await webhooks.createCustomer('Cleo')
  await sendDueDeliveries(t.app)
  const verify = (index: number, verifyingSecret: string) => {
    const message = receiver.received[index]
    const headers = message?.headers as Record<string, string>
    return new Webhook(verifyingSecret).verify(message?.body ?? '', headers)
  }
  const [first] = receiver.received
  for (const verifyingSecret of [body.data.secret, secret])
    expect(verify(0, verifyingSecret)).toEqual(first?.event)
  expect(() => verify(0, createWebhookSecret())).toThrow('No matching signature found')
  expect(first?.headers).toMatchObject({
    'webhook-id': first?.event._id,
    'storewright-event': 'customer.created',
    'content-type': 'application/json',
  })
  const sentAtSeconds = Number(first?.headers['webhook-timestamp'])
  expect(sentAtSeconds).toBeGreaterThanOrEqual(startedAtSeconds)
  expect(sentAtSeconds).toBeLessThanOrEqual(Date.now() / 1000)

  await t.inStore(tx => tx`update webhook set rotated_at = now() - interval '25 hours'`)
  await webhooks.createCustomer('Dora')
  await sendDueDeliveries(t.app)
  expect(verify(1, body.data.secret)).toEqual(receiver.received[1]?.event)
  expect(() => verify(1, secret)).toThrow('No matching signature found')
})

test('a secret in base64url signs with the same bytes as in base64', async () => {
  const { _id } = await webhooks.createWebhook('customer.created')
  const key = Buffer.alloc(32, 0xfb)
  const encryptedSecret = encryptSecret(
    t.app.keys.webhook,
    _id,
    `whsec_${key.toString('base64url')}`,
  )
  await t.inStore(tx => tx`update webhook set secret = ${encryptedSecret}`)
  await webhooks.createCustomer('Cleo')
  await sendDueDeliveries(t.app)
  const [message] = receiver.received
  const headers = message?.headers as Record<string, string>
  const receivingWebhook = new Webhook(`whsec_${key.toString('base64')}`)
  expect(receivingWebhook.verify(message?.body ?? '', headers)).toEqual(message?.event)
})
