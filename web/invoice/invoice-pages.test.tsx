import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type InvoiceRow, invoiceApi } from '#contract/invoice/invoice.ts'
import { storeApi } from '#contract/store/store.ts'
import { createOrderTester, exampleAddress } from '../../server/testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
let orders: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  app = await startTestApp()
  orders = createOrderTester(app)
  await app.call('owner', storeApi.update, {
    params: { id: app.people.owner.storeId },
    body: { data: { address: exampleAddress } },
  })
})
afterAll(() => app.close())
afterEach(cleanup)

const clickButton = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const confirm = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

test('an invoice is created from its order, edited, issued and corrected', async () => {
  const { variant } = await orders.createProduct()
  const order = await orders.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@shopper.example' },
    lines: [{ variant, quantity: 2 }],
  })
  const { router } = await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  await clickButton('Create invoice')
  await screen.findByRole('heading', { level: 1, name: 'Invoice draft' })
  await userEvent.click(screen.getByRole('link', { name: 'Edit draft' }))
  await enterText(await screen.findByLabelText('Customer reference'), 'PO-7')
  await clickButton('Save')
  await screen.findByText('PO-7')
  await clickButton('Issue invoice')
  await confirm('Issue invoice')
  await screen.findByRole('heading', { level: 1, name: /^INV-\d{4}-\d{4}$/ })
  await clickButton('Issue credit note')
  const dialog = within(await screen.findByRole('dialog'))
  const getCreditTotal = () =>
    Number(
      dialog
        .getByText('Total of the credit note')
        .nextElementSibling?.textContent?.replace(/\D/g, ''),
    )
  await userEvent.click(dialog.getByText('Choose items'))
  const before = await app.changes()
  await confirm('Issue credit note')
  const quantity = dialog.getByRole('textbox', { name: /^Quantity of/ })
  await waitFor(() => expect(quantity.getAttribute('aria-invalid')).toBe('true'))
  dialog.getByText('Enter a quantity for at least one item.')
  await waitFor(() => expect(document.activeElement).toBe(quantity))
  await userEvent.type(quantity, '{Control>}a{/Control}99')
  await confirm('Issue credit note')
  await dialog.findByText('Enter 2 or less.')
  expect(await app.changes()).toBe(before)
  await userEvent.type(quantity, '{Control>}a{/Control}1')
  const [line] = order.lines
  await waitFor(() => expect(getCreditTotal()).toBe(line?.unitPrice))
  await userEvent.click(dialog.getByText('Remaining amount'))
  expect(getCreditTotal()).toBe(order.total)
  await enterText(dialog.getByLabelText('Note'), 'Broken glaze')
  await confirm('Issue credit note')
  await screen.findByRole('heading', { level: 1, name: /^CN-\d{4}-\d{4}$/ })
  await screen.findByText('Broken glaze')
  const { data } = (await app.call('owner', invoiceApi.list, { query: { order: order._id } })).body
  expect(data.map(({ kind, status }: InvoiceRow) => [kind, status])).toEqual([
    ['credit_note', 'Issued'],
    ['invoice', 'Corrected'],
  ])
  cleanup()
  await renderApp(app, '/apps/invoice/list')
  expect((await screen.findAllByText('Ada Byron')).length).toBeGreaterThan(0)
  cleanup()
  await renderApp(app, router.state.location.pathname.replace('view', 'edit'))
  await screen.findByText('Issued invoices can’t be changed. Issue a credit note to correct one.')
})

test('an invoice is sent after its recipient was shown, and then shows the time', async () => {
  const { variant } = await orders.createProduct()
  const order = await orders.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@shopper.example' },
    lines: [{ variant, quantity: 2, unitPrice: 1900 }],
  })
  const { _id: id, version } = (
    await app.call('owner', invoiceApi.create, { body: { order: order._id } })
  ).body.data
  await app.call('owner', invoiceApi.issue, { params: { id }, body: { version } })
  const countJobs = async () => {
    const [row] = await app.sql<{ count: number }[]>`
      select count(*)::int from graphile_worker.jobs where task_identifier = 'invoice.mail'`
    return row?.count
  }
  await renderApp(app, `/apps/invoice/view/${id}`)
  await clickButton('Send by email')
  await within(await screen.findByRole('dialog')).findByText(
    'ada@shopper.example receives the PDF.',
  )
  expect(await countJobs()).toBe(0)
  await confirm('Send by email')
  await waitFor(async () => expect(await countJobs()).toBe(1))
  // Below the title, for narrow screens.
  expect(screen.getByText('2 × $19.00')).toBeTruthy()
  cleanup()
  await app.inStore(tx => tx`update invoice set sent_at = now() where id = ${id}`)
  await renderApp(app, `/apps/invoice/view/${id}`)
  const details = (await screen.findByRole('heading', { name: 'Details' })).closest('section')
  expect(details?.textContent).toContain('Sent')
})

test('the timeline of the order links to its invoice for staff who can read invoices', async () => {
  const { variant } = await orders.createProduct()
  const order = await orders.createOrderData({
    customer: { name: 'Ada Byron' },
    lines: [{ variant, quantity: 1, unitPrice: 1900 }],
  })
  const draft = await app.call('owner', invoiceApi.create, { body: { order: order._id } })
  const { _id: id } = draft.body.data
  const { number } = (await app.call('owner', invoiceApi.issue, { params: { id }, body: {} })).body
    .data
  const text = `Invoice ${number} issued, total $19.00`
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  const link = await screen.findByRole('link', { name: text })
  expect(link.getAttribute('href')).toBe(`/apps/invoice/view/${id}`)
  cleanup()
  const setAbilities = (abilities: { action: string; subject: string }[]) =>
    app.inStore(
      tx => tx`
        update membership set abilities = ${tx.json(abilities)}
        where person_id = ${app.people.nobody.personId}`,
    )
  await setAbilities([{ action: 'read', subject: 'order' }])
  await renderApp(app, `/apps/order/orderDetail/${order._id}`, { user: 'nobody' })
  await screen.findByText(text)
  expect(screen.queryByRole('link', { name: text })).toBeNull()
})

async function issueInvoice(quantities: readonly number[]) {
  const { variant } = await orders.createProduct()
  const order = await orders.createOrderData({
    lines: quantities.map(quantity => ({ variant, quantity, unitPrice: 5000 })),
    paidWith: 'card',
  })
  const draft = await app.call('owner', invoiceApi.create, { body: { order: order._id } })
  const params = { id: draft.body.data._id }
  await app.call('owner', invoiceApi.issue, { params, body: {} })
  return { order, params }
}

test('a credit note of items is not above what an earlier one of an amount left', async () => {
  const { order, params } = await issueInvoice([2])
  await orders.makeChange(await orders.getOrder(order._id), {
    kind: 'refund',
    lines: [],
    additionalAmount: 6000,
    reason: 'other',
  })
  await renderApp(app, `/apps/invoice/view/${params.id}`)
  await clickButton('Issue credit note')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByText('Choose items'))
  await userEvent.type(
    dialog.getByRole('textbox', { name: /^Quantity of/ }),
    '{Control>}a{/Control}2',
  )
  const total = dialog.getByText('Total of the credit note').nextElementSibling
  await waitFor(() => expect(total?.textContent).toBe('$40.00'))
})

test('a quantity stays at its item while others credit another one', async () => {
  const { order, params } = await issueInvoice([1, 3])
  await renderApp(app, `/apps/invoice/view/${params.id}`)
  await clickButton('Issue credit note')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByText('Choose items'))
  const listFields = () => dialog.getAllByRole('textbox', { name: /^Quantity of/ })
  await userEvent.type(listFields()[1] ?? document.body, '{Control>}a{/Control}3')
  const [line] = order.lines
  const body = { lines: [{ line: line?._id, quantity: 1 }] }
  expect((await app.call('owner', invoiceApi.credit, { params, body })).status).toBe(201)
  // The page behind the dialog has the other credit note.
  await waitFor(
    () => {
      window.dispatchEvent(new Event('visibilitychange'))
      screen.getByRole('link', { name: /^CN-/, hidden: true })
    },
    { timeout: 20_000 },
  )
  expect(listFields()).toHaveLength(2)
  await confirm('Issue credit note')
  await screen.findByRole('heading', { level: 1, name: /^CN-/ })
  const { data } = (await app.call('owner', invoiceApi.get, { params })).body
  expect([data.creditedTotal, data.status]).toEqual([data.total, 'Corrected'])
})

test('the dialog of a credit note offers only what no credit note contains yet', async () => {
  const { variant } = await orders.createProduct()
  const order = await orders.createOrderData({
    customer: { name: 'Ada Byron' },
    lines: [{ variant, quantity: 3, unitPrice: 1900, discount: 700 }],
    shippingTotal: 500,
    paidWith: 'card',
  })
  const draft = await app.call('owner', invoiceApi.create, { body: { order: order._id } })
  const params = { id: draft.body.data._id }
  await app.call('owner', invoiceApi.issue, { params, body: {} })
  const credited = { lines: [{ line: order.lines[0]?._id, quantity: 2 }], shipping: 500 }
  expect((await app.call('owner', invoiceApi.credit, { params, body: credited })).status).toBe(201)
  await renderApp(app, `/apps/invoice/view/${params.id}`)
  await clickButton('Issue credit note')
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/No money is refunded/)
  await userEvent.click(dialog.getByText('Choose items'))
  dialog.getByText('$16.67 each, up to 1')
  expect(dialog.queryByRole('switch')).toBeNull()
  const quantity = dialog.getByRole('textbox', { name: /^Quantity of/ })
  await userEvent.type(quantity, '{Control>}a{/Control}1')
  const total = dialog.getByText('Total of the credit note').nextElementSibling
  await waitFor(() => expect(total?.textContent).toBe('$16.67'))
  await confirm('Issue credit note')
  await screen.findByRole('heading', { level: 1, name: /^CN-/ })
  const { data } = (await app.call('owner', invoiceApi.get, { params })).body
  expect([data.creditedTotal, data.status]).toEqual([data.total, 'Corrected'])
})
