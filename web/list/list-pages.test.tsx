import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { productApi } from '#contract/product/product.ts'
import { viewApi } from '#contract/staff/view.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  localStorage.clear()
  t = await startTestApp()
  for (let n = 10; n < 36; n++)
    await t.call('owner', productApi.create, {
      body: { title: `Candle ${n}`, price: n * 100, vendor: `Éditeur ${n % 12}` },
    })
})
afterAll(() => t.close())
afterEach(cleanup)

const findTable = () => screen.findByRole('table', { name: 'Products' })
const listTitles = () =>
  within(screen.getByRole('table', { name: 'Products' }))
    .getAllByRole('link')
    .map(link => link.textContent)

test('shows 25 rows and remembers another number', async () => {
  const user = userEvent.setup()
  await renderApp(t, '/apps/product/list')
  await screen.findByRole('navigation', { name: '1–25 of 26' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '10')
  await screen.findByRole('navigation', { name: '1–10 of 26' })
  cleanup()
  await renderApp(t, '/apps/product/list')
  await screen.findByRole('navigation', { name: '1–10 of 26' })
  localStorage.clear()
})

test('a column that is hidden before the saved views load leaves them in place', async () => {
  const user = userEvent.setup()
  const view = { list: 'product' as const, name: 'Candles', query: { q: 'candle' } }
  await t.call('owner', viewApi.create, { body: view })
  await t.sql.begin(async tx => {
    // The request for the views waits until the end of this transaction.
    await tx`lock table list_view in access exclusive mode`
    await renderApp(t, '/apps/product/list')
    await findTable()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const columns = await screen.findByRole('dialog', { name: 'Columns' })
    await user.click(await within(columns).findByRole('checkbox', { name: 'Type' }))
    await user.keyboard('{Escape}')
  })
  const table = await findTable()
  await waitFor(() =>
    expect(within(table).queryByRole('columnheader', { name: /^Type/ })).toBeNull(),
  )
  await screen.findByRole('button', { name: 'Candles' })
  cleanup()
  await t.inStore(async tx => {
    await tx`delete from list_layout`
    await tx`delete from list_view`
  })
  localStorage.clear()
})

test('the column panel gets the focus when it has loaded, and returns it', async () => {
  const user = userEvent.setup()
  await renderApp(t, '/apps/product/list')
  await findTable()
  const opener = screen.getByRole('button', { name: 'Columns' })
  await user.click(opener)
  const handle = await screen.findByRole('button', { name: 'Move Status' })
  await waitFor(() => expect(document.activeElement).toBe(handle))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('marks the sorted column, also in the default order', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(t, '/apps/customer/list')
  await router.navigate('/apps/product/list')
  const table = await findTable()
  const getSort = (name: string) =>
    within(table)
      .getByRole('columnheader', { name: new RegExp(`^${name}`) })
      .getAttribute('aria-sort')
  const sortBy = (name: string) => user.click(within(table).getByRole('button', { name }))
  expect(getSort('Price')).toBeNull()
  await sortBy('Price')
  await waitFor(() => expect(getSort('Price')).toBe('ascending'))
  await sortBy('Price')
  await waitFor(() => expect(getSort('Price')).toBe('descending'))
  await sortBy('Price')
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await router.navigate('/apps/staff/list')
  const staff = await screen.findByRole('table', { name: 'Staff' })
  const nameHeader = within(staff).getByRole('columnheader', { name: /^Name/ })
  expect(nameHeader.getAttribute('aria-sort')).toBe('ascending')
  await user.click(within(nameHeader).getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(nameHeader.getAttribute('aria-sort')).toBe('descending'))
})

test('sorts with a select on phones', async () => {
  const user = userEvent.setup()
  await renderApp(t, '/apps/product/list')
  await findTable()
  const select = screen.getByRole('combobox', { name: 'Sort by' })
  await user.selectOptions(select, 'Price, descending')
  await waitFor(() => expect(listTitles()[0]).toContain('Candle 35'))
  await user.selectOptions(select, 'Price, ascending')
  await waitFor(() => expect(listTitles()[0]).toContain('Candle 10'))
})

test('searches the values of a long filter and takes several', async () => {
  const user = userEvent.setup()
  await renderApp(t, '/apps/product/list')
  await findTable()
  await user.click(screen.getByRole('button', { name: 'Add filter' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Vendor' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Vendor' }))
  await enterText(dialog.getByRole('searchbox', { name: 'Search vendor' }), 'editeur 1')
  expect(dialog.getAllByRole('checkbox')).toHaveLength(3)
  await user.click(dialog.getByRole('checkbox', { name: 'Éditeur 10' }))
  await waitFor(() => expect(listTitles()).toHaveLength(3))
  await user.click(dialog.getByRole('checkbox', { name: 'Éditeur 11' }))
  await waitFor(() => expect(listTitles()).toHaveLength(6))
})

test('names the words that are searched instead, above the rows', async () => {
  const user = userEvent.setup()
  await renderApp(t, '/apps/product/list?q=Cnadle')
  const table = await findTable()
  const line = screen.getByText('No results for “Cnadle”. Showing results for “candle”.')
  expect(line.parentElement?.getAttribute('role')).toBe('status')
  expect(line.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const status = line.parentElement
  const field = screen.getByRole('searchbox', { name: 'Search products' })
  await user.clear(field)
  await enterText(field, 'candle')
  await waitFor(() => expect(status?.childElementCount).toBe(0))
  expect(status?.isConnected).toBe(true)
  await user.clear(field)
  await enterText(field, 'cnadle')
  await waitFor(() =>
    expect(status?.textContent).toBe('No results for “cnadle”. Showing results for “candle”.'),
  )
  await user.clear(field)
  await enterText(field, 'cnadle 99')
  await screen.findByText('No results found')
  expect(status?.childElementCount).toBe(0)
})

test('does not name many words', async () => {
  await t.inStore(
    tx => tx`
      insert into product (title, slug) select title, title
      from unnest(array['Sealka', 'Semlka', 'Senlka', 'Serlka']) title`,
  )
  await renderApp(t, '/apps/product/list?q=seolka')
  await screen.findByText('No results for “seolka”. Showing results for similar words.')
  await t.inStore(tx => tx`delete from product where title like 'Se_lka'`)
})
