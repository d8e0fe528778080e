import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { CustomerInput, customerApi } from '#contract/customer/customer.ts'
import { getShapeKeys } from '#contract/lib/shape.ts'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { addTestCart } from '../../server/testing/subject/cart-testing.ts'
import { addOrderReturn, createOrderTester } from '../../server/testing/subject/order-testing.ts'
import { addSubscriber } from '../../server/testing/subject/subscriber-testing.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.resetPeople())
afterEach(cleanup)

const createCustomer = async (body: object): Promise<string> =>
  (await app.call('owner', customerApi.create, { body })).body.data._id

test('adds a customer', async () => {
  const { router } = await renderApp(app, '/apps/customer/list')
  await screen.findByText('No customers yet')
  await userEvent.click(
    (await screen.findAllByRole('link', { name: 'Add customer' }))[0] ?? document.body,
  )
  await enterText(
    (await screen.findAllByRole('textbox', { name: 'Name' }))[0] ?? document.body,
    'Ada Byron',
  )
  await enterText(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
  await userEvent.keyboard('{Control>}s{/Control}')
  await screen.findByRole('heading', { level: 1, name: 'Ada Byron' })
  const id = router.state.location.pathname.split('/').at(-1) ?? ''
  expect((await app.call('owner', customerApi.get, { params: { id } })).body.data).toMatchObject({
    name: 'Ada Byron',
    email: 'ada@example.com',
  })
})

test('has an input for every field of a customer', async () => {
  await renderApp(app, '/apps/customer/create')
  await screen.findAllByRole('textbox', { name: 'Name' })
  const missingFields = getShapeKeys(CustomerInput).filter(
    key => !document.querySelector(`[data-path="${key}"], [data-path^="${key}."]`),
  )
  expect(missingFields).toEqual([])
})

test('rejects a second customer with the same email', async () => {
  await createCustomer({ email: 'grace@example.com' })
  const id = await createCustomer({ name: 'Ada Byron', email: 'ada@example.com' })
  await renderApp(app, `/apps/customer/view/${id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit customer' }))
  const email = await drawer.findByRole('textbox', { name: 'Email' })
  await userEvent.clear(email)
  await enterText(email, 'grace@example.com')
  await userEvent.click(drawer.getByRole('button', { name: 'Save' }))
  await drawer.findByText('Another customer has this email. Enter a different one.')
})

test('shows the record first and edits it in a drawer with one save', async () => {
  const id = await createCustomer({
    name: 'Ada Byron',
    email: 'ada@example.com',
    tags: ['wholesale'],
    note: 'Calls on Mondays',
  })
  await renderApp(app, `/apps/customer/view/${id}`)
  await screen.findByRole('link', { name: 'ada@example.com' })
  screen.getByText('wholesale')
  screen.getByText('Calls on Mondays')
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit customer' }))
  const phone = await drawer.findByRole('textbox', { name: 'Phone' })
  await enterText(phone, '+1 555 0100')
  await enterText(drawer.getByRole('textbox', { name: 'City' }), 'Turin')
  await userEvent.click(drawer.getByRole('button', { name: 'Save' }))
  await screen.findByRole('link', { name: '+1 555 0100' })
  screen.getByText('Turin')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('refreshes a customer that was changed elsewhere, or offers to reload it while editing', async () => {
  const id = await createCustomer({ name: 'Ada Byron', phone: '1' })
  await renderApp(app, `/apps/customer/view/${id}`, { hasLiveEvents: true })
  await screen.findByRole('button', { name: 'Notifications' })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit customer' }))
  await userEvent.type(await drawer.findByRole('textbox', { name: 'Phone' }), '23')
  await userEvent.click(drawer.getByRole('button', { name: 'Save' }))
  await screen.findByRole('link', { name: '123' })
  await app.call('owner', customerApi.update, { params: { id }, body: { name: 'Ada Lovelace' } })
  await screen.findByRole('heading', { level: 1, name: 'Ada Lovelace' })

  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  const nextDrawer = within(await screen.findByRole('dialog', { name: 'Edit customer' }))
  const phone = await nextDrawer.findByRole('textbox', { name: 'Phone' })
  await userEvent.type(phone, '45')
  expect(nextDrawer.queryByText(/changed elsewhere/)).toBeNull()
  await app.call('owner', customerApi.update, {
    params: { id },
    body: { email: 'ada@example.com' },
  })
  await nextDrawer.findByText(/changed elsewhere/)
  expect(phone).toHaveProperty('value', '12345')
  const email = nextDrawer.getByRole('textbox', { name: 'Email' })
  expect(email).toHaveProperty('value', '')
  await userEvent.click(nextDrawer.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(phone).toHaveProperty('value', '123'))
  expect(email).toHaveProperty('value', 'ada@example.com')
  expect(nextDrawer.queryByText(/changed elsewhere/)).toBeNull()
})

test('notices after a reconnect that the customer was changed', async () => {
  const id = await createCustomer({ name: 'Ada Byron', phone: '1' })
  const openStream = vi.spyOn(app.app.streams, 'open')
  onTestFinished(() => openStream.mockRestore())
  await renderApp(app, `/apps/customer/view/${id}`, { hasLiveEvents: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit customer' }))
  await userEvent.type(await drawer.findByRole('textbox', { name: 'Phone' }), '23')
  await waitFor(() => expect(openStream.mock.results[0]?.type).toBe('return'))
  // Without its trigger, the change is announced to no page, as if the page were disconnected.
  await app.sql`alter table customer disable trigger audit`
  await app.inStore(
    tx => tx`update customer set name = 'Ada King', version = version + 1 where id = ${id}`,
  )
  await app.sql`alter table customer enable trigger audit`
  openStream.mock.results[0]?.value.end()
  await drawer.findByText(/changed elsewhere/)
  expect(drawer.getByRole('textbox', { name: 'Phone' })).toHaveProperty('value', '123')
})

test('shows a timeline of the orders and creates an order for the customer', async () => {
  const id = await createCustomer({
    name: 'Ada Byron',
    email: 'ada@example.com',
    address: { line1: 'Via Roma 1', city: 'Turin', country: 'IT' },
  })
  const product = (
    await app.call('owner', productApi.create, { body: { title: 'Teapot', price: 2500, stock: 5 } })
  ).body.data
  const order = (
    await app.call('owner', orderApi.create, {
      body: { lines: [{ variant: product.variants[0]._id, quantity: 1 }], customer: { _id: id } },
    })
  ).body.data
  await app.call('owner', orderApi.addPayment, {
    params: { id: order._id },
    body: { amount: 2500, method: 'bank' },
  })
  await renderApp(app, `/apps/customer/view/${id}`)
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }))
  await timeline.findByText(/\$25\.00/)
  timeline.getByText('Customer added')
  expect(timeline.getAllByRole('link', { name: order.number }).length).toBeGreaterThan(1)

  await userEvent.click(screen.getByRole('link', { name: 'Create order' }))
  await screen.findByRole('heading', { level: 1, name: 'Create order' })
  await screen.findByRole('button', { name: 'Change customer' })
  screen.getByText('ada@example.com')
  expect(screen.getByRole('textbox', { name: 'City' })).toHaveProperty('value', 'Turin')
})

test('shows the orders and the total spent of a customer', async () => {
  const id = await createCustomer({ name: 'Ada Byron' })
  const product = (
    await app.call('owner', productApi.create, { body: { title: 'Teapot', price: 2500, stock: 5 } })
  ).body.data
  await app.call('owner', orderApi.create, {
    body: { lines: [{ variant: product.variants[0]._id, quantity: 2 }], customer: { _id: id } },
  })
  await renderApp(app, `/apps/customer/view/${id}`)
  const orders = await screen.findByRole('table', { name: 'Orders' })
  within(orders).getByText('#1001')
  expect(screen.getAllByText('$50.00').length).toBeGreaterThan(1)
})

test('selects a country by typing and Enter and ignores an incomplete word', async () => {
  const { router } = await renderApp(app, '/apps/customer/create')
  const country = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Country' })
  const getActiveOption = () =>
    document.getElementById(country.getAttribute('aria-activedescendant') ?? '')?.textContent
  await userEvent.click(country)
  await userEvent.keyboard('unit')
  expect(getActiveOption()).toBe('United Arab Emirates')
  await userEvent.keyboard('{Enter}')
  expect(country.value).toBe('United Arab Emirates')
  expect(router.state.location.pathname).toBe('/apps/customer/create')

  await userEvent.click(country)
  expect(getActiveOption()).toBe('United Arab Emirates')
  await userEvent.keyboard('fran')
  expect([country.value, getActiveOption()]).toEqual(['fran', 'France'])
  await userEvent.keyboard('{Tab}')
  expect([country.value, getActiveOption()]).toEqual(['United Arab Emirates', undefined])

  await userEvent.clear(country)
  await userEvent.keyboard('{Enter}{Tab}')
  expect(country.value).toBe('')
})

test('deletes a customer after confirmation', async () => {
  const id = await createCustomer({ name: 'Gone' })
  const { router } = await renderApp(app, `/apps/customer/view/${id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete customer' }))
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete customer' }),
  )
  await screen.findByRole('heading', { level: 1, name: 'Customers' })
  expect(router.state.location.pathname).toBe('/apps/customer/list')
  expect((await app.call('owner', customerApi.get, { params: { id } })).status).toBe(404)
})

test('shows carts, returns and consents of a customer', async () => {
  const tester = createOrderTester(app)
  const { variant } = await tester.createProduct({ status: 'active' })
  const email = 'history@example.com'
  const id = await createCustomer({ name: 'Hedy', email, acceptsMarketing: true })
  await renderApp(app, `/apps/customer/view/${id}`)
  await screen.findByText('Email marketing turned on')
  expect(screen.queryByRole('region', { name: 'Carts' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Returns and claims' })).toBeNull()
  cleanup()
  await addTestCart(app, { variant, hours: 3, entries: { email } })
  await addSubscriber(app, email)
  const order = await tester.createOrderData({
    customer: { _id: id },
    lines: [{ variant, quantity: 2 }],
  })
  await tester.updateStatus(order._id, 'shipped')
  await addOrderReturn(app, order._id)
  await renderApp(app, `/apps/customer/view/${id}`)
  const carts = within(await screen.findByRole('region', { name: 'Carts' }))
  carts.getByText('Abandoned')
  expect(carts.getByRole('link').getAttribute('href')).toContain(`customer=${id}&cart=`)
  const returns = within(await screen.findByRole('region', { name: 'Returns and claims' }))
  returns.getByText('Requested')
  expect(returns.getByRole('link', { name: order.number }).getAttribute('href')).toContain(
    order._id,
  )
  await screen.findByText('Requested the newsletter')
  screen.getByText('On the page /')
})
