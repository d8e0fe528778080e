import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { productApi } from '#contract/product/product.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  localStorage.clear()
  await t.resetPeople()
  for (const n of [1, 2, 3, 4, 5])
    await t.call('owner', productApi.create, {
      body: { title: `Stoneware mug ${n}`, sku: `MUG-${n}` },
    })
  await t.call('owner', customerApi.create, {
    body: { name: 'Ada Verne', email: 'ada@example.com' },
  })
  await t.inStore(
    tx =>
      tx`insert into "order" (number, currency, customer_name, customer_email)
        values ('#1001', 'USD', 'Ada Verne', 'ada@example.com'), ('#1002', 'USD', 'Max Holm', '')`,
  )
})
afterEach(cleanup)

const startPath = '/apps/coming-soon'
async function openPalette(path = startPath) {
  const user = userEvent.setup()
  const page = await renderApp(t, path)
  await screen.findByRole('button', { name: /^Search/ })
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Search' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  return { user, field, ...page }
}
const listOptionTexts = () => screen.getAllByRole('option').map(option => option.textContent ?? '')
const getOptionGroups = (): Record<string, string[]> =>
  Object.fromEntries(
    screen.getAllByRole('group').map(group => [
      group.getAttribute('aria-label') ?? '',
      within(group)
        .getAllByRole('option')
        .map(option => option.textContent ?? ''),
    ]),
  )
const getActiveOption = () => screen.getByRole('option', { selected: true })

test('lists the five main pages before the user types, and closes with Escape', async () => {
  const { user, field } = await openPalette()
  expect(
    Object.values(getOptionGroups())
      .flat()
      .map(text => text.replace(/G.$/, '')),
  ).toEqual(['Dashboard', 'Category', 'Product', 'Order', 'CMS'])
  const icons = screen
    .getAllByRole('option')
    .map(
      option =>
        /tabler-icon-([\w-]+)/.exec(option.querySelector('svg')?.getAttribute('class') ?? '')?.[1],
    )
  expect(icons).toEqual(['home', 'layout-grid', 'box', 'shopping-cart', 'layout'])
  expect(Object.values(getOptionGroups()).every(group => group.length <= 4)).toBe(true)
  expect(field.getAttribute('aria-activedescendant')).toBe(getActiveOption().id)
  expect(getActiveOption().textContent).toContain('Dashboard')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('receives the keys pressed before its field has the focus, also from a field', async () => {
  const user = userEvent.setup()
  await renderApp(t, '/apps/customer/list')
  const pageField = await screen.findByRole('searchbox')
  await user.click(pageField)
  // The browser inserts the text of a key unless a listener prevents it.
  fireEvent.keyDown(pageField, { key: 'k', ctrlKey: true })
  const isInserted = ['r', 'e', 'f', 'x', 'Backspace', 'u', 'n', 'd'].map(key =>
    fireEvent.keyDown(pageField, { key }),
  )
  expect(isInserted).not.toContain(true)
  const field = await screen.findByRole('combobox', { name: 'Search' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field).toHaveProperty('value', 'refund')
  await user.keyboard('s')
  expect(field).toHaveProperty('value', 'refunds')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(pageField)
  await user.keyboard('ada{Control>}k{/Control}')
  expect(await screen.findByRole('combobox', { name: 'Search' })).toHaveProperty('value', '')
  expect(pageField).toHaveProperty('value', 'ada')
})

test('opens the first result when Enter is pressed before its field has the focus', async () => {
  await renderApp(t, startPath)
  await screen.findByRole('button', { name: /^Search/ })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  for (const key of [...'redirects', 'Enter']) fireEvent.keyDown(document.body, { key })
  await screen.findByRole('heading', { name: 'Redirects' })
})

test('shows four results of each group, a link to all, highlighted matches and the count', async () => {
  const { user } = await openPalette()
  await user.keyboard('mug')
  await waitFor(() =>
    expect(getOptionGroups()['Products']).toEqual([
      'Stoneware mug 5MUG-5',
      'Stoneware mug 4MUG-4',
      'Stoneware mug 3MUG-3',
      'Stoneware mug 2MUG-2',
      'View all products matching “mug”',
    ]),
  )
  expect(await screen.findByText('5 results')).toBeDefined()
  expect(document.querySelector('mark')?.textContent).toBe('mug')
  await user.keyboard('{ArrowUp}')
  expect(getActiveOption().textContent).toBe('View all products matching “mug”')
  expect(getActiveOption().getAttribute('href')).toBe('/apps/product/list?q=mug')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(getActiveOption().textContent).toBe('Stoneware mug 4MUG-4')
})

test('opens the selected result and lists it first the next time', async () => {
  const { user, router } = await openPalette()
  await user.paste('#1001')
  await waitFor(() => expect(listOptionTexts()[0]).toContain('#1001'))
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(router.state.location.pathname).toMatch(/^\/apps\/order\/orderDetail\//),
  )
  await screen.findByRole('heading', { level: 1, name: '#1001' })
  await waitFor(() => expect(localStorage.getItem('recent')).toContain('#1001'))
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Search' })
  expect(getOptionGroups()['Recent']).toEqual(['#1001'])
  expect(getActiveOption().textContent).toBe('#1001')
})

test('waits for the results when Enter is pressed before they arrive', async () => {
  const { user, router } = await openPalette()
  await user.paste('1002')
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(router.state.location.pathname).toMatch(/^\/apps\/order\/orderDetail\//),
  )
  expect(await screen.findByRole('heading', { level: 1, name: '#1002' })).toBeDefined()
})

test('opens the selected result in a new tab with Ctrl+Enter', async () => {
  const openSpy = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user, router } = await openPalette()
  await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}')
  expect(openSpy).toHaveBeenCalledWith('/apps/category/list', '_blank', 'noopener')
  expect(router.state.location.pathname).toBe(startPath)
})

test('shows the search text when there are no results and offers to search the lists', async () => {
  const { user, router } = await openPalette()
  await user.paste('tapestry & co')
  expect((await screen.findAllByText('No results for “tapestry & co”')).length).toBe(2)
  expect(listOptionTexts()).toEqual([
    'Search orders for “tapestry & co”',
    'Search products for “tapestry & co”',
    'Search customers for “tapestry & co”',
    'Search categories for “tapestry & co”',
  ])
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?q=tapestry%20%26%20co'))
})

test('names the words that are searched instead', async () => {
  const { user, field } = await openPalette()
  await user.paste('stonewaer')
  const text = 'No results for “stonewaer”. Showing results for “stoneware”.'
  const status = await screen.findByText(`${text} 5 results`)
  expect(status.getAttribute('role')).toBe('status')
  expect(screen.getByText(text).getAttribute('aria-hidden')).toBe('true')
  await user.clear(field)
  await user.paste('stoneware')
  await waitFor(() => expect(status.textContent).toBe('5 results'))
  expect(screen.queryByText(text)).toBeNull()
})

test('finds pages, actions and settings by their words', async () => {
  const { user } = await openPalette()
  await user.paste('create')
  await waitFor(() =>
    expect(getOptionGroups()['Actions']?.map(text => text.replace(/C.$/, ''))).toEqual([
      'Create order',
      'Create campaign',
      'Create API key',
    ]),
  )
  await user.clear(screen.getByRole('combobox'))
  await user.paste('dark ap')
  await waitFor(() =>
    expect(getOptionGroups()['Settings']).toEqual(['Dark appearance', 'Semi-dark appearance']),
  )
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.documentElement.dataset['skin']).toBe('dark'))
})

test('offers only pages and actions that the user has permission for', async () => {
  const abilities: Ability[] = [{ action: 'read', subject: 'order' }]
  await t.inStore(
    tx =>
      tx`update membership set abilities = ${tx.json(abilities)}
        where person_id = ${t.people.nobody.personId}`,
  )
  const user = userEvent.setup()
  const { router } = await renderApp(t, startPath, { user: 'nobody' })
  await screen.findByRole('button', { name: /^Search/ })
  await user.keyboard('/')
  await screen.findByRole('combobox', { name: 'Search' })
  expect(
    Object.values(getOptionGroups())
      .flat()
      .map(text => text.replace(/G.$/, '')),
  ).toEqual(['Order'])
  await user.keyboard('ada')
  await waitFor(() => expect(Object.keys(getOptionGroups())).toEqual(['Orders', 'Help']))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('gp')
  expect(router.state.location.pathname).toBe(startPath)
  await user.keyboard('go')
  await waitFor(() => expect(router.state.location.pathname).toBe('/apps/order/list'))
})

test('finds each page once', async () => {
  const { user } = await openPalette()
  await user.paste('payment')
  await waitFor(() => expect(getOptionGroups()['Pages']).toEqual(['Payment methods']))
})

test.each([
  ['cms', 'Content', 'CMS'],
  ['category', 'Categories', 'category'],
  ['audit', 'Activity log', 'Settings · audit'],
  ['webhook', 'Developers', 'Settings · webhook'],
  ['api key', 'Developers', 'Settings · API key'],
  ['password', 'Your account', 'password'],
  ['two-step', 'Your account', 'two-step'],
  ['2fa', 'Your account', '2FA'],
  ['language', 'Your account', 'language'],
  ['carriers', 'Shipping', 'Settings · carriers'],
  ['address', 'Store details', 'Settings · address'],
  ['GST', 'Taxes', 'Settings · GST'],
])('finds a page by “%s” and shows why', async (words, page, reason) => {
  const { user } = await openPalette()
  await user.paste(words)
  await waitFor(() =>
    expect(getOptionGroups()['Pages']?.[0]?.replace(/G.$/, '')).toBe(`${page}${reason}`),
  )
})

test('logs out and locks the screen', async () => {
  const { user } = await openPalette()
  await user.paste('log out')
  await waitFor(() => expect(getOptionGroups()['Settings']).toContain('Log out'))
  await user.clear(screen.getByRole('combobox'))
  await user.paste('lock')
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Screen locked' })
})
