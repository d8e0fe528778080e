import { createHmac } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { customerApi } from '#contract/customer.ts'
import { noticeApi } from '#contract/notification.ts'
import { orderApi } from '#contract/order.ts'
import { productApi } from '#contract/product.ts'
import {
  type WebhookDelivery,
  type WebhookDeliveryView,
  type WebhookEventType,
  type WebhookWithSecret,
  webhookApi,
} from '#contract/webhook.ts'
import { inScope } from '../lib/db/db.ts'
import { publicInternet } from '../lib/security/guarded-request.ts'
import { startTestApp, type TestApp } from '../lib/testing/testing.ts'
import { reachOf } from './webhook-address.ts'
import { sendDue, startRounds } from './webhook-rounds.ts'
import { type Claim, send } from './webhook-send.ts'
import { startReceiver } from './webhook-testing.ts'

let t: TestApp
let program: Awaited<ReturnType<typeof startReceiver>>
let variant: string
beforeAll(async () => {
  t = await startTestApp({ WEBHOOKS_TO_ANYWHERE: 'true' })
  program = await startReceiver()
  variant = (
    await t.call('owner', productApi.create, {
      body: { title: 'Twine', price: 100, stock: 90, status: 'active', sku: 'TW', cost: 31 },
    })
  ).body.data.variants[0]._id
})
afterAll(async () => {
  program.close()
  await t.close()
})
beforeEach(async () => {
  await t.inStore(tx => tx`delete from webhook`)
  await t.inStore(tx => tx`delete from webhook_event`)
  program.received.length = 0
  program.answer = reply => reply.writeHead(204).end()
})

const add = async (...events: WebhookEventType[]): Promise<WebhookWithSecret> =>
  (await t.call('owner', webhookApi.create, { body: { url: program.url, events } })).body.data
const log = async (webhook: string): Promise<WebhookDelivery[]> =>
  (await t.call('owner', webhookApi.deliveries, { query: { webhook } })).body.data
const one = async (id: string): Promise<WebhookDeliveryView> =>
  (await t.call('owner', webhookApi.delivery, { params: { id } })).body.data
const standing = async (id: string) =>
  (await t.call('owner', webhookApi.list)).body.data.find(({ _id }: { _id: string }) => _id === id)
const customer = async (name: string): Promise<string> =>
  (await t.call('owner', customerApi.create, { body: { name } })).body.data._id
const order = async (quantity = 2) =>
  (
    await t.call('owner', orderApi.create, {
      body: { customer: { name: 'Ada' }, lines: [{ variant, quantity }] },
    })
  ).body.data
const kept = () => t.inStore(tx => tx`select 1 from webhook_event`)
/** As if the time had come: what waits is due. */
const comes = (age = '0 s') =>
  t.inStore(
    tx => tx`
  update webhook_delivery set next_at = now() - interval '1 second', created_at = created_at - ${age}::text::interval where status = 'waiting'`,
  )
const told = () => program.received.map(({ told: { type } }) => type)

describe('what happens is told', () => {
  test('to those who asked for it alone, and written down for nobody else', async () => {
    await customer('Cleo')
    expect(await kept()).toHaveLength(0)
    await add('order.created')
    await customer('Dora')
    expect(await kept()).toHaveLength(0)
    await order()
    expect(await sendDue(t.app)).toBe(1)
    expect(told()).toEqual(['order.created'])
  })

  test('with an order as it is when all is done, and each step of it once', async () => {
    await add('order.created', 'order.updated', 'order.paid', 'order.cancelled', 'stock.changed')
    const { _id, number } = await order(3)
    await sendDue(t.app)
    expect(told().toSorted()).toEqual(['order.created', 'stock.changed'])
    const [made] = program.received.filter(({ told: { type } }) => type === 'order.created')
    expect(made?.told).toMatchObject({
      business: t.people.owner.businessId,
      data: { _id, number, total: 300, lines: [{ variant, quantity: 3, total: 300 }] },
    })
    expect(
      program.received.find(({ told: { type } }) => type === 'stock.changed')?.told.data,
    ).toMatchObject({ variant, sku: 'TW', change: -3, order: _id })
    await t.call('owner', orderApi.addPayment, {
      params: { id: _id },
      body: { amount: 300, method: 'cash' },
    })
    program.received.length = 0
    await sendDue(t.app)
    expect(told().toSorted()).toEqual(['order.paid', 'order.updated'])
    const other = await order()
    await sendDue(t.app)
    program.received.length = 0
    await t.call('owner', orderApi.updateStatus, {
      params: { id: other._id },
      body: { status: 'cancelled', reason: 'stock' },
    })
    await sendDue(t.app)
    expect(told().toSorted()).toEqual(['order.cancelled', 'order.updated', 'stock.changed'])
  })

  test('of products and customers, without what goods cost the store', async () => {
    await add(
      'product.created',
      'product.updated',
      'product.deleted',
      'customer.created',
      'customer.updated',
      'customer.deleted',
    )
    const product = (
      await t.call('owner', productApi.create, {
        body: { title: 'Rope', price: 900, cost: 4242, stock: 5 },
      })
    ).body.data
    await t.call('owner', productApi.update, {
      params: { id: product._id },
      body: { title: 'Long rope', price: 950 },
    })
    await t.call('owner', productApi.remove, { params: { id: product._id } })
    const id = await customer('Cleo')
    await t.call('owner', customerApi.update, {
      params: { id },
      body: { name: 'Cleo C.', note: 'Always late' },
    })
    await t.call('owner', customerApi.remove, { params: { id } })
    await sendDue(t.app)
    const data = (type: string) =>
      program.received.filter(one => one.told.type === type).map(one => one.told.data)
    expect(data('product.created')).toMatchObject([
      { _id: product._id, title: 'Rope', variants: [{ price: 900, stock: 5 }] },
    ])
    expect(data('product.updated')).toMatchObject([
      { title: 'Long rope', price: 950, variants: [{ price: 950 }] },
    ])
    expect([data('product.deleted'), data('customer.deleted')]).toEqual([
      [{ _id: product._id }],
      [{ _id: id }],
    ])
    expect([data('customer.created'), data('customer.updated')]).toMatchObject([
      [{ name: 'Cleo' }],
      [{ name: 'Cleo C.' }],
    ])
    expect(JSON.stringify(program.received)).not.toMatch(/4242|Always late/)
  })

  test('in the transaction of the change: what is rolled back was never said', async () => {
    const { _id } = await add('customer.created')
    const before = await t.changes()
    await expect(
      t.inStore(async tx => {
        await tx`insert into customer (name) values ('Ghost')`
        await tx`set constraints all immediate`
        expect(await tx`select 1 from webhook_delivery`).toHaveLength(1)
        throw new Error('and back')
      }),
    ).rejects.toThrow('and back')
    expect([await kept(), await log(_id), await sendDue(t.app), await t.changes()]).toEqual([
      [],
      [],
      0,
      before,
    ])
  })

  test('and once, though a transaction of another time had the same number', async () => {
    const { _id } = await add('customer.created')
    await t.inStore(async tx => {
      const [{ id } = { id: '' }] = await tx<
        { id: string }[]
      >`insert into customer (name) values ('Twice') returning id`
      await tx`insert into webhook_event (type, about, data, began) values ('customer.created', ${id}, '{}', now() - interval '1 day')`
      await tx`update customer set name = 'Twice over' where id = ${id}`
    })
    expect([await sendDue(t.app), (await log(_id)).length]).toEqual([1, 1])
  })

  test('at least once: a process that dies before, or while it sends, leaves it to another, and the event keeps its id', async () => {
    const { _id } = await add('customer.created')
    await customer('Cleo')
    // The process that took the change is gone. This one claims, sends, and dies before it could write that down.
    const claimed = await inScope(
      t.app.db,
      {},
      tx => tx`select * from claim_deliveries(10, 10, '{}', '{}', '1 minute')`,
    )
    expect(claimed).toHaveLength(1)
    expect(await sendDue(t.app)).toBe(0)
    await comes()
    const rounds = startRounds(t.app)
    await expect.poll(() => program.received.length, { timeout: 20_000 }).toBe(1)
    await rounds.stop()
    expect(await log(_id)).toMatchObject([
      {
        status: 'delivered',
        attempts: 2,
        event: program.received[0]?.told._id,
        responseStatus: 204,
        nextAt: null,
      },
    ])
  })
})

test('is signed with the time, by the new secret and for a day by the one before', async () => {
  const { _id, secret } = await add('customer.created')
  const { body } = await t.call('owner', webhookApi.rotateSecret, { params: { id: _id } })
  expect(body.data.secret).not.toBe(secret)
  await customer('Cleo')
  await sendDue(t.app)
  const signature = (at: number) => String(program.received[at]?.headers['storewright-signature'])
  const [first] = program.received
  const seconds = Number(/^t=(\d+),/.exec(signature(0))?.[1])
  expect(Math.abs(seconds - Date.now() / 1000)).toBeLessThan(60)
  const by = (key: string) =>
    `v1=${createHmac('sha256', key).update(`${seconds}.${first?.body}`).digest('hex')}`
  expect(first?.headers).toMatchObject({
    'storewright-signature': `t=${seconds},${by(body.data.secret)},${by(secret)}`,
    'storewright-event': 'customer.created',
    'storewright-event-id': first?.told._id,
    'content-type': 'application/json',
  })
  await t.inStore(tx => tx`update webhook set renewed_at = now() - interval '25 hours'`)
  await customer('Dora')
  await sendDue(t.app)
  expect([signature(0), signature(1)].map(text => text.split('v1=').length - 1)).toEqual([2, 1])
})

describe('what does not arrive', () => {
  test('is tried again ever more seldom, for three days, with the same words; then the webhook is switched off, and a notice says so', async () => {
    program.answer = reply => reply.writeHead(500).end(`No\0${'x'.repeat(5000)}`)
    const { _id } = await add('customer.created')
    await customer('Cleo')
    const next = async () =>
      (
        await t.inStore(
          tx =>
            tx<
              { next: number }[]
            >`select extract(epoch from next_at - created_at)::float8 as next from webhook_delivery`,
        )
      )[0]?.next ?? 0
    const [{ _id: first } = { _id: '' }] = await log(_id)
    const moments: number[] = []
    for (let attempt = 1; attempt <= 7; attempt++) {
      expect(await sendDue(t.app)).toBe(1)
      moments.push(await next())
      // Asked for by hand in between it is one more, and is seen in the log.
      if (attempt === 5) {
        expect(
          (await t.call('owner', webhookApi.replay, { params: { id: first } })).body.data,
        ).toMatchObject({ _id: first, isRepeat: true })
        expect(await sendDue(t.app)).toBe(1)
        expect(Math.abs((await next()) / (moments.at(-1) ?? 0) - 1)).toBeLessThan(0.1)
      }
      await t.inStore(
        tx =>
          tx`update webhook_delivery set created_at = created_at - (next_at - now()), next_at = now()`,
      )
    }
    const expected = [30, 150, 750, 2550, 9750, 31_350, 52_950]
    expect(moments.map((moment, n) => Math.round(moment / (expected[n] ?? 0)))).toEqual(
      expected.map(() => 1),
    )
    expect(new Set(program.received.map(({ body }) => body)).size).toBe(1)
    const [delivery] = await log(_id)
    expect(delivery).toMatchObject({
      status: 'waiting',
      attempts: 8,
      responseStatus: 500,
      nextAt: expect.any(String),
    })
    expect((await one(delivery?._id ?? '')).response).toBe(`No\uFFFD${'x'.repeat(997)}`)
    expect(await standing(_id)).toMatchObject({
      status: 'failing',
      failingSince: expect.any(String),
    })

    await customer('Dora')
    await t.inStore(tx => tx`update webhook set failing_since = failing_since - interval '3 days'`)
    await t.inStore(
      tx =>
        tx`update webhook_delivery set created_at = created_at - interval '3 days 10 minutes', next_at = now() where attempts > 0`,
    )
    await t.inStore(
      tx => tx`update webhook_delivery set next_at = now() + interval '1 hour' where attempts = 0`,
    )
    await sendDue(t.app)
    expect((await log(_id)).map(({ status, error }) => [status, error])).toEqual([
      ['failed', 'off'],
      ['failed', ''],
    ])
    expect(await standing(_id)).toMatchObject({ status: 'stopped' })
    expect((await t.call('owner', noticeApi.list)).body.data[0]).toMatchObject({
      kind: 'webhook_off',
      subject: 'developer',
      subjectId: _id,
      data: { url: program.url },
    })
    const before = (await kept()).length
    await customer('Emil')
    expect([await sendDue(t.app), (await kept()).length]).toEqual([0, before])

    program.answer = reply => reply.writeHead(200).end('Thanks')
    expect(
      (await t.call('owner', webhookApi.replay, { params: { id: delivery?._id ?? '' } })).body.code,
    ).toBe('switched_off')
    await t.call('owner', webhookApi.update, { params: { id: _id }, body: { isOn: true } })
    expect(
      (await t.call('owner', webhookApi.replay, { params: { id: delivery?._id ?? '' } })).status,
    ).toBe(202)
    await sendDue(t.app)
    expect((await log(_id))[0]).toMatchObject({
      status: 'delivered',
      isRepeat: true,
      event: delivery?.event,
    })
    expect(await standing(_id)).toMatchObject({ status: 'on', failingSince: null })
  })

  test('is tried again soon where its first attempt came late, and is not sooner for a clock that was set back', async () => {
    program.answer = reply => reply.writeHead(503).end()
    await add('customer.created')
    const waits: number[] = []
    for (const late of ['9 hours', '-9 hours']) {
      await customer('Ada')
      await t.inStore(
        tx =>
          tx`update webhook_delivery set created_at = created_at - ${late}::interval where attempts = 0`,
      )
      await sendDue(t.app)
      const [row] = await t.inStore(
        tx =>
          tx<
            { wait: number }[]
          >`select extract(epoch from next_at - tried_at)::float8 as wait from webhook_delivery where attempts = 1 order by id desc limit 1`,
      )
      waits.push(Math.round((row?.wait ?? 0) / 10) * 10)
    }
    expect(waits).toEqual([30, 30])
  })

  test('is tried at once at another address, and what failed at the one before does not count', async () => {
    program.answer = reply => reply.writeHead(500).end()
    const { _id } = await add('customer.created')
    await customer('Cleo')
    await sendDue(t.app)
    await t.inStore(tx => tx`update webhook set failing_since = failing_since - interval '2 days'`)
    await t.call('owner', webhookApi.update, { params: { id: _id }, body: { name: 'Till' } })
    expect([(await standing(_id)).status, await sendDue(t.app)]).toEqual(['failing', 0])
    program.answer = reply => reply.writeHead(204).end()
    await t.call('owner', webhookApi.update, {
      params: { id: _id },
      body: { url: `${program.url}/new` },
    })
    expect(await standing(_id)).toMatchObject({ status: 'on', failingSince: null })
    expect([await sendDue(t.app), (await log(_id))[0]?.status]).toEqual([1, 'delivered'])
  })

  test('is said by what went wrong, and a redirect is followed nowhere', async () => {
    program.answer = reply => reply.writeHead(307, { location: program.url }).end()
    const { _id } = await add('customer.created')
    await customer('Cleo')
    await sendDue(t.app)
    expect([await log(_id), program.received.length]).toMatchObject([
      [{ status: 'waiting', responseStatus: 307 }],
      1,
    ])
    await comes()
    await sendDue(t.app, publicInternet)
    expect((await log(_id))[0]).toMatchObject({
      error: 'private',
      responseStatus: null,
      attempts: 2,
    })
    await comes()
    // The name leads elsewhere when it is asked for again: what was checked is what is connected to.
    let asked = 0
    await t.inStore(tx => tx`update webhook set url = replace(url, '127.0.0.1', 'rebound.example')`)
    await sendDue(t.app, {
      resolve: async () => [{ address: ++asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
      isAllowed: address => address === '127.0.0.1',
    })
    expect([asked, program.received.length]).toEqual([1, 2])
    await comes()
    await sendDue(t.app, {
      resolve: () => Promise.reject(new Error('none')),
      isAllowed: () => true,
    })
    expect((await log(_id))[0]).toMatchObject({ error: 'no_host' })
    await comes()
    await t.inStore(tx => tx`update webhook set secret = 'nothing that we have sealed'`)
    await sendDue(t.app)
    expect((await log(_id))[0]).toMatchObject({ error: 'no_secret', status: 'waiting' })
  })
})

test('an answer that has come counts, though the process was stopped before it was read to its end', async () => {
  const { _id } = await add('customer.created')
  await customer('Cleo')
  const stop = new AbortController()
  program.answer = reply => void reply.writeHead(200).write('Thank')
  // Said when the head of the answer has been read here.
  const stopSoon = () => void setImmediate(() => stop.abort())
  subscribe('http.client.response.finish', stopSoon)
  onTestFinished(() => void unsubscribe('http.client.response.finish', stopSoon))
  const [claim] = await inScope(
    t.app.db,
    {},
    tx => tx<Claim[]>`select * from claim_deliveries(1, 1, '{}', '{}', '1 minute')`,
  )
  if (claim) await send(t.app, claim, reachOf(t.app.config), stop.signal)
  expect((await log(_id))[0]).toMatchObject({ status: 'delivered', responseStatus: 200 })
})

test('the log forgets after thirty days', async () => {
  await add('customer.created')
  await customer('Old')
  await t.inStore(tx => tx`update webhook_event set created_at = now() - interval '31 days'`)
  await t.inStore(
    tx =>
      tx`update webhook_delivery set created_at = now() - interval '31 days', status = 'delivered'`,
  )
  await customer('New')
  await t.sql`select graphile_worker.add_job('webhook.forget')`
  await t.runJobs()
  expect(await t.inStore(tx => tx`select data ->> 'name' as name from webhook_event`)).toEqual([
    { name: 'New' },
  ])
})
