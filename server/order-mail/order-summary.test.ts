import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { listMailsTo } from '../testing/list-mails.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.sql`delete from rate_limit_bucket`
  await endPeriods()
  await t.runJobs()
})

const placeOrders = async (email: string, count: number) => {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await placeTestOrder(t, { email })).id)
  return ids
}
const listSubjects = async (email: string) => {
  await t.runJobs()
  const mails = await listMailsTo(t, email)
  return mails.map(mail => /^Subject: (.*)/m.exec(mail)?.[1]?.trim() ?? '')
}
/** Lets the period of each summary end. */
const endPeriods = async () => {
  const jobs = await t.sql<{ runAt: Date }[]>`
    update graphile_worker._private_jobs set run_at = now()
    where key like '%Summary.mail %' returning id`
  return jobs.length
}

test('orders above ten of one address a day get one email together', async () => {
  const email = 'victim@example.com'
  await placeOrders(email, 13)
  expect((await listSubjects(email)).filter(subject => subject.includes('received'))).toHaveLength(
    10,
  )
  expect(await listSubjects(email)).toHaveLength(10)
  expect(await endPeriods()).toBe(1)
  expect((await listSubjects(email)).at(-1)).toBe('More orders at Store of owner')
  const summary = (await listMailsTo(t, email)).at(-1) ?? ''
  const numbers = await t.inStore(
    tx => tx<{ number: string }[]>`
      select number from "order" where customer_email = ${email} order by id desc limit 3`,
  )
  for (const { number } of numbers) expect(summary).toContain(number)
  expect(summary).toContain('Blue teapot')
  expect(summary.match(/\/orders\/[\w-]{36}\/[\w-]+"/g)).toHaveLength(3)
  expect(await endPeriods()).toBe(0)
})

test('an order of a shopper who is signed in always has its receipt', async () => {
  const email = 'regular@example.com'
  const [id = ''] = (await placeOrders(email, 11)).slice(-1)
  const before = (await listSubjects(email)).length
  expect(before).toBe(10)
  await t.sql`
    select add_job('order.mail', ${t.sql.json({
      storeId: t.people.owner.storeId,
      id,
      kind: 'received',
      isSignedIn: 'true',
    })}::json, 'signed-in')`
  expect(await listSubjects(email)).toHaveLength(11)
})

test('a cancellation by staff is always sent, and one on the page of the order is limited', async () => {
  const email = 'canceled@example.com'
  const tester = createOrderTester(t)
  const orders = []
  for (let i = 0; i < 12; i++) orders.push(await placeTestOrder(t, { email }))
  const before = (await listSubjects(email)).length
  expect(before).toBe(10)
  const [first, second] = orders.slice(-2)
  const reply = await new Shopper(t).send({ intent: 'cancel' }, { url: first?.path ?? '' })
  expect(reply.statusCode).toBe(303)
  expect((await tester.getOrder(first?.id ?? '')).status).toBe('cancelled')
  expect(await listSubjects(email)).toHaveLength(before)
  await tester.updateStatus(second?.id ?? '', 'cancelled')
  expect((await listSubjects(email)).slice(before)).toEqual([expect.stringMatching(/canceled/)])
})

test('a store gets a summary each hour above its limit', async () => {
  const { rateLimits } = t.app.config
  const usual = rateLimits.newOrderMail
  onTestFinished(() => {
    rateLimits.newOrderMail = usual
  })
  rateLimits.newOrderMail = { target: { count: 2, refillSeconds: 3600 } }
  const [owner] = await t.sql<{ email: string }[]>`
    select email from person where id = ${t.people.owner.personId}`
  const email = owner?.email ?? ''
  const before = (await listSubjects(email)).length
  await placeOrders('many@example.com', 5)
  expect(await listSubjects(email)).toHaveLength(before + 2)
  expect(await endPeriods()).toBe(1)
  expect((await listSubjects(email)).at(-1)).toMatch(/^\d+ new orders in one hour$/)
  expect(await listSubjects(email)).toHaveLength(before + 3)
})
