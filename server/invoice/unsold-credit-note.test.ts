import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInvoiceTester } from '../testing/invoice/invoice-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: Awaited<ReturnType<typeof createInvoiceTester>>

beforeAll(async () => {
  t = await startTestApp()
  tester = await createInvoiceTester(t)
})
afterAll(() => t.close())

test('units that an unpaid order loses are credited before and after its invoice', async () => {
  const order = await tester.createOrder()
  const [cups, books] = order.lines
  const remove = (line?: string) =>
    tester.refund(order._id, {
      lines: [{ line, quantity: 1, amount: 0, disposition: 'restock' }],
      reason: 'out_of_stock',
    })
  await remove(cups?._id)
  const invoice = await tester.issueFor(order._id)
  expect(invoice).toMatchObject({ total: order.total, creditedTotal: 1999 })
  await remove(books?._id)
  const { creditNotes } = await tester.getInvoice(invoice._id)
  const note = await tester.getInvoice(creditNotes.at(-1)?._id ?? '')
  expect(note.document.lines).toMatchObject([{ title: 'Book', quantity: 1, total: 1070, tax: 70 }])
  const { total, creditedTotal } = await tester.getInvoice(invoice._id)
  const { balance } = await tester.orders.getOrder(order._id)
  expect(total - creditedTotal).toBe(balance)
  await tester.pay(order._id, balance)
  expect((await tester.getInvoice(invoice._id)).status).toBe('Paid')
})
