import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import { orderMailApi } from '#contract/order/order-mail.ts'
import { createInvoiceTester } from '../testing/invoice/invoice-testing.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let invoices: Awaited<ReturnType<typeof createInvoiceTester>>
beforeAll(async () => {
  t = await startTestApp()
  invoices = await createInvoiceTester(t)
})
afterAll(() => t.close())

let count = 0
async function createInvoice() {
  count += 1
  const email = `buyer${count}@shopper.example`
  const invoice = await invoices.createPaidInvoice({ customer: { name: '{{total}} <b>', email } })
  const send = async ({ _id: id }: Pick<Invoice, '_id'>) => {
    expect((await t.call('owner', invoiceApi.send, { params: { id } })).status).toBe(202)
    await t.runJobs()
    return (await listMailsTo(t, email)).at(-1) ?? ''
  }
  return { invoice, send }
}
const credit = async ({ _id: id }: Invoice): Promise<Invoice> =>
  (await t.call('owner', invoiceApi.credit, { params: { id }, body: {} })).body.data
const getTemplate = async (kind: string) => {
  const { body } = await t.call('owner', orderMailApi.list, {})
  const mail = body.data.find((each: { kind: string }) => each.kind === kind)
  return mail.texts[0]
}

test('an invoice and its credit note have the default texts and lead to the order', async () => {
  const { invoice, send } = await createInvoice()
  const mail = await send(invoice)
  expect(mail).toContain(`Subject: Invoice ${invoice.number} from Store of owner`)
  expect(mail).toContain(`Your invoice for order ${invoice.order.number} is attached as a PDF.`)
  expect(mail).toContain(`filename=${invoice.number}.pdf`)
  expect(mail).toContain(`/orders/${invoice.order._id}/`)
  const note = await credit(invoice)
  const noteMail = await send(note)
  expect(noteMail).toContain(`Subject: Credit note ${note.number} from Store of owner`)
  expect(noteMail).toContain(`filename=${note.number}.pdf`)
})

test('a store edits the texts of invoices and credit notes separately', async () => {
  const { language } = await getTemplate('invoice')
  const body = {
    kind: 'invoice',
    language,
    subject: 'Bill {{invoice_number}}',
    heading: 'Thanks {{customer_name}}',
    text: '{{order_number}} costs {{total}}, {{amount}} is due.',
    button: 'Open',
  } as const
  expect((await t.call('owner', orderMailApi.update, { body })).status).toBe(200)
  expect(await getTemplate('invoice')).toMatchObject({ isChanged: true })
  const { invoice, send } = await createInvoice()
  const mail = await send(invoice)
  expect(mail).toContain(`Subject: Bill ${invoice.number}`)
  // The name of a customer never becomes a variable or a tag.
  expect(mail).toContain('Thanks {{total}} &lt;b&gt;')
  expect(mail).toMatch(new RegExp(`${invoice.order.number} costs .*\\d, .*0[.,]00.* is due`))
  expect(await send(await credit(invoice))).toContain('Subject: Credit note CN-')
  const preview = await t.call('owner', orderMailApi.preview, { body })
  expect(preview.body.data.subject).toBe('Bill INV-2026-0001')
  const off = await t.call('owner', orderMailApi.setEnabled, {
    body: { kind: 'invoice', isEnabled: false },
  })
  expect(off.body.code).toBe('mail_required')
  await t.call('owner', orderMailApi.reset, { body: { kind: 'invoice', language } })
  expect(await getTemplate('invoice')).toMatchObject({ isChanged: false })
})

test('an erased customer gets no email', async () => {
  const { invoice } = await createInvoice()
  await t.call('owner', invoiceApi.send, { params: { id: invoice._id } })
  await t.inStore(
    tx => tx`update "order" set is_customer_erased = true where id = ${invoice.order._id}`,
  )
  await t.runJobs()
  expect(await listMailsTo(t, `buyer${count}@shopper.example`)).toEqual([])
})
