import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Discount, discountApi } from '#contract/product/discount.ts'
import { productApi } from '#contract/product/product.ts'
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

const listDiscounts = async (): Promise<Discount[]> =>
  (await app.call('owner', discountApi.list)).body.data

test('a seller creates a code, edits it and deletes it', async () => {
  const user = userEvent.setup()
  await renderApp(app, '/apps/discount/list')
  await screen.findByText('No discounts yet')
  const [add] = await screen.findAllByRole('button', { name: 'Create discount' })
  await user.click(add as HTMLElement)
  const drawer = within(await screen.findByRole('dialog'))
  await user.click(drawer.getByRole('button', { name: 'Create discount' }))
  await drawer.findByText('This field is required.')
  expect(await listDiscounts(), 'nothing was saved').toEqual([])
  await enterText(drawer.getByRole('textbox', { name: 'Name' }), 'Spring sale')
  await enterText(drawer.getByRole('textbox', { name: 'Discount code' }), 'spring 15')
  const percentage = drawer.getByRole('textbox', { name: 'Percentage' })
  await user.clear(percentage)
  await user.type(percentage, '15')
  await user.type(drawer.getByRole('textbox', { name: 'Total uses' }), '100')
  await user.type(drawer.getByRole('combobox', { name: 'Customer tags' }), 'vip,press,')
  await user.click(drawer.getByRole('button', { name: 'Create discount' }))
  await screen.findByText('SPRING15')
  expect(screen.getByText('15% off')).toBeDefined()
  expect(screen.getByText('0 of 100')).toBeDefined()
  expect(await listDiscounts()).toMatchObject([
    {
      name: 'Spring sale',
      code: 'SPRING15',
      percentage: 15,
      usageLimit: 100,
      status: 'active',
      customerTags: ['vip', 'press'],
    },
  ])

  await user.click(screen.getByRole('link', { name: /Spring sale/ }))
  const editor = within(await screen.findByRole('dialog'))
  await editor.findByText('Discounts given')
  await user.click(editor.getByRole('switch', { name: 'Active' }))
  await user.click(editor.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await listDiscounts()).toMatchObject([{ status: 'inactive' }]))

  await user.click(await screen.findByRole('link', { name: /Spring sale/ }))
  const again = within(await screen.findByRole('dialog'))
  await user.click(again.getByRole('button', { name: 'Delete discount' }))
  const buttons = await screen.findAllByRole('button', { name: 'Delete discount' })
  await user.click(buttons.at(-1) as HTMLElement)
  await waitFor(async () => expect(await listDiscounts()).toEqual([]))
})

test('a discount is not saved with an end that is no time', async () => {
  const user = userEvent.setup()
  const { body } = await app.call('owner', discountApi.create, {
    body: { name: 'Winter sale', code: 'WINTER', kind: 'percentage', percentage: 10 },
  })
  await renderApp(app, '/apps/discount/list')
  await user.click(await screen.findByRole('link', { name: /Winter sale/ }))
  const drawer = within(await screen.findByRole('dialog'))
  const end = drawer.getByRole('textbox', { name: 'Ends' })
  await enterText(end, '24/12/2099 9:00 PM')
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await drawer.findByText(/^Enter the date as month\/day\/year/)
  expect(end).toHaveProperty('value', '24/12/2099 9:00 PM')
  expect((await listDiscounts())[0], 'nothing was saved').toMatchObject({
    version: body.data.version,
    endsAt: null,
  })
  await user.clear(end)
  await enterText(end, '12/24/2099 9:00 PM')
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect((await listDiscounts())[0]?.endsAt).toMatch(/^2099-12-2[45]T/))
})

test('a discount applies to the chosen products only', async () => {
  const { body } = await app.call('owner', productApi.create, {
    body: { title: 'Blue pot', price: 2000 },
  })
  const user = userEvent.setup()
  await renderApp(app, '/apps/discount/list?edit=new')
  const drawer = within(await screen.findByRole('dialog'))
  await enterText(drawer.getByRole('textbox', { name: 'Name' }), 'Pots')
  await user.click(drawer.getByRole('combobox', { name: 'Applies to' }))
  await user.click(await screen.findByRole('option', { name: 'Selected products' }))
  await user.click(drawer.getByRole('button', { name: 'Create discount' }))
  await drawer.findByText('This field is required.')
  await user.click(drawer.getByRole('combobox', { name: 'Products' }))
  await user.click(await screen.findByRole('option', { name: 'Blue pot' }))
  await user.click(drawer.getByRole('button', { name: 'Create discount' }))
  await waitFor(async () =>
    expect(await listDiscounts()).toMatchObject([
      { name: 'Pots', scope: 'products', products: [body.data._id] },
    ]),
  )
})

test('a user without permission to read products does not see the page', async () => {
  await app.call('owner', discountApi.create, { body: { name: 'Sale', percentage: 10 } })
  await renderApp(app, '/apps/discount/list', { user: 'nobody' })
  await screen.findByRole('heading', { name: /permission|access/i })
  expect(screen.queryByText('Sale')).toBeNull()
})

test('a seller creates codes for one order each', async () => {
  const { body } = await app.call('owner', discountApi.create, {
    body: { name: 'Mailing', percentage: 10 },
  })
  const user = userEvent.setup()
  await renderApp(app, `/apps/discount/list?edit=${body.data._id}`)
  const codes = within(await screen.findByRole('region', { name: 'Single-use codes' }))
  const count = codes.getByRole('textbox', { name: 'Number of codes' })
  await user.clear(count)
  await user.type(count, '25')
  await enterText(codes.getByRole('textbox', { name: 'Prefix' }), 'autumn')
  await user.click(codes.getByRole('button', { name: 'Create codes' }))
  await codes.findByRole('button', { name: 'Export codes' })
  expect(await listDiscounts()).toMatchObject([{ name: 'Mailing', codeCount: 25 }])
})
