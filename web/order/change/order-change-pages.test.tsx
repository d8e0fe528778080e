import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import type { Order } from '#contract/order/order.ts'
import { storeApi } from '#contract/store/store.ts'
import { createOrderTester, exampleAddress } from '../../../server/testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { enterText } from '../../testing/enter-text.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  app = await startTestApp()
  tester = createOrderTester(app)
})
afterAll(() => app.close())
afterEach(cleanup)

const createPaidOrder = async (): Promise<Order> => {
  const [plate, bowl] = [
    await tester.createProduct({ title: 'Plate', price: 2000 }),
    await tester.createProduct({ title: 'Bowl', price: 1000 }),
  ]
  return tester.createOrderData({
    lines: [
      { variant: plate.variant, quantity: 1 },
      { variant: bowl.variant, quantity: 3 },
    ],
    paidWith: 'card',
  })
}
/** Returns the keys of the emails that wait to be sent. */
const listOrderMails = async (id: string) => {
  const jobs = await app.sql<{ key: string }[]>`
    select key from graphile_worker.jobs where starts_with(key, ${`order.mail ${id}`})`
  return jobs.map(({ key }) => key)
}
const openDialog = async (order: Order, name: string) => {
  await renderApp(app, `/apps/order/orderDetail/${order._id}?do=${name}`)
  return within(await screen.findByRole('dialog'))
}

test('the refund dialog lists the units that are left to refund, and no others', async () => {
  const order = await createPaidOrder()
  const [plate, bowl] = order.lines.map(({ _id }) => _id)
  const refunded: Order = (
    await tester.applyChange(order, {
      kind: 'refund',
      lines: [
        { line: plate ?? '', quantity: 1, disposition: 'restock' },
        { line: bowl ?? '', quantity: 1, disposition: 'restock' },
      ],
      reason: 'returned',
    })
  ).body.data
  const dialog = await openDialog(refunded, 'refund')
  await dialog.findByText('2 left to refund')
  expect(dialog.queryByRole('textbox', { name: 'Quantity of Plate' })).toBeNull()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Quantity of Bowl' }), '2')
  await userEvent.click(await dialog.findByRole('button', { name: 'Refund $20.00' }))
  await waitFor(async () => expect((await tester.getOrder(order._id)).refundedTotal).toBe(5000))
})

test('the line of units that were refunded before their shipping says so', async () => {
  const order = await createPaidOrder()
  const bowl = order.lines[1]?._id ?? ''
  await tester.applyChange(order, {
    kind: 'refund',
    lines: [{ line: bowl, quantity: 1, disposition: 'restock' }],
    reason: 'other',
  })
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  const note = await screen.findByText('1 refunded')
  expect(note.closest('li')?.textContent).toContain('Bowl')
})

test('the refund of a canceled order suggests its shipping as such', async () => {
  const { variant } = await tester.createProduct({ title: 'Plate', price: 2000 })
  const order: Order = await tester.createOrderData({
    lines: [{ variant, quantity: 1 }],
    shippingTotal: 700,
    paidWith: 'card',
  })
  const canceled = await tester.makeChange(order, {
    kind: 'changeStatus',
    status: 'cancelled',
    reason: 'customer',
  })
  const dialog = await openDialog(order, 'refund')
  await dialog.findByRole('button', { name: 'Refund $27.00' })
  const amounts = ['Shipping to refund', 'Additional amount'].map(
    name => dialog.getByRole<HTMLInputElement>('textbox', { name }).value,
  )
  expect(amounts).toEqual(['7.00', '20.00'])
  cleanup()
  await tester.makeChange(canceled, {
    kind: 'refund',
    lines: [{ line: order.lines[0]?._id ?? '', quantity: 1, disposition: 'keep' }],
    reason: 'other',
  })
  const rest = await openDialog(order, 'refund')
  await userEvent.click(await rest.findByRole('button', { name: 'Refund $7.00' }))
  await waitFor(async () =>
    expect((await tester.getOrder(order._id)).refunds).toMatchObject([
      { amount: 2000 },
      { amount: 700, shipping: 700, additionalAmount: 0 },
    ]),
  )
})

test('a refund of nothing is neither previewed nor sent, and its error is at the amount', async () => {
  const order = await createPaidOrder()
  const before = await app.changes()
  const { router } = await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  await screen.findByRole('heading', { level: 1, name: order.number })
  const send = vi.spyOn(globalThis, 'fetch')
  await act(() => router.navigate('?do=refund'))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Record refund' }))
  const amount = dialog.getByRole('textbox', { name: 'Additional amount' })
  await waitFor(() => expect(amount.getAttribute('aria-invalid')).toBe('true'))
  // The message is at the field, and in the place of the preview.
  expect(dialog.getAllByText('Choose what to refund: items, shipping or an amount.')).toHaveLength(
    2,
  )
  expect(send.mock.calls.filter(([url]) => /Change/.test(`${url}`))).toEqual([])
  expect(await app.changes()).toBe(before)
})

test('a failed refund is shown with the payments, and retried', async () => {
  const order = await createPaidOrder()
  await app.inStore(
    tx => tx`
      update payment set provider = 'stripe', provider_payment_id = 'pi_retry'
      where order_id = ${order._id}`,
  )
  await tester.applyChange(order, {
    kind: 'refund',
    lines: [{ line: order.lines[0]?._id ?? '', quantity: 1, disposition: 'restock' }],
    reason: 'returned',
  })
  await app.inStore(
    tx => tx`update payment_refund set state = 'failed' where order_id = ${order._id}`,
  )
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  await screen.findByText('Refund failed')
  await userEvent.click(screen.getByRole('button', { name: 'Retry refund' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/did not return \$20\.00/)
  await userEvent.click(dialog.getByRole('button', { name: 'Retry refund' }))
  await screen.findByText('Refund by Stripe is pending')
  await waitFor(() => expect(screen.queryByText('Refund failed')).toBeNull())
  expect(await tester.getOrder(order._id)).toMatchObject({
    refunds: [{ amount: 2000, failedAmount: 0 }],
    pendingRefunds: [{ amount: 2000 }],
  })
})

test('the toast after a change names what happened, as the timeline does', async () => {
  const { variant } = await tester.createProduct()
  const draft = await tester.createOrderData({
    customer: { name: 'Ada Byron' },
    lines: [{ variant, quantity: 1 }],
    isDraft: true,
  })
  await renderApp(app, `/apps/order/orderDetail/${draft._id}`)
  const findToast = (text: string) =>
    waitFor(() =>
      expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(text),
    )
  await userEvent.click(await screen.findByRole('button', { name: 'Place order' }))
  await findToast('Order placed')
  await issueInvoice(draft._id)
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel order' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
  await findToast('Order canceled')
  const { timeline } = await tester.getOrder(draft._id)
  expect(timeline.slice(-2).map(({ type }) => type)).toEqual([
    'credit_note_issued',
    'status_changed',
  ])
})

async function issueInvoice(order: string) {
  await app.call('owner', storeApi.update, {
    params: { id: app.people.owner.storeId },
    body: { data: { address: exampleAddress } },
  })
  const draft = await app.call('owner', invoiceApi.create, { body: { order } })
  const params = { id: draft.body.data._id }
  expect((await app.call('owner', invoiceApi.issue, { params, body: {} })).status).toBe(201)
}

/** Creates an order whose customer gets emails. */
async function createMailedOrder(): Promise<Order> {
  const { variant } = await tester.createProduct({ title: 'Plate' })
  const order = await tester.createOrderData({
    customer: { email: 'ada@example.com' },
    lines: [{ variant, quantity: 1 }],
  })
  // Customers get emails about orders whose page they can open.
  await app.inStore(
    tx => tx`insert into order_event (order_id, type) values (${order._id}, 'payment_link_sent')`,
  )
  return tester.getOrder(order._id)
}

test.each(['shippingAddress', 'customer'])(
  'the %s dialog emails the customer unless the seller says not to',
  async name => {
    for (const isEmailed of [true, false]) {
      const order = await createMailedOrder()
      const dialog = await openDialog(order, name)
      const field = name === 'customer' ? 'Email' : 'Address'
      await enterText(dialog.getByRole('textbox', { name: field }), 'ada.king@example.com')
      await dialog.findByText('Order changed')
      if (!isEmailed) {
        await userEvent.click(dialog.getByRole('switch', { name: 'Email the customer' }))
        await dialog.findByText('None')
      }
      await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(await listOrderMails(order._id)).toEqual(
        isEmailed ? [`order.mail ${order._id} changed`] : [],
      )
      cleanup()
    }
  },
)

test('the page that edits items emails the customer unless the seller says not to', async () => {
  for (const isEmailed of [true, false]) {
    const order = await createMailedOrder()
    await renderApp(app, `/apps/order/items/${order._id}`)
    const quantity = await screen.findByRole('textbox', { name: 'Quantity of Plate' })
    await userEvent.clear(quantity)
    await userEvent.type(quantity, '2')
    await screen.findByText('Order changed')
    if (!isEmailed) {
      await userEvent.click(screen.getByRole('switch', { name: 'Email the customer' }))
      await screen.findByText('None')
    }
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(async () =>
      expect((await tester.getOrder(order._id)).lines).toMatchObject([{ quantity: 2 }]),
    )
    expect(await listOrderMails(order._id)).toEqual(
      isEmailed ? [`order.mail ${order._id} changed`] : [],
    )
    cleanup()
  }
})

test('an order that gets an email address shows the choice of an email once it has one', async () => {
  const order = await createMailedOrder()
  await app.inStore(tx => tx`update "order" set customer_email = '' where id = ${order._id}`)
  const dialog = await openDialog(order, 'customer')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Ada')
  dialog.getByText('The customer gets no emails about this order.')
  await enterText(dialog.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
  await dialog.findByRole('switch', { name: 'Email the customer' })
  await dialog.findByText('Order changed')
})

test('the cancel dialog says whether the customer is emailed, and the seller can decide', async () => {
  const order = await createMailedOrder()
  const dialog = await openDialog(order, 'cancelled')
  await dialog.findByText('Order canceled')
  await userEvent.click(dialog.getByRole('switch', { name: 'Email the customer' }))
  await dialog.findByText('None')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
  await waitFor(async () => expect((await tester.getOrder(order._id)).status).toBe('cancelled'))
  expect(await listOrderMails(order._id)).toEqual([])
})

/** Pays an order online and by hand. */
async function createSplitPayment(): Promise<Order> {
  const order = await createPaidOrder()
  await app.inStore(
    tx => tx`
      update payment set amount = 3000, provider = 'stripe', provider_payment_id = ${order._id}
      where order_id = ${order._id}`,
  )
  await app.inStore(
    tx => tx`
      insert into payment (order_id, kind, amount, method)
      values (${order._id}, 'payment', 2000, 'cash')`,
  )
  return tester.getOrder(order._id)
}

test('a refund is split over payments, and an amount replaces the price of units', async () => {
  const order = await createSplitPayment()
  const dialog = await openDialog(order, 'refund')
  expect(dialog.queryByRole('textbox', { name: 'Amount for Plate' })).toBeNull()
  await userEvent.click(await dialog.findByRole('switch', { name: /^Enter amounts for items/ }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Amount for Plate' }), '15')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Quantity of Bowl' }), '1')
  await dialog.findByRole('button', { name: 'Refund $25.00' })
  const getValue = (label: string) => dialog.getByText(label).nextElementSibling?.textContent
  expect(getValue('Refund by Stripe')).toBe('$25.00')
  await userEvent.click(dialog.getByRole('combobox', { name: 'Refund to' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Split over payments' }))
  await userEvent.type(await dialog.findByRole('textbox', { name: 'Stripe' }), '40')
  await userEvent.click(dialog.getByRole('button', { name: /^Refund/ }))
  await dialog.findByText('This is more than the payment can return. Enter a smaller amount.')
  expect((await tester.getOrder(order._id)).refunds).toEqual([])
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Stripe' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Stripe' }), '20')
  await dialog.findByText('$5.00 that you refund elsewhere')
  await waitFor(() => expect(getValue('Refund by Stripe')).toBe('$20.00'))
  await userEvent.click(dialog.getByRole('button', { name: 'Refund $25.00' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await tester.getOrder(order._id)).toMatchObject({
    pendingRefunds: [{ amount: 2000 }],
    refundedTotal: 500,
    refunds: [
      {
        amount: 2500,
        lines: [
          { quantity: 0, amount: 1500 },
          { quantity: 1, amount: 1000 },
        ],
      },
    ],
  })
})

test('a parcel without units is neither previewed nor sent, and the reason is shown', async () => {
  const order = await createPaidOrder()
  const send = vi.spyOn(globalThis, 'fetch')
  const dialog = await openDialog(order, 'parcel')
  for (const quantity of dialog.getAllByRole('textbox', { name: /^Quantity of/ })) {
    await userEvent.clear(quantity)
    await userEvent.type(quantity, '0')
  }
  await waitFor(() =>
    expect(dialog.getAllByText('Enter a quantity for at least one item.')).toHaveLength(1),
  )
  send.mockClear()
  await userEvent.click(dialog.getByRole('button', { name: 'Fulfill items' }))
  await waitFor(() =>
    expect(dialog.getAllByText('Enter a quantity for at least one item.')).toHaveLength(2),
  )
  expect(send.mock.calls.filter(([url]) => /Change/.test(`${url}`))).toEqual([])
  send.mockRestore()
  expect((await tester.getOrder(order._id)).version).toBe(order.version)
})

test('a refund with a fee above it shows the reason of the server instead of a preview', async () => {
  const order = await createPaidOrder()
  const dialog = await openDialog(order, 'refund')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Additional amount' }), '1')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Fee to keep' }), '2')
  await dialog.findByText(/at most 1\.00 USD/)
})

test('a change that was applied is not previewed again', async () => {
  const order = await createPaidOrder()
  const send = vi.spyOn(globalThis, 'fetch')
  const dialog = await openDialog(order, 'parcel')
  await dialog.findByText('Left to pack')
  await userEvent.click(dialog.getByRole('button', { name: 'Fulfill items' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findAllByText('Fulfilled')
  const paths = send.mock.calls.map(([url]) => `${url}`).filter(path => /Change/.test(path))
  expect(paths.findIndex(path => path.includes('applyChange'))).toBe(paths.length - 1)
  send.mockRestore()
})

test('a new number of a parcel on its way is emailed if staff choose so', async () => {
  const { variant } = await tester.createProduct({ title: 'Vase', price: 1000 })
  const { _id } = await tester.createOrderData({
    customer: { name: 'Ada', email: 'ada@example.com' },
    lines: [{ variant, quantity: 1 }],
  })
  await app.inStore(tx => tx`update "order" set cart_hash = sha256('vase') where id = ${_id}`)
  const shipped = await tester.makeChange(await tester.getOrder(_id), {
    kind: 'createParcel',
    status: 'shipped',
    tracking: { carrier: 'DHL' },
    isNotified: false,
  })
  const dialog = await openDialog(shipped, `edit-${shipped.fulfillments[0]?._id}`)
  await dialog.findByText('None')
  expect(dialog.queryByRole('switch', { name: 'Email the customer' })).toBeNull()
  await enterText(dialog.getByRole('textbox', { name: 'Tracking number' }), '0034')
  await dialog.findByText('New tracking details')
  await userEvent.click(dialog.getByRole('switch', { name: 'Email the customer' }))
  await dialog.findByText('None')
  await userEvent.click(dialog.getByRole('switch', { name: 'Email the customer' }))
  await dialog.findByText('New tracking details')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect(await listOrderMails(_id)).toEqual([
      `order.mail ${_id} tracking_updated ${shipped.fulfillments[0]?._id}`,
    ]),
  )
})

test('a payment above the amount due is saved after a confirmation', async () => {
  const { variant } = await tester.createProduct({ title: 'Mug', price: 1000 })
  const order = await tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  const dialog = await openDialog(order, 'payment')
  const amount = dialog.getByRole('textbox', { name: /Amount/ })
  expect(dialog.queryByText(/more than the amount due/)).toBeNull()
  await userEvent.clear(amount)
  await userEvent.type(amount, '25')
  await dialog.findByText('$15.00 more than the amount due.')
  await userEvent.click(dialog.getByRole('button', { name: 'Record payment' }))
  await dialog.findByText('Check the amount, or confirm that the customer paid it.')
  expect((await tester.getOrder(order._id)).paidTotal).toBe(0)
  const findConfirmation = (checked: boolean) =>
    dialog.findByRole('switch', { name: /^The customer paid/, checked })
  await userEvent.click(await findConfirmation(false))
  await findConfirmation(true)
  // Another amount needs its own confirmation.
  await userEvent.clear(amount)
  await userEvent.type(amount, '250')
  await findConfirmation(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Record payment' }))
  await dialog.findByText('Check the amount, or confirm that the customer paid it.')
  expect((await tester.getOrder(order._id)).paidTotal).toBe(0)
  await userEvent.clear(amount)
  await userEvent.type(amount, '25')
  await userEvent.click(await findConfirmation(false))
  await userEvent.click(dialog.getByRole('button', { name: 'Record payment' }))
  await waitFor(async () => expect((await tester.getOrder(order._id)).paidTotal).toBe(2500))
  await userEvent.click(await screen.findByRole('button', { name: 'Void payment' }))
  const question = within(
    await screen.findByRole('dialog', { name: 'Void the payment of $25.00?' }),
  )
  question.getByRole('button', { name: 'Keep payment' })
  await userEvent.click(question.getByRole('button', { name: 'Void payment' }))
  await waitFor(async () => expect((await tester.getOrder(order._id)).paidTotal).toBe(0))
})
