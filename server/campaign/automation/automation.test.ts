import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type AutomationKind,
  type AutomationOverview,
  automationApi,
} from '#contract/campaign/automation.ts'
import { suppressionApi } from '#contract/campaign/suppression.ts'
import { storeApi } from '#contract/store/store.ts'
import { withStoreTransaction } from '../../lib/db/db.ts'
import { listMailsTo } from '../../testing/list-mails.ts'
import { visit } from '../../testing/subject/storefront-testing.ts'
import { Shopper } from '../../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { markRecipientBounced } from '../rule/mark-recipient-bounced.ts'
import { claimEmails, storeAutomationResults } from './automation-recipient.ts'

let t: TestApp
let mailCount = 0
/** An address of its own for each test, because the outbox keeps all emails. */
let email: string
beforeAll(async () => {
  t = await startTestApp({ LIMIT_FACTOR: '10' })
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { status: 'live', languages: ['de'], address } },
  })
})
afterAll(() => t.close())
beforeEach(async () => {
  email = `ann${++mailCount}@example.com`
  await t.inStore(async tx => {
    await tx`delete from automation`
    await tx`delete from email_suppression`
    await tx`delete from "order"`
    await tx`delete from customer`
  })
})

const address = { line1: '1 Road', city: 'Leeds', postalCode: 'LS1', country: 'GB' }
let orderCount = 1000
const addCustomer = (address = email, accepts = true) =>
  t.inStore(
    tx => tx`
      insert into customer ${tx({ email: address, name: 'Ann Lee', accepts_marketing: accepts })}`,
  )
type OrderOptions = { hoursAgo: number; deliveredHoursAgo?: number; to?: string; values?: object }
const addOrder = ({ hoursAgo, deliveredHoursAgo, to = email, values = {} }: OrderOptions) =>
  t.inStore(async tx => {
    const [row] = await tx<{ id: string }[]>`
      insert into "order" ${tx({
        number: String(++orderCount),
        customer_name: 'Ann Lee',
        customer_email: to,
        currency: 'USD',
        status: deliveredHoursAgo === undefined ? 'confirmed' : 'delivered',
        ...values,
      })} returning id`
    const id = row?.id ?? ''
    await tx`
      update "order" set created_at = now() - make_interval(hours => ${hoursAgo}),
        delivered_at = now() - make_interval(hours => ${deliveredHoursAgo ?? null})
      where id = ${id}`
    return id
  })
const update = (body: object) => t.call('owner', automationApi.update, { body: body as never })
/** Switches an automation on, as if long ago. */
const switchOn = async (kind: AutomationKind, body: object = {}) => {
  expect((await update({ kind, isOn: true, ...body })).status).toBe(200)
  await t.inStore(
    tx =>
      tx`update automation set switched_on_at = now() - interval '2 years' where kind = ${kind}`,
  )
}
const run = () => t.runJob('automation.send')
const find = async (kind: AutomationKind) => {
  const overview: AutomationOverview = (await t.call('owner', automationApi.list)).body.data
  return overview.automations.find(each => each.kind === kind)
}
const countRows = async () =>
  (await t.inStore(tx => tx<{ state: string }[]>`select state from automation_email`)).length
const day = 24

test('a second order is thanked for once, with a link to unsubscribe', async () => {
  await switchOn('second_order')
  await addCustomer()
  await addOrder({ hoursAgo: 90 * day })
  await run()
  expect(await listMailsTo(t, email)).toEqual([])
  await addOrder({ hoursAgo: 25 })
  await run()
  await run()
  const mails = await listMailsTo(t, email)
  expect(mails).toHaveLength(1)
  const [mail = ''] = mails
  expect(mail).toContain('Thank you for ordering again')
  expect(mail).toContain('Hello Ann,')
  expect(mail).toContain('utm_campaign=second-order')
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const [path = ''] = /\/mail\/stopMarketing\/[\w-]+\/[\w-]+/.exec(mail) ?? []
  expect((await visit(t, path)).statusCode).toBe(200)
  const reply = await new Shopper(t).send({ 'List-Unsubscribe': 'One-Click' }, { url: path })
  expect(reply.statusCode).toBe(200)
  const { body } = await t.call('owner', suppressionApi.list)
  expect(body.data).toMatchObject([{ email, reason: 'unsubscribed' }])
  const [customer] = await t.inStore(tx => tx`select accepts_marketing from customer`)
  expect(customer).toMatchObject({ acceptsMarketing: false })
})

test.each([
  ['without consent', async () => addCustomer(email, false)],
  [
    'a suppressed address',
    async () => {
      await addCustomer()
      await t.call('owner', suppressionApi.create, { body: { email } })
    },
  ],
  [
    'an automation that is off',
    async () => {
      await addCustomer()
      await update({ kind: 'second_order', isOn: false })
    },
  ],
  [
    'a store without address',
    async () => {
      await addCustomer()
      await t.inStore(tx => tx`update store set address = '{}'`)
    },
  ],
  [
    'an order from before the automation was on',
    async () => {
      await addCustomer()
      await t.inStore(tx => tx`update automation set switched_on_at = now() - interval '24 hours'`)
    },
  ],
])('nothing is sent for %s', async (_, prepare) => {
  await switchOn('second_order')
  await addOrder({ hoursAgo: 90 * day })
  await addOrder({ hoursAgo: 25 })
  await prepare()
  await run()
  expect(await countRows()).toBe(0)
  expect(await listMailsTo(t, email)).toEqual([])
  await t.inStore(tx => tx`update store set address = ${tx.json(address)}`)
})

test.each([
  ['too early', { hoursAgo: 23 }],
  ['too late', { hoursAgo: 24 + 7 * day + 1 }],
  ['canceled', { hoursAgo: 25, values: { status: 'cancelled' } }],
  ['imported', { hoursAgo: 25, values: { source: 'import' } }],
])('a second order that is %s sends nothing', async (_, second) => {
  await switchOn('second_order')
  await addCustomer()
  await addOrder({ hoursAgo: 90 * day })
  await addOrder(second)
  await run()
  expect(await countRows()).toBe(0)
})

test('a person gets one email of all automations in 24 hours', async () => {
  await switchOn('second_order')
  await switchOn('win_back', { delayDays: 1 })
  await addCustomer()
  await addOrder({ hoursAgo: 90 * day })
  await addOrder({ hoursAgo: 25 })
  await run()
  await run()
  expect(await listMailsTo(t, email)).toHaveLength(1)
  await t.inStore(
    tx => tx`update automation_email set created_at = now() - interval '24 hours 1 minute'`,
  )
  await run()
  await run()
  expect(await listMailsTo(t, email)).toHaveLength(2)
})

test('a person without an order for some time gets an email, unless they ordered in between', async () => {
  await switchOn('win_back', { delayDays: 100 })
  await addCustomer()
  await addCustomer(`other.${email}`)
  await addOrder({ hoursAgo: 100 * day + 1 })
  await addOrder({ hoursAgo: 100 * day + 1, to: `other.${email}` })
  await addOrder({ hoursAgo: 1, to: `other.${email}` })
  await run()
  const [mail] = await listMailsTo(t, email)
  expect(mail).toContain('for a while. Take a look')
  expect(await listMailsTo(t, `other.${email}`)).toEqual([])
  // The person was away for 100 days before the automation was on.
  await t.inStore(tx => tx`delete from automation_email`)
  await update({ kind: 'win_back', isOn: false })
  await update({ kind: 'win_back', isOn: true })
  await run()
  expect(await countRows()).toBe(0)
})

async function addLine(order: string, slug: string, status = 'active') {
  return t.inStore(async tx => {
    const [product] = await tx<{ id: string }[]>`
      insert into product ${tx({ title: `Pot <${slug}>`, slug, status })} returning id`
    await tx`
      insert into order_line ${tx({ order_id: order, product_id: product?.id ?? null, title: slug, quantity: 1, unit_price: 0, total: 0, position: 0 })}`
    return product?.id ?? ''
  })
}

test('a review is asked for after the delivery, in the language of the order', async () => {
  await switchOn('review')
  await addCustomer()
  const values = { language: 'de' }
  const order = await addOrder({ hoursAgo: 12 * day, deliveredHoursAgo: 7 * day + 1, values })
  await run()
  expect(await countRows()).toBe(0)
  const product = await addLine(order, `pot-${mailCount}`)
  await run()
  const [mail = ''] = await listMailsTo(t, email)
  expect(mail).toContain('Eine Bewertung dauert')
  expect(mail).toContain(`Ihre Bestellung ${orderCount}`)
  expect(mail).toContain(`Pot &lt;pot-${mailCount}&gt;`)
  const [path = ''] = /\/de\/orders\/[\w-]+\/[\w-]+\/review\?product=[\w-]+/.exec(mail) ?? []
  expect(path).toContain(product)
  expect((await visit(t, path)).body).toContain(`pot-${mailCount}`)
})

test.each([
  [
    'that is reviewed',
    async (order: string) => {
      const id = await addLine(order, `done-${mailCount}`)
      await t.inStore(
        tx =>
          tx`insert into review ${tx({ product_id: id, order_id: order, rating: 5, text: 'Good', name: 'Ann' })}`,
      )
    },
  ],
  ['whose product is hidden', async (order: string) => addLine(order, `h-${mailCount}`, 'draft')],
  [
    'with a return',
    async (order: string) => {
      await addLine(order, `r-${mailCount}`)
      await t.inStore(tx => tx`update "order" set return_status = 'requested' where id = ${order}`)
    },
  ],
])('no review is asked for an order %s', async (_, prepare) => {
  await switchOn('review')
  await addCustomer()
  const order = await addOrder({ hoursAgo: 12 * day, deliveredHoursAgo: 7 * day + 1 })
  await prepare(order)
  await run()
  expect(await countRows()).toBe(0)
})

test('two processes claim each order once, and an email that was not taken is found again', async () => {
  await switchOn('win_back')
  const people = Array.from({ length: 30 }, (_, n) => `p${n}.${email}`)
  for (const to of people) {
    await addCustomer(to)
    await addOrder({ hoursAgo: 120 * day + 1, to })
  }
  const [automation] = await t.inStore(
    tx => tx<{ id: string }[]>`select id from automation where kind = 'win_back'`,
  )
  const due = { id: automation?.id ?? '', kind: 'win_back', delayDays: 120 } as const
  const claim = () =>
    withStoreTransaction(t.app.db, t.people.owner.storeId, tx => claimEmails(tx, due))
  const batches = await Promise.all([claim(), claim(), claim()])
  const claimed = batches.flat()
  expect(claimed.map(each => each.email).toSorted()).toEqual(people.toSorted())
  const [first] = claimed
  if (!first) throw new Error('no email')
  await t.inStore(tx => storeAutomationResults(tx, [{ id: first.id, state: 'unsent', reason: '' }]))
  const [again] = await claim()
  expect(again?.email).toBe(first.email)
  // A deferred email is sent hours later.
  const deferred = { id: again?.id ?? '', state: 'deferred', reason: '' } as const
  await t.inStore(tx => storeAutomationResults(tx, [deferred]))
  expect(await claim()).toEqual([])
  await t.inStore(tx => tx`update automation_email set retry_at = now() where state = 'queued'`)
  expect(await claim()).toMatchObject([{ id: again?.id, email: first.email }])
})

test('an email whose process ended is not sent again', async () => {
  await switchOn('win_back')
  await addCustomer()
  await addOrder({ hoursAgo: 120 * day + 1 })
  await t.inStore(async tx => {
    const [row] = await tx<{ id: string }[]>`select id from automation`
    await claimEmails(tx, { id: row?.id ?? '', kind: 'win_back', delayDays: 120 })
    await tx`update automation_email set created_at = now() - interval '2 days'`
  })
  await run()
  expect(await listMailsTo(t, email)).toEqual([])
  const rows = await t.inStore(tx => tx`select state, reason from automation_email`)
  expect(rows).toMatchObject([{ state: 'failed', reason: 'interrupted' }])
})

test('an address that does not exist is suppressed, and its email counts as sent', async () => {
  await switchOn('win_back')
  await addCustomer()
  await addOrder({ hoursAgo: 120 * day + 1 })
  await run()
  const [mail = ''] = await listMailsTo(t, email)
  const emailIds = [/<campaign\.[^>]+>/.exec(mail)?.[0] ?? '']
  const report = { emailIds, isPermanent: true }
  expect(await t.inStore(tx => markRecipientBounced(tx, report))).toBe(true)
  const { body } = await t.call('owner', suppressionApi.list)
  expect(body.data).toMatchObject([{ email, reason: 'bounced' }])
  expect(await t.inStore(tx => tx`select state from automation_email`)).toMatchObject([
    { state: 'bounced' },
  ])
  expect(await find('win_back')).toMatchObject({ sent: 1 })
})

test('the result counts orders within 7 days without canceled ones', async () => {
  await switchOn('win_back')
  await addCustomer()
  await addOrder({ hoursAgo: 120 * day + 1 })
  await run()
  expect(await find('win_back')).toMatchObject({ sent: 1, orders: 0, revenue: 0 })
  await t.inStore(tx => tx`update automation_email set created_at = now() - interval '8 days'`)
  await addOrder({ hoursAgo: 2 * day, values: { subtotal: 2500, total: 2500 } })
  await addOrder({ hoursAgo: 23, values: { subtotal: 900, total: 900 } })
  await addOrder({ hoursAgo: 3 * day, values: { status: 'cancelled' } })
  expect(await find('win_back')).toMatchObject({ sent: 1, orders: 1, revenue: 2500 })
})

test('texts of the store replace the default, and equal ones are not stored', async () => {
  const before = await find('review')
  await update({ kind: 'review', subject: before?.subject, body: before?.body })
  const stored = () => t.inStore(tx => tx`select subject, body from automation`)
  expect(await stored()).toMatchObject([{ subject: '', body: '' }])
  const own = {
    subject: 'Order {{order_number}}',
    body: '<p>Dear {{ first_name }}, {{nothing}}</p><script>x()</script>',
  }
  await update({ kind: 'review', ...own })
  expect(JSON.stringify(await stored())).not.toContain('script')
  const reply = await t.call('owner', automationApi.preview, { body: { kind: 'review', ...own } })
  expect(reply.body.data.subject).toBe('Order 1001')
  expect(reply.body.data.html).toContain('Dear Ada, {{nothing}}')
  const stale = await update({ kind: 'review', version: 1, delayDays: 3 })
  expect(stale).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  expect(await find('review')).toMatchObject({ delayDays: 7 })
})

test('an automation is not switched on without the address of the store', async () => {
  await t.inStore(tx => tx`update store set address = '{}'`)
  const reply = await update({ kind: 'review', isOn: true })
  expect(reply).toMatchObject({ status: 422, body: { code: 'automation_not_ready' } })
  expect(await t.inStore(tx => tx`select from automation`)).toHaveLength(0)
  await t.inStore(tx => tx`update store set address = ${tx.json(address)}`)
})

test('a test email goes to the caller', async () => {
  const reply = await t.call('owner', automationApi.sendTest, { body: { kind: 'review' } })
  expect(reply.status).toBe(202)
  await t.runJobs()
  const mails = await listMailsTo(t, 'owner@example.com')
  expect(mails.at(-1)).toContain('How do you like your order?')
})
