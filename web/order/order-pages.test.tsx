import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { orderItemsApi } from '#contract/order/order-item.ts'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { discountApi } from '#contract/product/discount.ts'
import { productApi } from '#contract/product/product.ts'
import { type Store, storeApi } from '#contract/store/store.ts'
import { samplePassword } from '../../server/testing/test-sample.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.resetPeople())
afterEach(cleanup)

const sell = async (title: string, stock = 5): Promise<string> =>
  (await app.call('owner', productApi.create, { body: { title, price: 1950, stock } })).body.data
    .variants[0]._id
const createOrder = async (variant: string, rest: object = {}): Promise<Order> =>
  (
    await app.call('owner', orderApi.create, {
      body: { lines: [{ variant, quantity: 1 }], ...rest },
    })
  ).body.data
const getOrder = async (id: string): Promise<Order> =>
  (await app.call('owner', orderApi.get, { params: { id } })).body.data
const setOrderSteps = (orderSteps: Store['orderSteps']) =>
  app.call('owner', storeApi.update, {
    params: { id: app.people.owner.storeId ?? '' },
    body: { data: { orderSteps } },
  })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const fill = async (box: HTMLElement, text: string) => {
  await userEvent.clear(box)
  await userEvent.paste(text)
}

const selectCountry = async (name: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: 'Country' }))
  await userEvent.keyboard(`${name}{Enter}`)
}

test('creates and corrects an order, ships it in two parcels and marks it paid', async () => {
  await sell('Teapot')
  const { router } = await renderApp(app, '/apps/order/list')
  await screen.findByText('No orders yet')
  await userEvent.click(
    (await screen.findAllByRole('link', { name: 'Create order' }))[0] ?? document.body,
  )

  await fill(await screen.findByRole('textbox', { name: /^Search products/ }), 'teapot')
  await userEvent.click(await screen.findByRole('option', { name: /Teapot.*Draft.*5 left/ }))
  await fill(screen.getByRole('textbox', { name: 'Quantity of Teapot' }), '6')
  await fill(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
  await fill(screen.getByRole('textbox', { name: 'Shipping' }), '5')
  const addressHint = 'Without an address, you can’t ship this order.'
  screen.getByText(addressHint)
  await fill(screen.getByRole('textbox', { name: 'Address' }), 'Quay 4')
  expect(screen.queryByText(addressHint)).toBeNull()
  await screen.findByText('$122.00')
  await userEvent.click(await button('Create order'))
  expect(await screen.findAllByText('This field is required.'), 'city and country').toHaveLength(2)
  await fill(screen.getByRole('textbox', { name: 'City' }), 'Hamburg')
  await fill(screen.getByRole('textbox', { name: 'Postal code' }), '20457')
  await selectCountry('Germany')
  await userEvent.click(await button('Create order'))
  await within(screen.getByRole('group', { name: 'Teapot' })).findByText('Only 5 left')
  await fill(screen.getByRole('textbox', { name: 'Quantity of Teapot' }), '2')
  await userEvent.click(await button('Create order'))
  await screen.findByRole('heading', { level: 1, name: '#1001' })
  const id = router.state.location.pathname.split('/').at(-1) ?? ''
  expect(await getOrder(id)).toMatchObject({
    total: 4400,
    customer: { email: 'ada@example.com' },
    lines: [{ quantity: 2 }],
  })

  await userEvent.click(await button('Fulfill items'))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText('$44.00 is still due. The items leave before the customer has paid.')
  await fill(within(dialog).getByRole('textbox', { name: 'Quantity of Teapot' }), '1')
  await fill(within(dialog).getByRole('combobox', { name: 'Carrier' }), 'DHL')
  await fill(within(dialog).getByRole('textbox', { name: 'Tracking number' }), 'JD01')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Fulfill items' }))
  expect((await screen.findByRole('link', { name: 'DHL JD01' })).getAttribute('href')).toContain(
    'JD01',
  )

  await userEvent.click(await button('Fulfill items'))
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Fulfill items' }),
  )
  await button('Mark as delivered')
  expect((await getOrder(id)).fulfillments).toMatchObject([
    { trackingNumber: 'JD01', lines: [{ quantity: 1 }] },
    { trackingNumber: '', lines: [{ quantity: 1 }] },
  ])

  await userEvent.click(await button('Record payment'))
  const payment = await screen.findByRole('dialog')
  await userEvent.click(within(payment).getByRole('button', { name: 'Record payment' }))
  await screen.findByText('Payment by bank transfer')
  expect(await getOrder(id)).toMatchObject({
    status: 'shipped',
    paymentStatus: 'paid',
    paidTotal: 4400,
  })
  await userEvent.type(
    screen.getByRole('textbox', { name: 'Note' }),
    'Rang the customer{Control>}{Enter}{/Control}',
  )
  await waitFor(async () =>
    expect((await getOrder(id)).timeline.at(-1)).toMatchObject({
      type: 'note_added',
      data: { text: 'Rang the customer' },
    }),
  )
})

test('a click on a shipping rate of the address enters its name and price', async () => {
  await app.inStore(async tx => {
    const step = { from: 0, price: 700 }
    const rate = { _id: crypto.randomUUID(), name: 'Parcel', kind: 'flat', steps: [step] }
    const rest = { freeFrom: null, minDays: null, maxDays: null, enabled: true }
    const destinations = [{ country: 'NO', regions: [], postalCodes: [] }]
    await tx`insert into shipping_zone (name, destinations, rates)
      values ('Norway', ${tx.json(destinations)}, ${tx.json([{ ...rate, ...rest }])})`
  })
  await sell('Jug')
  const { router } = await renderApp(app, '/apps/order/create')
  await fill(await screen.findByRole('textbox', { name: /^Search products/ }), 'jug')
  await userEvent.click(await screen.findByRole('option', { name: /Jug/ }))
  for (const [name, text] of [
    ['Address', 'Bryggen 1'],
    ['City', 'Bergen'],
    ['Postal code', '5003'],
    ['Company', 'Jugs AS'],
    ['VAT ID', 'no 123456785 mva'],
  ] as const)
    await fill(screen.getByRole('textbox', { name }), text)
  await selectCountry('Norway')
  const parcel = await button('Parcel · $7.00')
  expect(parcel.getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(parcel)
  expect(parcel.getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(await button('Create order'))
  await screen.findByRole('heading', { level: 1, name: /^#/ })
  const id = router.state.location.pathname.split('/').at(-1) ?? ''
  expect(await getOrder(id)).toMatchObject({
    customer: { company: 'Jugs AS', vatId: 'NO123456785MVA' },
    shippingMethod: 'Parcel',
    shippingTotal: 700,
    total: 2650,
  })
})

test('updates several orders from the list and shows the error of each failure', async () => {
  const variant = await sell('Cup', 50)
  const [openOrder, canceledOrder] = [await createOrder(variant), await createOrder(variant)]
  await app.call('owner', orderApi.updateStatus, {
    params: { id: canceledOrder._id },
    body: { status: 'cancelled', reason: 'stock' },
  })
  await setOrderSteps(['confirmed'])
  await renderApp(app, '/apps/order/list')
  await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${openOrder.number}` }))
  await userEvent.click(screen.getByRole('checkbox', { name: `Select ${canceledOrder.number}` }))
  const toolbar = within(screen.getByRole('toolbar', { name: '2 selected' }))
  await userEvent.click(await toolbar.findByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Confirm orders' }))
  const title = await screen.findByText('1 order confirmed · 1 skipped')
  const outcome = within(title.closest<HTMLElement>('[role=status]') ?? document.body)
  outcome.getByText('This order is canceled. Reopen it first.')
  const link = outcome.getByRole('link', { name: canceledOrder.number })
  expect(link.getAttribute('href')).toBe(getRecordPath('order', canceledOrder._id))
  expect((await getOrder(openOrder._id)).status).toBe('confirmed')
  expect(screen.queryByRole('menuitem', { name: 'Mark as ready' })).toBeNull()
})

test('offers the optional steps that the store has turned on, one after the other', async () => {
  const order = await createOrder(await sell('Mug'))
  await setOrderSteps(['confirmed', 'ready'])
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  await userEvent.click(await button('Confirm order'))
  await button('Mark as ready')
  await userEvent.click(await button('More actions'))
  await screen.findByRole('menuitem', { name: 'Fulfill items' })
  expect(screen.queryByRole('menuitem', { name: 'Start processing' })).toBeNull()
  expect((await getOrder(order._id)).status).toBe('confirmed')
  cleanup()

  await setOrderSteps([])
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  await button('Fulfill items')
  await userEvent.click(await button('More actions'))
  await screen.findByRole('menuitem', { name: 'Hold order' })
  expect(screen.queryByRole('menuitem', { name: 'Mark as ready' })).toBeNull()
})

test('cancels an order with a preview through a link to its dialog and records the refund', async () => {
  const order = await createOrder(await sell('Bowl'), { paidWith: 'card' })
  const { router } = await renderApp(app, `/apps/order/orderDetail/${order._id}?do=cancelled`)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('+1, then 5 in stock')
  await userEvent.click(dialog.getByRole('switch', { name: /^Restock items/ }))
  await waitFor(() => expect(dialog.queryByText('+1, then 5 in stock')).toBeNull())
  await dialog.findByText('Refund due')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await screen.findByText('Refund due')
  expect(await getOrder(order._id)).toMatchObject({
    status: 'cancelled',
    cancelReason: 'customer',
    balance: -1950,
  })
  await userEvent.click(await button('Record refund'))
  const refund = within(await screen.findByRole('dialog'))
  await userEvent.click(await refund.findByRole('button', { name: 'Refund $19.50' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('Refund by card')
})

test('cancels and refunds an order at once', async () => {
  const order = await createOrder(await sell('Jar'), { paidWith: 'card' })
  await renderApp(app, `/apps/order/orderDetail/${order._id}?do=cancelled`)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('switch', { name: /^Refund/ }))
  expect((await dialog.findAllByText('$19.50')).length).toBeGreaterThan(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('Refund by card')
  expect(await getOrder(order._id)).toMatchObject({
    status: 'cancelled',
    paymentStatus: 'refunded',
    balance: 0,
  })
})

test('refunds one of two items, with a preview of the effect', async () => {
  const variant = await sell('Plate')
  const order = await createOrder(variant, {
    lines: [{ variant, quantity: 2 }],
    shippingTotal: 500,
    paidWith: 'card',
  })
  await renderApp(app, `/apps/order/orderDetail/${order._id}?do=refund`)
  const dialog = within(await screen.findByRole('dialog'))
  const getField = (name: string) => dialog.getByRole('textbox', { name })
  await fill(getField('Quantity of Plate'), '3')
  await fill(getField('Fee to keep'), '2')
  await userEvent.click(dialog.getByRole('button', { name: /^Re/ }))
  await dialog.findByText('Only 2 units can be refunded. Enter a smaller quantity.')
  await fill(getField('Quantity of Plate'), '1')
  await fill(getField('Shipping to refund'), '5')
  await dialog.findByText('+1, then 4 in stock')
  await userEvent.click(await dialog.findByRole('button', { name: 'Refund $22.50' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('Refund by card')
  expect(await getOrder(order._id)).toMatchObject({
    refundedTotal: 2250,
    lines: [{ removedQuantity: 1 }],
    refunds: [{ shipping: 500, fee: 200, amount: 2250 }],
  })
})

test('warns about unpaid orders before they ship, unless they are paid on delivery', async () => {
  for (const [kind, name] of [
    ['bank_transfer', 'Bank'],
    ['cash_on_delivery', 'Cash'],
  ])
    await app.call('owner', paymentMethodApi.create, {
      body: { kind, name, password: samplePassword },
    })
  const { _id: id } = await createOrder(await sell('Jar'))
  const setMethod = (name: string) =>
    app.inStore(tx => tx`update "order" set payment_method = ${name} where id = ${id}`)
  const openDialog = async () => {
    cleanup()
    await renderApp(app, `/apps/order/orderDetail/${id}?do=shipped`)
    return screen.findByRole('dialog')
  }
  await setMethod('Bank')
  await within(await openDialog()).findByText(/^\$19\.50 is still due/)
  await setMethod('Cash')
  await within(await openDialog()).findByText('1 item will be marked as shipped.')
  expect(screen.queryByText(/is still due/)).toBeNull()
  await app.call('owner', orderApi.addPayment, {
    params: { id },
    body: { amount: 1950, method: 'bank' },
  })
  await setMethod('Bank')
  await within(await openDialog()).findByText('1 item will be marked as shipped.')
  expect(screen.queryByText(/is still due/)).toBeNull()
})

test('asks before unpaid orders of a selection ship, and whether to email their customers', async () => {
  const address = { line1: 'Quay 4', city: 'Hamburg', postalCode: '20457', country: 'DE' }
  const customer = { name: 'Ada', email: 'ada@example.com' }
  const variant = await sell('Bowl')
  const orders = [
    await createOrder(variant, { customer, shippingAddress: address }),
    await createOrder(variant, { customer, shippingAddress: address }),
  ]
  await renderApp(app, '/apps/order/list?q=Ada')
  const rows = await screen.findByRole('table', { name: 'Orders' })
  for (const order of orders)
    await userEvent.click(
      await within(rows).findByRole('checkbox', { name: new RegExp(order.number) }),
    )
  await userEvent.click(await button('Ship orders'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ship 2 orders?' }))
  await dialog.findByText('2 orders will change.')
  dialog.getByText('2 orders aren’t paid yet.')
  expect((await getOrder(orders[0]?._id ?? '')).status).toBe('pending')
  const notify = dialog.getByRole('switch', { name: 'Email the customers', checked: true })
  await userEvent.click(notify)
  await userEvent.click(dialog.getByRole('button', { name: 'Ship orders' }))
  await waitFor(async () => {
    for (const { _id: id } of orders) expect((await getOrder(id)).status).toBe('shipped')
  })
  const mails = await app.sql`
    select 1 from graphile_worker.jobs
    where key like any (${orders.map(({ _id }) => `order.mail ${_id} shipped%`)}::text[])`
  expect(mails).toHaveLength(0)
})

test('adds the customer and the address that an order needs before it ships', async () => {
  const order = await createOrder(await sell('Jug'))
  await renderApp(app, `/apps/order/orderDetail/${order._id}?do=shipped`)
  const shipDialog = await screen.findByRole('dialog')
  await userEvent.click(within(shipDialog).getByRole('button', { name: 'Ship order' }))
  await screen.findByText(
    'This order has no complete shipping address. Add one before you ship it.',
  )
  await userEvent.click(within(shipDialog).getByRole('button', { name: 'Cancel' }))

  await userEvent.click(await button('Add customer'))
  const customerDialog = await screen.findByRole('dialog', { name: 'Add customer' })
  await fill(within(customerDialog).getByRole('textbox', { name: 'Name' }), 'Grace')
  await fill(within(customerDialog).getByRole('textbox', { name: 'Email' }), 'grace@example.com')
  await userEvent.click(within(customerDialog).getByRole('button', { name: 'Save' }))
  await screen.findByRole('link', { name: 'Grace' })
  await screen.findByText('Updated the customer')

  await userEvent.click(await button('Add address'))
  const addressDialog = await screen.findByRole('dialog', { name: 'Edit shipping address' })
  const getField = (name: string) => within(addressDialog).getByRole('textbox', { name })
  await fill(getField('Address'), 'Quay 4')
  await fill(getField('City'), 'Hamburg')
  await fill(getField('Postal code'), '20457')
  await selectCountry('Germany')
  await userEvent.click(within(addressDialog).getByRole('button', { name: 'Save' }))
  await screen.findByText('20457 Hamburg')
  expect(await getOrder(order._id)).toMatchObject({
    customer: { email: 'grace@example.com' },
    shippingAddress: { line1: 'Quay 4', country: 'DE' },
  })
})

test('replaces the customer of an order by one of the store', async () => {
  const order = await createOrder(await sell('Vase'), { customer: { email: 'old@example.com' } })
  await app.call('owner', customerApi.create, { body: { name: 'Joan', email: 'joan@example.com' } })
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  await userEvent.click(await button('Change customer'))
  const dialog = await screen.findByRole('dialog', { name: 'Change customer' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText('Select a customer, or enter a name, an email or a phone number.')
  await fill(within(dialog).getByRole('textbox', { name: /^Search customers/ }), 'joan')
  await userEvent.click(await screen.findByRole('option', { name: /Joan/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByRole('link', { name: 'Joan' })
  expect((await getOrder(order._id)).customer.email).toBe('joan@example.com')
})

test('edits the items of a draft with its discounts, but not after another change', async () => {
  const [variant] = [await sell('Carafe'), await sell('Saucer')]
  await app.call('owner', discountApi.create, { body: { name: 'Winter sale', percentage: 10 } })
  const order = await createOrder(variant, {
    isDraft: true,
    lines: [{ variant, quantity: 2, discount: 100 }],
    discountTotal: 200,
    automaticDiscounts: true,
  })
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  await userEvent.click(await screen.findByRole('link', { name: 'Edit items' }))
  await screen.findByRole('heading', { level: 1, name: 'Edit items' })
  // The discounts of the seller, without those of the store.
  const getField = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
  expect(getField('Discount on Carafe').value).toBe('1.00')
  expect(getField('Order discount').value).toBe('2.00')
  await screen.findByText('Discount (Winter sale)')
  await screen.findByText('$32.20')
  await fill(getField('Quantity of Carafe'), '1')
  await fill(screen.getByRole('textbox', { name: /^Search products/ }), 'saucer')
  await userEvent.click(await screen.findByRole('option', { name: /Saucer/ }))
  await screen.findByText('$32.20')
  await userEvent.click(await button('Save'))
  await screen.findAllByText('Items changed, new total $32.20')
  expect(await getOrder(order._id)).toMatchObject({
    status: 'draft',
    total: 3220,
    lines: [{ quantity: 1 }, { title: 'Saucer', quantity: 1 }],
  })

  await userEvent.click(await screen.findByRole('link', { name: 'Edit items' }))
  await fill(await screen.findByRole('textbox', { name: 'Quantity of Saucer' }), '3')
  const { body } = await app.call('owner', orderItemsApi.updateItems, {
    params: { id: order._id },
    body: { lines: [{ variant, quantity: 1 }] },
  })
  await userEvent.click(await button('Save'))
  await screen.findByText(/^This record was changed elsewhere/)
  expect(await getOrder(order._id)).toEqual(body.data)
})

test('previews the new items of a paid order with their stock and the balance', async () => {
  const order = await createOrder(await sell('Ladle'), { paidWith: 'card' })
  await renderApp(app, `/apps/order/items/${order._id}`)
  await fill(await screen.findByRole('textbox', { name: 'Quantity of Ladle' }), '3')
  await screen.findByText('-2, then 2 in stock')
  const preview = screen.getByText('Balance due').closest('dl')
  within(preview ?? document.body).getByText('$39.00')
  await userEvent.click(await button('Save'))
  await screen.findAllByText('Items changed, new total $58.50')
  expect(await getOrder(order._id)).toMatchObject({
    paymentStatus: 'partially_paid',
    balance: 3900,
  })
})

test('hides all changes of an order from staff who can only view it', async () => {
  const order = await createOrder(await sell('Plate'))
  await app.inStore(
    tx =>
      tx`
        update membership set abilities = ${tx.json([{ action: 'read', subject: 'order' }])}
        where person_id = ${app.people.nobody.personId}
      `,
  )
  await renderApp(app, `/apps/order/orderDetail/${order._id}?do=shipped`, { user: 'nobody' })
  await screen.findByRole('heading', { level: 1, name: order.number })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(
    screen.queryByRole('button', {
      name: /Confirm order|More actions|Record payment|Edit|Add (customer|address)/,
    }),
  ).toBeNull()
})

test('shows the discounts of the store with the total that the order gets', async () => {
  const discount = { name: 'Spring sale', percentage: 10 }
  await app.call('owner', discountApi.create, { body: discount })
  await app.call('owner', discountApi.create, {
    body: { ...discount, percentage: 20, code: 'TWENTY' },
  })
  await sell('Kettle')
  const { router } = await renderApp(app, '/apps/order/create')
  await fill(await screen.findByRole('textbox', { name: /^Search products/ }), 'kettle')
  await userEvent.click(await screen.findByRole('option', { name: /Kettle/ }))
  await screen.findByText('Discount (Spring sale)')
  await screen.findByText('$17.55')
  const codeField = screen.getByRole('textbox', { name: 'Discount code' })
  await fill(codeField, 'tweny')
  await screen.findByText('This code doesn’t exist. Check the spelling.')
  await fill(codeField, 'twenty')
  await screen.findByText('The code is applied.')
  await screen.findByText('$15.60')
  await userEvent.click(await button('Create order'))
  await screen.findByRole('heading', { level: 1, name: /^#/ })
  const id = router.state.location.pathname.split('/').at(-1) ?? ''
  expect(await getOrder(id)).toMatchObject({ total: 1560, discounts: [{ code: 'TWENTY' }] })
})

test('saves a draft and sends its payment link', async () => {
  await sell('Ladle')
  const { router } = await renderApp(app, '/apps/order/create')
  await fill(await screen.findByRole('textbox', { name: /^Search products/ }), 'ladle')
  await userEvent.click(await screen.findByRole('option', { name: /Ladle/ }))
  await fill(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
  await userEvent.click(await button('Save as draft'))
  await userEvent.click(await button('Send payment link'))
  const id = router.state.location.pathname.split('/').at(-1) ?? ''
  expect(await getOrder(id)).toMatchObject({ status: 'draft' })
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText(/^The draft becomes an open order/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send payment link' }))
  await screen.findByText('We sent the link to ada@example.com.')
  screen.getByText(/\/orders\//)
  expect(await getOrder(id)).toMatchObject({ status: 'pending' })
})
