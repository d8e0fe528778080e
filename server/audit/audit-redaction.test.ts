import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { auditApi } from '#contract/staff/audit.ts'
import { exampleAddress } from '../testing/subject/order-testing.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
let deletedCustomer: string
const secrets = ['ada.canary', '1632 960961', 'Canary Row', 'canary-note', '777123']

beforeAll(async () => {
  t = await startTestApp()
  const product = (
    await t.call('owner', productApi.create, {
      body: { title: 'Kettle', variants: [{ price: 3900, cost: 777123, stock: 9 }] },
    })
  ).body.data
  const order = (
    await t.call('owner', orderApi.create, {
      body: {
        customer: { email: 'ada.canary@example.com', phone: '+44 1632 960961' },
        lines: [{ variant: product.variants[0]._id, quantity: 1 }],
        shippingAddress: { ...exampleAddress, line1: 'Canary Row' },
        note: 'canary-note',
      },
    })
  ).body.data
  await t.call('owner', orderApi.addNote, {
    params: { id: order._id },
    body: { text: 'canary-note' },
  })
  deletedCustomer = (
    await t.call('owner', customerApi.create, { body: { email: 'ada.canary2@example.com' } })
  ).body.data._id
  await t.call('owner', customerApi.delete, { params: { id: deletedCustomer } })
})
afterAll(() => t.close())

const createAuditor = (name: string, ...abilities: Ability[]) =>
  makePerson(t.app, t.sql, name, {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'read', subject: 'audit' }, ...abilities],
  })
/** Returns which secrets the list and the export of the audit contain. */
async function listSecrets(as: Tester): Promise<string[]> {
  const replies = await Promise.all([
    t.call(as, auditApi.list, { query: { perPage: 100 } }),
    t.call(as, auditApi.list, { query: { record: deletedCustomer } }),
    t.call(as, auditApi.export),
  ])
  for (const { status } of replies) expect(status).toBe(200)
  const text = replies.map(({ body }) => JSON.stringify(body)).join('\n')
  expect(text).toContain('Kettle')
  return secrets.filter(secret => text.includes(secret))
}

test('the audit shows contacts with customer:read and costs with product:write', async () => {
  const [contacts, cost] = [secrets.slice(0, 4), secrets.slice(4)]
  expect(await listSecrets(await createAuditor('auditor'))).toEqual([])
  expect(
    await listSecrets(await createAuditor('reader', { action: 'read', subject: 'customer' })),
  ).toEqual(contacts)
  expect(
    await listSecrets(await createAuditor('buyer', { action: 'manage', subject: 'product' })),
  ).toEqual(cost)
  expect(await listSecrets(t.people.owner)).toEqual(secrets)
})

test('a hidden value has a placeholder, and an empty one stays empty', async () => {
  const auditor = await createAuditor('observer')
  const { body } = await t.call(auditor, auditApi.list, {
    query: { entity: 'customer', record: deletedCustomer, action: 'insert' },
  })
  expect(body.data[0]).toMatchObject({
    name: '',
    changes: expect.arrayContaining([
      expect.objectContaining({ field: 'email', before: null, after: '•••' }),
    ]),
  })
})
