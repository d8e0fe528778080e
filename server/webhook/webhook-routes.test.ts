import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Webhook, webhookApi } from '#contract/developer/webhook.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'
import { sendDueDeliveries } from './webhook-delivery-worker.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
beforeEach(() => t.resetPeople())
afterAll(() => t.close())

const createWebhook = (body: object, as: Tester = t.people.owner) =>
  t.call(as, webhookApi.create, {
    body: {
      url: 'https://hooks.example.com/in',
      events: ['order.created'],
      password: samplePassword,
      ...body,
    },
  })
const listWebhooks = async (as: Tester = t.people.owner): Promise<Webhook[]> =>
  (await t.call(as, webhookApi.list)).body.data
const createStaffMember = (name: string, abilities: Ability[]) =>
  makePerson(t.app, t.sql, `${name}-of-${t.people.owner.name}`, {
    storeId: t.people.owner.storeId,
    abilities,
  })

test('the secret of a new webhook is returned once and stored encrypted', async () => {
  const {
    status,
    body: {
      data: { secret, ...webhook },
    },
  } = await createWebhook({
    events: ['stock.changed', 'order.created', 'order.created'],
    name: ' Warehouse ',
  })
  expect([status, secret]).toEqual([201, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/)])
  expect(webhook).toMatchObject({
    name: 'Warehouse',
    events: ['order.created', 'stock.changed'],
    status: 'on',
    maskedSecret: `whsec_…${secret.slice(-4)}`,
    version: 1,
  })
  expect(await listWebhooks()).toEqual([webhook])
  expect(await listWebhooks(t.people.stranger)).toEqual([])
  const serializedRows = await t.inStore(
    tx =>
      tx`select to_jsonb(w)::text || encode(secret, 'escape') as row from webhook w
        union all select to_jsonb(a)::text from audit a`,
  )
  expect(serializedRows.map(({ row }) => row).join()).not.toContain(secret.slice(6))
  const [storedSecret] = await t.inStore(
    tx => tx`select encode(secret, 'escape') as text from webhook`,
  )
  expect(storedSecret?.['text']).not.toContain(secret)
})

test('each change of a webhook and its deletion are audited', async () => {
  const { _id } = (await createWebhook({})).body.data
  const params = { id: _id }
  const entries = () =>
    t.inStore(
      tx =>
        tx<{ action: string }[]>`select action from audit
          where entity = 'webhook' and entity_id = ${_id} order by at, id`,
    )
  const change = (body: object) =>
    t.call('owner', webhookApi.update, { params, body: { password: samplePassword, ...body } })
  expect((await change({ url: 'https://other.example.com', version: 1 })).body.data).toMatchObject({
    url: 'https://other.example.com',
    events: ['order.created'],
    version: 2,
  })
  expect((await change({ url: 'https://stale.example.com', version: 1 })).body.code).toBe(
    'version_conflict',
  )
  await t.call('owner', webhookApi.test, { params })
  expect((await change({ isOn: false })).body.data.status).toBe('off')
  const listDeliveries = async () =>
    (await t.call('owner', webhookApi.listDeliveries, { query: { webhook: _id } })).body.data
  expect(await listDeliveries()).toMatchObject([{ type: 'test', status: 'failed', error: 'off' }])
  expect((await t.call('owner', webhookApi.test, { params })).body.code).toBe('switched_off')
  expect((await change({ isOn: true })).body.data.status).toBe('on')
  await t.call('owner', webhookApi.rotateSecret, { params, body: { password: samplePassword } })
  expect((await entries()).map(({ action }) => action)).toEqual([
    'insert',
    'update',
    'update',
    'update',
    'update',
    'webhook_secret_rotated',
  ])
  expect((await t.call('owner', webhookApi.delete, { params })).status).toBe(200)
  expect([(await entries()).at(-1)?.action, await listDeliveries()]).toEqual(['delete', []])
})

test.each([
  'https://127.0.0.1/',
  'https://127.0.0.1./',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://10.0.0.1:8443/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[fd00:ec2::254]/',
  'https://[64:ff9b::7f00:1]/',
  'https://224.0.0.1/',
  'https://0/',
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST/',
  'https://db.internal/',
  'https://printer.local./',
  'https://intranet/',
  'http://hooks.example.com/',
  'https://name:word@hooks.example.com/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'hooks.example.com',
  '',
])('rejects the URL %s', async url => {
  const before = await t.changes()
  const { status, body } = await createWebhook({ url })
  expect([status, body.errors?.[0]?.path]).toEqual([422, 'url'])
  expect(await t.changes()).toBe(before)
})

test('a delivery fails if the host name resolves to a private address', async () => {
  const { _id } = (await createWebhook({ url: 'https://inside.example.com/' })).body.data
  await t.call('owner', webhookApi.test, { params: { id: _id } })
  const { isPublicAddress } = await import('../lib/security/public-address.ts')
  await sendDueDeliveries(t.app, {
    resolve: async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '10.1.2.3', family: 4 },
    ],
    isAllowed: isPublicAddress,
  })
  expect(
    (await t.call('owner', webhookApi.listDeliveries, { query: { webhook: _id } })).body.data,
  ).toMatchObject([{ status: 'waiting', error: 'private', attempts: 1 }])
})

test('a user cannot receive or read webhook data without the permission for it', async () => {
  const dev = await createStaffMember('dev', [
    { action: 'manage', subject: 'developer' },
    { action: 'read', subject: 'product' },
    { action: 'read', subject: 'order' },
  ])
  const orderWebhook = (await createWebhook({})).body.data
  const ownWebhook = (await createWebhook({ events: ['stock.changed'] }, dev)).body.data
  const delivery = (await t.call('owner', webhookApi.test, { params: { id: orderWebhook._id } }))
    .body.data
  await t.inStore(
    tx => tx`update webhook_event set type = 'order.created' where id = ${delivery.event}`,
  )
  const before = await t.changes()
  // An order contains contact data of the customer, which this staff member cannot read.
  expect((await createWebhook({ events: ['order.created'] }, dev)).status).toBe(403)
  expect(
    (await createWebhook({ events: ['stock.changed', 'customer.created'] }, dev)).body,
  ).toMatchObject({
    code: 'beyond_own_permissions',
    errors: [{ path: 'events' }],
  })
  for (const [id, body] of [
    [orderWebhook._id, { url: 'https://dev.example.com', password: samplePassword }],
    [ownWebhook._id, { events: ['order.paid'], password: samplePassword }],
  ] as const)
    expect((await t.call(dev, webhookApi.update, { params: { id }, body })).status).toBe(403)
  expect(
    (
      await t.call(dev, webhookApi.rotateSecret, {
        params: { id: orderWebhook._id },
        body: { password: samplePassword },
      })
    ).status,
  ).toBe(403)
  expect(
    (await t.call(dev, webhookApi.getDelivery, { params: { id: delivery._id } })).body.data,
  ).toMatchObject({ body: null, response: '' })
  expect(
    (await t.call('owner', webhookApi.getDelivery, { params: { id: delivery._id } })).body.data
      .body,
  ).toContain('order.created')
  expect(await t.changes()).toBe(before)
})

test('a store has at most 20 webhooks', async () => {
  const replies = await Promise.all(Array.from({ length: 22 }, () => createWebhook({})))
  expect([
    replies.filter(({ status }) => status === 201).length,
    replies.filter(({ body }) => body.code === 'webhook_limit').length,
  ]).toEqual([20, 2])
})

test('a webhook belongs to the person who last set its URL or turned it on', async () => {
  const manager = await createStaffMember('manager', [{ action: 'manage', subject: 'all' }])
  const { _id: id } = (await createWebhook({})).body.data
  const update = async (as: Tester, body: object): Promise<Webhook> =>
    (
      await t.call(as, webhookApi.update, {
        params: { id },
        body: { password: samplePassword, ...body },
      })
    ).body.data
  const { owner } = t.people
  const url = 'https://other.example.com/'
  for (const [as, body, creator] of [
    [manager, { name: 'Till', url: 'https://hooks.example.com/in' }, owner],
    [manager, { url }, manager],
    [owner, { url, isOn: false }, manager],
    [owner, { isOn: true }, owner],
  ] as const)
    expect((await update(as, body)).createdBy?._id).toBe(creator.personId)
})

test('a webhook is turned off with a notification when its creator leaves or is deactivated', async () => {
  const leavingStaffMembers = [
    await createStaffMember('leaver', [{ action: 'manage', subject: 'all' }]),
    await createStaffMember('dismissed', [{ action: 'manage', subject: 'all' }]),
  ] as const
  const hooks: Webhook[] = []
  for (const staffMember of leavingStaffMembers)
    hooks.push((await createWebhook({}, staffMember)).body.data)
  await createWebhook({})
  const disabledId = (await createWebhook({}, leavingStaffMembers[0])).body.data._id
  await t.call('owner', webhookApi.update, { params: { id: disabledId }, body: { isOn: false } })
  expect(hooks.map(({ createdBy }) => createdBy)).toEqual([
    { _id: leavingStaffMembers[0].personId, fullName: `Test ${leavingStaffMembers[0].name}` },
    { _id: leavingStaffMembers[1].personId, fullName: `Test ${leavingStaffMembers[1].name}` },
  ])
  const listNotifications = async (as: Tester = t.people.owner) =>
    (await t.call(as, notificationApi.list)).body.data
  expect(await listNotifications()).toEqual([])
  await t.inStore(
    tx => tx`delete from membership where person_id = ${leavingStaffMembers[0].personId}`,
  )
  await t.inStore(
    tx =>
      tx`update membership set status = 'inactive' where person_id = ${leavingStaffMembers[1].personId}`,
  )
  expect(await listNotifications()).toMatchObject(
    [...hooks].reverse().map(({ _id, url }) => ({
      kind: 'webhook_left',
      subject: 'developer',
      subjectId: _id,
      data: { url },
    })),
  )
  expect([
    await listNotifications(t.people.nobody),
    (await listWebhooks()).map(({ status }) => status).toSorted(),
  ]).toEqual([[], ['off', 'off', 'off', 'on']])
})
