import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addOrderReturn, createOrderTester } from '../../../server/testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
let tester: ReturnType<typeof createOrderTester>
let numbers: Record<'unpaid' | 'draft' | 'returned', string>
beforeAll(async () => {
  app = await startTestApp()
  tester = createOrderTester(app)
  await tester.createProduct({ title: 'Walnut tray' })
  const { variant } = await tester.createProduct()
  const create = (rest: object = {}) =>
    tester.createOrderData({ lines: [{ variant, quantity: 1 }], ...rest })
  const [unpaid, draft, returned] = [
    await create({ customer: { name: 'Grace Hopper', email: 'grace@example.com' } }),
    await create({ isDraft: true }),
    await create({ paidWith: 'cash' }),
  ]
  await tester.updateStatus(returned._id, 'shipped')
  await addOrderReturn(app, returned._id)
  numbers = { unpaid: unpaid.number, draft: draft.number, returned: returned.number }
})
afterAll(() => app.close())
afterEach(cleanup)

const findTabs = async () =>
  within(await screen.findByRole('toolbar', { name: 'Orders by view' })).findAllByRole('button')
const waitForNumbers = (...expected: string[]) =>
  waitFor(() =>
    expect(
      within(screen.getByRole('table', { name: 'Orders' }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent?.match(/^#\d{4}/)?.[0]),
    ).toEqual(expected),
  )

test('each tab shows its number of orders, and opens them under its own URL', async () => {
  const { router } = await renderApp(app, '/apps/order/list')
  await waitFor(async () =>
    expect((await findTabs()).map(({ textContent }) => textContent)).toEqual([
      'All3',
      'Open1',
      'Unfulfilled1',
      'Late0',
      'Unpaid1',
      'On hold0',
      'Returns1',
      'Completed0',
      'Canceled and returned0',
      'Drafts1',
    ]),
  )
  await waitForNumbers(numbers.returned, numbers.draft, numbers.unpaid)
  await userEvent.click(screen.getByRole('button', { name: /^Returns/ }))
  await waitForNumbers(numbers.returned)
  expect(router.state.location.search).toBe('?view=returns')
  await userEvent.click(screen.getByRole('button', { name: /^Drafts/ }))
  await waitForNumbers(numbers.draft)
})

test('a tab without orders says which orders it shows, and offers no filters to clear', async () => {
  const { router } = await renderApp(app, '/apps/order/list?view=late')
  await screen.findByRole('heading', { name: 'No late orders' })
  screen.getByText('Orders appear here when their ship-by day is over.')
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  await act(() => router.navigate('?view=late&q=nothing'))
  await screen.findByRole('heading', { name: 'No results found' })
  expect(screen.queryByRole('heading', { name: 'No late orders' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitForNumbers(numbers.returned, numbers.draft, numbers.unpaid)
})

test('late and partially returned orders are marked in all tabs', async () => {
  const { variant } = await tester.createProduct({ title: 'Copper kettle' })
  const late = await tester.createOrderData({ lines: [{ variant, quantity: 2 }] })
  const partly = await tester.createOrderData({ lines: [{ variant, quantity: 2 }] })
  await app.inStore(async tx => {
    await tx`
      update "order" set created_at = now() - interval '30 days' where id = ${late._id}`
    await tx`
      update "order" set return_progress = 'partially_returned' where id = ${partly._id}`
  })
  await renderApp(app, '/apps/order/list')
  const findRow = (number: string) =>
    screen.findByRole('row', { name: new RegExp(`${number}(?!\\d)`) })
  const mark = within(await findRow(late.number)).getByText('Late')
  expect(mark.title).toMatch(/^Ship by: \w/)
  within(await findRow(partly.number)).getByText('Partially returned')
  expect(screen.getAllByText('Partially returned')).toHaveLength(1)
  await app.inStore(tx => tx`delete from "order" where id in (${late._id}, ${partly._id})`)
})

test('orders that can ship together and likely duplicates are marked once the rows are shown', async () => {
  const { variant } = await tester.createProduct({ title: 'Linen towel' })
  const first = await tester.createOrderData({
    lines: [{ variant, quantity: 2 }],
    customer: { name: 'Ada', email: 'ada@example.com' },
  })
  const rest = { customer: { _id: first.customer._id } }
  const second = await tester.createOrderData({ lines: [{ variant, quantity: 2 }], ...rest })
  await renderApp(app, '/apps/order/list')
  const marks = await screen.findAllByText('Possible duplicate')
  expect(marks.map(({ title }) => title)).toEqual([
    `This order may be a duplicate of ${first.number}`,
    `This order may be a duplicate of ${second.number}`,
  ])
  expect(screen.queryByText('Ship together')).toBeNull()
  await app.inStore(tx => tx`delete from "order" where id in (${first._id}, ${second._id})`)
})

test('the arrow keys, Home and End move the focus between the tabs', async () => {
  await renderApp(app, '/apps/order/list?view=unpaid')
  const tabs = await findTabs()
  expect(tabs.flatMap((tab, index) => (tab.tabIndex === 0 ? index : []))).toEqual([4])
  const findFocus = () => tabs.findIndex(tab => tab.matches(':focus'))
  screen.getByRole('button', { name: /^Unpaid/, pressed: true }).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(findFocus()).toBe(6)
  await userEvent.keyboard('{ArrowLeft}')
  expect(findFocus()).toBe(5)
  await userEvent.keyboard('{Home}')
  expect(findFocus()).toBe(0)
  await userEvent.keyboard('{End}{Enter}')
  await waitForNumbers(numbers.draft)
})

test('the Tab key leaves the tabs from any of them, and returns to the selected one', async () => {
  await renderApp(app, '/apps/order/list?view=unpaid')
  const tabs = await findTabs()
  const selected = screen.getByRole('button', { name: /^Unpaid/, pressed: true })
  for (const keys of ['{ArrowLeft}', '{ArrowRight}']) {
    selected.focus()
    await userEvent.keyboard(keys)
    expect(document.activeElement).not.toBe(selected)
    await userEvent.tab()
    expect(tabs).not.toContain(document.activeElement)
    await userEvent.tab({ shift: true })
    expect(document.activeElement).toBe(selected)
  }
})

test('a product and a customer are found by their name and filter the list', async () => {
  await renderApp(app, '/apps/order/list')
  const pick = async (filter: string, text: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add filter' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: filter }))
    const dialog = await screen.findByRole('dialog', { name: filter })
    await userEvent.type(await within(dialog).findByRole('textbox'), text)
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(text) }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: filter })).toBeNull())
  }
  await pick('Customer', 'Grace')
  await screen.findByRole('button', { name: 'Customer is Grace Hopper' })
  await waitForNumbers(numbers.unpaid)
  await pick('Product', 'Teapot')
  await screen.findByRole('button', { name: 'Product is Teapot' })
  await waitForNumbers(numbers.unpaid)
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter Product' }))
  await pick('Product', 'Walnut tray')
  await screen.findByRole('button', { name: 'Product is Walnut tray' })
  await screen.findByRole('heading', { name: 'No results found' })
})
