import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { withdrawOrder } from '../../../server/order/return/order-withdrawal.ts'
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

test('an order is duplicated as a draft, which opens', async () => {
  const { variant } = await tester.createProduct({ title: 'Teapot' })
  const order = await tester.createOrderData({ lines: [{ variant, quantity: 2 }] })
  const { router } = await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Duplicate order' }))
  await screen.findByRole('button', { name: 'Place order' })
  const draftId = router.state.location.pathname.split('/').at(-1) ?? ''
  expect(await tester.getOrder(draftId)).toMatchObject({ status: 'draft', itemCount: 2 })
  const link = screen.getByRole('link', { name: `Duplicated from order ${order.number}` })
  expect(link.getAttribute('href')).toBe(`/apps/order/orderDetail/${order._id}`)
})

test('a billing address is shown only if it differs from the shipping address', async () => {
  const { variant } = await tester.createProduct()
  const create = (billingAddress: typeof exampleAddress) =>
    tester.createOrderData({ lines: [{ variant, quantity: 1 }], billingAddress })
  const [same, other] = [
    await create(exampleAddress),
    await create({ ...exampleAddress, line1: '1 Mill Lane' }),
  ]
  await renderApp(app, `/apps/order/orderDetail/${same._id}`)
  await screen.findByText('Same as shipping address')
  expect(screen.getAllByText('12 St James Square')).toHaveLength(1)
  cleanup()
  await renderApp(app, `/apps/order/orderDetail/${other._id}`)
  await screen.findByText('1 Mill Lane')
  expect(screen.queryByText('Same as shipping address')).toBeNull()
})

test('a withdrawal shows the goods that it does not cover, and suggests no cancellation of them', async () => {
  const mug = { title: 'Engraved mug', withdrawalException: 'customMade' }
  const products = [await tester.createProduct({ title: 'Bowl' }), await tester.createProduct(mug)]
  const { _id: id, total } = await tester.createOrderData({
    lines: products.map(({ variant }) => ({ variant, quantity: 1 })),
  })
  const body = { amount: total, method: 'cash' as const }
  await app.call('owner', orderApi.addPayment, { params: { id }, body })
  const { storeId } = app.people.owner
  await app.inStore(tx => withdrawOrder({ tx, storeId, id }, { name: 'Ada', email: '' }))
  await renderApp(app, `/apps/order/orderDetail/${id}`)
  const card = await screen.findByRole('region', { name: 'Returns and claims' })
  expect(card.textContent).toContain(
    'The right of withdrawal doesn’t cover:1 × Engraved mug · Made to measure or personalized',
  )
  expect(card.textContent).not.toContain('Bowl')
  expect(screen.getAllByRole('button', { name: 'Record refund' })[0]).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
})

test('a note is edited and deleted by its author in the timeline', async () => {
  const { variant } = await tester.createProduct()
  const order = await tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  await enterText(await screen.findByRole('textbox', { name: 'Note' }), 'Calls back')
  await userEvent.click(await screen.findByRole('button', { name: 'Add note' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit note' }))
  const dialog = within(await screen.findByRole('dialog'))
  await enterText(dialog.getByRole('textbox', { name: 'Note' }), ' on Friday')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  // The field of the dialog has the same text.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('Calls back on Friday')
  screen.getByText(/^Edited .*ago$|^Edited now$/)
  await userEvent.click(screen.getByRole('button', { name: 'Delete note' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete this note?' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete note' }))
  await waitFor(() => expect(screen.queryByText('Calls back on Friday')).toBeNull())
  expect((await tester.getOrder(order._id)).timeline.map(({ type }) => type)).toEqual(['created'])
})

test('a draft is deleted after a confirmation, and the drafts open', async () => {
  const { variant } = await tester.createProduct()
  const draft = await tester.createOrderData({
    isDraft: true,
    lines: [{ variant, quantity: 1 }],
  })
  const { router } = await renderApp(app, `/apps/order/orderDetail/${draft._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete draft' }))
  const question = within(
    await screen.findByRole('dialog', { name: `Delete draft ${draft.number}?` }),
  )
  await userEvent.click(question.getByRole('button', { name: 'Delete draft' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/apps/order/list'))
  expect(await app.inStore(tx => tx`select from "order" where id = ${draft._id}`)).toHaveLength(0)
})

test('another address is previewed, and the timeline shows it before and after', async () => {
  const { variant } = await tester.createProduct()
  const order = await tester.createOrderData({
    lines: [{ variant, quantity: 1 }],
    shippingAddress: exampleAddress,
  })
  await tester.makeChange(order, { kind: 'createParcel', status: 'packed' })
  await renderApp(app, `/apps/order/orderDetail/${order._id}?do=shippingAddress`)
  const dialog = within(await screen.findByRole('dialog'))
  const street = dialog.getByRole('textbox', { name: 'Address' })
  await userEvent.clear(street)
  await enterText(street, '1 Mill Lane')
  await dialog.findByText(/^#?\S+-F1: already packed\./)
  await dialog.findByText('Email to the customer')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click((await screen.findAllByRole('button', { name: 'Show changes' }))[0]!)
  const changes = within(await screen.findByRole('dialog', { name: 'Changes' }))
  const row = await changes.findByRole('row', { name: /^Shipping address/ })
  expect(row.textContent).toContain('12 St James Square')
  expect(row.textContent).toContain('1 Mill Lane')
  expect(changes.queryByRole('row', { name: /^Billing address/ })).toBeNull()
})

test('the changes of a parcel show its status and its units', async () => {
  const { variant } = await tester.createProduct({ title: 'Teapot' })
  const order = await tester.createOrderData({ lines: [{ variant, quantity: 2 }] })
  const lines = [{ line: order.lines[0]?._id ?? '', quantity: 1 }]
  await tester.makeChange(order, { kind: 'createParcel', status: 'packed', lines })
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  await userEvent.click((await screen.findAllByRole('button', { name: 'Show changes' }))[0]!)
  const changes = within(await screen.findByRole('dialog', { name: 'Changes' }))
  const row = await changes.findByRole('row', { name: new RegExp(`^${order.number}-F1`) })
  const values = within(row).getAllByRole('cell')
  expect(values.map(({ textContent }) => textContent)).toEqual(['–', 'Packed\n1 × Teapot'])
})

test('the form of the items keeps the refunded units with their price', async () => {
  const { variant } = await tester.createProduct({ title: 'Teapot' })
  const order = await tester.createOrderData({
    lines: [{ variant, quantity: 2 }],
    paidWith: 'cash',
  })
  const lines = [{ line: order.lines[0]?._id ?? '', quantity: 1, disposition: 'keep' as const }]
  await tester.applyChange(order, { kind: 'refund', reason: 'damaged', method: 'cash', lines })
  await renderApp(app, `/apps/order/items/${order._id}`)
  const line = within(await screen.findByRole('group', { name: 'Teapot' }))
  expect(line.getByRole('textbox', { name: /^Price/ })).toHaveProperty('disabled', true)
  expect(line.getByRole('button', { name: /^Remove/ })).toHaveProperty('disabled', true)
  expect(line.getByRole('textbox', { name: /^Quantity/ })).toHaveProperty('disabled', false)
})

test('the items of parcels and the fulfilled units are shown, and no status twice', async () => {
  const { variant } = await tester.createProduct({ title: 'Teapot' })
  const order = await tester.createOrderData({
    lines: [{ variant, quantity: 3 }],
    paidWith: 'cash',
  })
  const line = order.lines[0]?._id ?? ''
  const { data: part } = (
    await tester.applyChange(order, {
      kind: 'createParcel',
      status: 'shipped',
      lines: [{ line, quantity: 2 }],
    })
  ).body
  const { unmount } = await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  expect(
    (await screen.findByText('Teapot', { selector: 'li bdi' })).closest('li')?.textContent,
  ).toBe('2 × Teapot')
  await screen.findByText(/2 of 3 fulfilled/)
  unmount()
  await tester.applyChange(part, { kind: 'createParcel', status: 'shipped' })
  await tester.updateStatus(order._id, 'delivered')
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  const heading = await screen.findByRole('heading', { level: 1, name: order.number })
  const badges = heading.parentElement?.textContent ?? ''
  expect(badges.match(/Delivered/g)).toHaveLength(1)
})

test('a parcel shows a label that was not canceled until staff say that they canceled it', async () => {
  const { variant } = await tester.createProduct()
  const order = await tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  const packed = await tester.makeChange(order, { kind: 'createParcel', status: 'packed' })
  await app.inStore(
    tx => tx`
      insert into label_request (parcel_id, digest, locked_until, tracking_number, service_name, cancellation)
      values (${packed.fulfillments[0]?._id ?? ''}, '', now(), 'TRACK-1', 'Parcels Ltd', 'refused')`,
  )
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  const alert = within(await screen.findByRole('alert'))
  alert.getByText(/^Parcels Ltd didn’t cancel this shipping label\./)
  alert.getByText('TRACK-1')
  alert.getByRole('button', { name: 'Try again' })
  await userEvent.click(alert.getByRole('button', { name: 'Mark label as canceled' }))
  await waitFor(() => expect(screen.queryByText('TRACK-1')).toBeNull())
  expect((await tester.getOrder(order._id)).timeline.at(-1)?.type).toBe('label_canceled')
})

test('the amounts of a returned order whose item was refunded add up', async () => {
  const { variant } = await tester.createProduct()
  const order = await tester.createOrderData({
    lines: [{ variant, quantity: 1, unitPrice: 2400 }],
    shippingTotal: 1650,
    paidWith: 'bank',
  })
  await tester.updateStatus(order._id, 'shipped')
  const shipped = await tester.getOrder(order._id)
  await tester.makeChange(shipped, {
    kind: 'refund',
    reason: 'returned',
    lines: [{ line: order.lines[0]?._id ?? '', quantity: 1, disposition: 'restock' }],
  })
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  const read = async (label: string) =>
    (await screen.findByText(label)).parentElement?.textContent?.replace(label, '')
  expect(await read('Removed, returned or refunded')).toMatch(/^[-−]\$40\.50$/)
  expect(await read('Net total')).toBe('$0.00')
  expect(await read('Net paid')).toBe('$16.50')
  expect(await read('Refund due')).toBe('$16.50')
})

test('a released order is shown as released, and an order on hold or canceled has no packer link', async () => {
  const { variant } = await tester.createProduct()
  const { _id: id } = await tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  const listMenu = async () => {
    await renderApp(app, `/apps/order/orderDetail/${id}`)
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
    await screen.findByRole('menuitem', { name: 'Duplicate order' })
    return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  }
  await tester.updateStatus(id, 'confirmed')
  await tester.updateStatus(id, 'on_hold')
  expect(await listMenu()).not.toContain('Create packer link')
  cleanup()
  await tester.updateStatus(id, 'confirmed')
  expect(await listMenu()).toContain('Create packer link')
  expect(screen.getByText('Released from hold')).toBeTruthy()
  expect(screen.getAllByText('Order confirmed')).toHaveLength(1)
  cleanup()
  await tester.updateStatus(id, 'cancelled')
  expect(await listMenu()).not.toContain('Create packer link')
})

test('a draft without enough inventory names its items when it is placed', async () => {
  const { variant } = await tester.createProduct({ title: 'Rare vase', stock: 1 })
  const draft = await tester.createOrderData({ isDraft: true, lines: [{ variant, quantity: 2 }] })
  await renderApp(app, `/apps/order/orderDetail/${draft._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Place order' }))
  await screen.findByText(/Rare vase: Only 1 left/)
  expect((await tester.getOrder(draft._id)).status).toBe('draft')
})
