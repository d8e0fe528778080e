import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { type PaymentMethod, paymentMethodApi } from '#contract/payment/payment-method.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import {
  type FakeProviders,
  startFakeProviders,
} from '../../server/testing/provider/start-fake-providers.ts'
import { samplePassword } from '../../server/testing/test-sample.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
let fakes: FakeProviders
beforeAll(async () => {
  fakes = await startFakeProviders()
  app = await startTestApp(fakes.env)
})
afterAll(async () => {
  await app.close()
  await fakes.close()
})
beforeEach(() => app.resetPeople())
afterEach(cleanup)

const listMethods = async (): Promise<PaymentMethod[]> =>
  (await app.call('owner', paymentMethodApi.list)).body.data

test('adds a payment method with instructions, moves it, turns it off and deletes it', async () => {
  const { router } = await renderApp(app, '/apps/payment')
  await screen.findByText('Set up payments')
  await userEvent.click(screen.getByRole('button', { name: /^Bank transfer/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Add payment method: Bank transfer' })
  expect(router.state.location.search).toBe('?add=bank_transfer')
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Name/)))
  await enterText(within(dialog).getByLabelText('Account holder'), 'Ada Verne')
  await enterText(within(dialog).getByLabelText('IBAN'), 'de89 3704 0044 0532 0130 01')
  await enterText(within(dialog).getByLabelText('Payment instructions'), 'To account 1234')
  await enterText(within(dialog).getByLabelText('Password'), samplePassword)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add payment method' }))
  await within(dialog).findByText('Enter a valid IBAN, such as DE89 3704 0044 0532 0130 00.')
  await userEvent.type(within(dialog).getByLabelText('IBAN'), '{Backspace}0')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add payment method' }))
  await screen.findByText('DE89 3704 0044 0532 0130 00 · To account 1234')
  expect(await listMethods()).toMatchObject([
    {
      kind: 'bank_transfer',
      name: 'Bank transfer',
      instructions: 'To account 1234',
      accountHolder: 'Ada Verne',
      iban: 'DE89370400440532013000',
      enabled: true,
    },
  ])

  await userEvent.click(screen.getByRole('button', { name: /^Other/ }))
  const other = await screen.findByRole('dialog', { name: 'Add payment method: Other' })
  await userEvent.click(within(other).getByRole('button', { name: 'Add payment method' }))
  expect(await within(other).findAllByText('This field is required.')).toHaveLength(2)
  await enterText(within(other).getByLabelText(/^Name/), 'Invoice')
  await enterText(within(other).getByLabelText('Password'), samplePassword)
  await userEvent.click(within(other).getByRole('button', { name: 'Add payment method' }))
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Invoice' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move up' }))
  await waitFor(async () =>
    expect((await listMethods()).map(({ name }) => name)).toEqual(['Invoice', 'Bank transfer']),
  )

  await userEvent.click(screen.getByRole('switch', { name: 'Offer Invoice' }))
  await waitFor(async () => expect((await listMethods())[0]?.enabled).toBe(false))
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Invoice' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Delete “Invoice”?' })).getByRole('button', {
      name: 'Delete',
    }),
  )
  await waitFor(async () =>
    expect((await listMethods()).map(({ name }) => name)).toEqual(['Bank transfer']),
  )
})

test('offers the store’s own payment methods first when recording a payment', async () => {
  const product = (
    await app.call('owner', productApi.create, {
      body: { title: 'Rope', price: 900, stock: 5, status: 'active' },
    })
  ).body.data
  for (const body of [
    { kind: 'bank_transfer', name: 'Bank transfer' },
    { kind: 'cash_at_pickup', name: 'At our counter' },
  ])
    await app.call('owner', paymentMethodApi.create, {
      body: { ...body, password: samplePassword },
    })
  const order = (
    await app.call('owner', orderApi.create, {
      body: {
        customer: { name: 'Ada' },
        lines: [{ variant: product.variants[0]._id, quantity: 1 }],
      },
    })
  ).body.data
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Record payment' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Method' }))
  await waitFor(() =>
    expect(
      screen
        .getAllByRole('option')
        .slice(0, 2)
        .map(option => option.textContent),
    ).toEqual(['Bank transfer', 'At our counter']),
  )
})

test('connects Stripe with a key, asks for the signing secret and disconnects it', async () => {
  await renderApp(app, '/apps/payment')
  await userEvent.click(await screen.findByRole('button', { name: 'Connect Stripe' }))
  const dialog = await screen.findByRole('dialog', { name: 'Connect Stripe' })
  await enterText(within(dialog).getByLabelText(/^Restricted key/), 'rk_test_fake')
  await enterText(within(dialog).getByLabelText('Password'), samplePassword)
  const connect = () => userEvent.click(within(dialog).getByRole('button', { name: 'Connect' }))
  // Stripe accepts no webhook for localhost.
  await connect()
  await within(dialog).findByText(/This key can’t create a webhook/)
  await enterText(within(dialog).getByLabelText('Signing secret'), 'whsec_pasted')
  await connect()
  await screen.findByText('Test mode')
  await screen.findByText('The key ends with fake.')
  expect(await listMethods()).toMatchObject([{ kind: 'stripe', name: 'Card and wallet' }])

  await app.inStore(tx => tx`update payment_account set is_failing = true`)
  cleanup()
  await renderApp(app, '/apps/payment')
  await screen.findByText('Not working')
  await screen.findByText(/^Stripe rejects the key/)

  await userEvent.click(screen.getByRole('button', { name: 'Disconnect' }))
  const question = await screen.findByRole('dialog', { name: 'Disconnect Stripe?' })
  await enterText(within(question).getByLabelText('Password'), samplePassword)
  await userEvent.click(within(question).getByRole('button', { name: 'Disconnect' }))
  await screen.findByRole('button', { name: 'Connect Stripe' })
  await waitFor(async () => expect(await listMethods()).toEqual([]))
})

test('suggests the name of a payment method in the language of the store', async () => {
  await app.call('owner', storeApi.update, {
    params: { id: app.people.owner.storeId },
    body: { data: { locale: 'es-ES' } },
  })
  await renderApp(app, '/apps/payment?add=bank_transfer')
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty(
      'value',
      'Transferencia bancaria',
    ),
  )
})
