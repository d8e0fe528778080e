import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import { orderApi } from '#contract/order/order.ts'
import { createOrderTester, exampleAddress } from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

const [yesterday, today, tomorrow] = [-1, 0, 1].map(days =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
)

let t: TestApp
let orders: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  orders = createOrderTester(t)
  await t.inStore(tx => tx`update store set address = ${tx.json(exampleAddress)}, timezone = 'UTC'`)
})
afterAll(() => t.close())

async function createDraft(): Promise<Invoice> {
  const { variant } = await orders.createProduct({ price: 1000 })
  const order = await orders.createOrderData({
    customer: { name: 'Ada Byron' },
    lines: [{ variant, quantity: 1 }],
  })
  return (await t.call('owner', invoiceApi.create, { body: { order: order._id } })).body.data
}
const update = ({ _id: id }: Invoice, dueOn: string | undefined) =>
  t.call('owner', invoiceApi.update, { params: { id }, body: { dueOn } })
const issue = ({ _id: id }: Invoice) =>
  t.call('owner', invoiceApi.issue, { params: { id }, body: {} })
/** Moves the due date of a draft to yesterday, as if it had passed since it was chosen. */
const letPass = ({ _id: id }: Invoice) =>
  t.inStore(
    tx => tx`
      update invoice set due_on = ${yesterday ?? ''},
        details = jsonb_set(details, '{dueOn}', to_jsonb(${yesterday ?? ''}::text))
      where id = ${id}`,
  )
/** Returns everything that a refused request must not change. */
const snapshot = () =>
  t.inStore(
    tx => tx`
      select (select jsonb_agg(i order by id) from invoice i) as invoices,
        (select jsonb_agg(s order by prefix) from invoice_series s) as series,
        (select count(*)::integer from audit) as audit_count`,
  )
const refusal = {
  status: 422,
  body: { code: 'invoice_due_too_early', errors: [{ path: 'dueOn' }] },
}

test('a draft is not due before today, and a refused date changes nothing', async () => {
  const draft = await createDraft()
  const before = await snapshot()
  expect(await update(draft, yesterday)).toMatchObject(refusal)
  expect(await snapshot()).toEqual(before)
  for (const day of [today, tomorrow]) {
    const { status, body } = await update(draft, day)
    expect([status, body.data.dueOn]).toEqual([200, day])
  }
})

test('a draft whose due date has passed is edited, but issued only with another one', async () => {
  const draft = await createDraft()
  await letPass(draft)
  const edit = await t.call('owner', invoiceApi.update, {
    params: { id: draft._id },
    body: { note: 'Thanks', dueOn: yesterday },
  })
  expect(edit.status).toBe(200)
  const before = await snapshot()
  expect(await issue(draft)).toMatchObject(refusal)
  expect(await snapshot()).toEqual(before)
  await update(draft, today)
  expect((await issue(draft)).body.data).toMatchObject({ issuedOn: today, dueOn: today })
})

test('a paid invoice is issued after its due date, and is due at once', async () => {
  const draft = await createDraft()
  await letPass(draft)
  await t.call('owner', orderApi.addPayment, {
    params: { id: draft.order._id },
    body: { amount: 1000, method: 'cash' },
  })
  expect((await issue(draft)).body.data).toMatchObject({ status: 'Paid', dueOn: today })
})
