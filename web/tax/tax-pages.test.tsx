import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { type TaxClass, taxApi } from '#contract/store/tax.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.resetPeople()
  await app.inStore(tx => tx`insert into tax_class (name, is_standard) values ('Standard', true)`)
})
afterEach(cleanup)

const listClasses = async (): Promise<TaxClass[]> =>
  (await app.call('owner', taxApi.list)).body.data
const params = () => ({ id: app.people.owner.storeId })
const updateStore = (data: Record<string, unknown>) =>
  app.call('owner', storeApi.update, { params: params(), body: { data } })

test('a seller adds a class with a rate, changes it and deletes it', async () => {
  const user = userEvent.setup()
  await renderApp(app, '/apps/settings/taxes')
  await user.click(await screen.findByRole('button', { name: 'Add tax class' }))
  const drawer = within(await screen.findByRole('dialog'))
  await enterText(drawer.getByRole('textbox', { name: 'Name' }), 'Books')
  await user.click(drawer.getByRole('combobox', { name: 'Country' }))
  await user.click(await screen.findByRole('option', { name: 'Germany' }))
  const rate = drawer.getByRole('textbox', { name: 'Rate' })
  await user.clear(rate)
  await user.type(rate, '7')
  await enterText(drawer.getByLabelText('Valid from'), '01/01/2026')
  await user.click(drawer.getByRole('button', { name: 'Add tax class' }))
  await screen.findByText('from Jan 1, 2026')
  expect(await listClasses()).toMatchObject([
    { name: 'Standard' },
    { name: 'Books', rates: [{ country: 'DE', region: '', rate: 7, validFrom: '2026-01-01' }] },
  ])

  await user.click(screen.getByRole('button', { name: 'Edit Books' }))
  const editor = within(await screen.findByRole('dialog'))
  const [name] = editor.getAllByRole('textbox', { name: 'Name' })
  await user.clear(name as HTMLElement)
  await user.click(editor.getByRole('button', { name: 'Save' }))
  await editor.findByText('This field is required.')
  expect((await listClasses())[1]?.version, 'nothing was saved').toBe(1)
  await user.click(editor.getByRole('button', { name: 'Delete tax class' }))
  const buttons = await screen.findAllByRole('button', { name: 'Delete tax class' })
  await user.click(buttons.at(-1) as HTMLElement)
  await waitFor(async () => expect(await listClasses()).toHaveLength(1))
})

test('a seller changes the settings of all classes, and sees the threshold of the EU', async () => {
  await updateStore({ currency: 'EUR', address: { country: 'DE' } })
  const product = await app.call('owner', productApi.create, {
    body: { title: 'Pot', price: 850_000, stock: 9, status: 'active' },
  })
  await app.call('owner', orderApi.create, {
    body: {
      lines: [{ variant: product.body.data.variants[0]._id, quantity: 1 }],
      shippingAddress: { line1: 'Quai 4', city: 'Nice', postalCode: '06000', country: 'FR' },
    },
  })
  const user = userEvent.setup()
  await renderApp(app, '/apps/settings/taxes')
  await screen.findByText(/close to the EU threshold/)
  await enterText(screen.getByRole('textbox', { name: 'VAT ID' }), 'de 136695977')
  await user.click(screen.getByRole('switch', { name: /^Prices include tax/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter a valid VAT ID, such as DE136695976.')
  const vatId = screen.getByRole('textbox', { name: 'VAT ID' })
  await user.clear(vatId)
  await enterText(vatId, 'de 136695976')
  await user.click(screen.getByRole('combobox', { name: 'Sales to other EU countries' }))
  await user.click(await screen.findByRole('option', { name: /customer.s country/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const { body } = await app.call('owner', storeApi.get, { params: params() })
    expect(body.data).toMatchObject({
      vatId: 'DE136695976',
      taxIncluded: true,
      euTaxRule: 'destination',
    })
  })
  await waitFor(() => expect(screen.queryByText(/close to the EU threshold/)).toBeNull())
})

test('a new order of an exempt customer has no tax', async () => {
  await updateStore({ defaultTaxRate: 19, taxIncluded: true })
  const { body } = await app.call('owner', customerApi.create, {
    body: { name: 'Embassy', taxExempt: true },
  })
  await renderApp(app, `/apps/order/create?customer=${body.data._id}`)
  await screen.findByText('The customer is exempt from tax.')
  await screen.findByText('Enter prices without tax.')
})
