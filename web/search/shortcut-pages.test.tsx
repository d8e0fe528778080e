import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import '../router.tsx'
import { findNavigationTarget, listNavigationTargets } from '../lib/navigation/navigation-target.ts'
import { listShortcuts, normalizeKey } from '../lib/navigation/shortcut.ts'
import { renderApp } from '../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => {
  localStorage.clear()
  return t.resetPeople()
})
afterEach(cleanup)

const startPath = '/apps/coming-soon'
async function openApp(initialPath = startPath) {
  const user = userEvent.setup()
  const { router } = await renderApp(t, initialPath)
  await screen.findByRole('button', { name: /^Search/ })
  return {
    user,
    router,
    getPath: () => router.state.location.pathname + router.state.location.search,
  }
}

test('gives every shortcut its own keys', () => {
  const allKeys = listShortcuts().map(({ keys }) => keys.join(' '))
  expect(new Set(allKeys).size).toBe(allKeys.length)
})

test('reads a key of another script as the Latin letter of the same key', () => {
  const key = (key: string, code: string, ctrlKey = false) =>
    normalizeKey({ key, code, ctrlKey, metaKey: false })
  expect([
    key('g', 'KeyG'),
    key('п', 'KeyG'),
    key('?', 'Slash'),
    key('л', 'KeyK', true),
    key('K', 'KeyK', true),
    key('z', 'KeyY'),
  ]).toEqual(['g', 'g', '?', 'mod+k', 'mod+k', 'z'])
})

test.each(listNavigationTargets().flatMap(({ shortcutKey: key, to }) => (key ? [[key, to]] : [])))(
  'g %s opens %s',
  async (key, to) => {
    const { user, getPath } = await openApp()
    await user.keyboard(`g${key}`)
    await waitFor(() => expect(getPath()).toBe(to))
    expect(findNavigationTarget(to)?.to).toBe(to)
  },
)

test('creates an item of the current list with c, and elsewhere waits for a second letter', async () => {
  const { user, getPath, router } = await openApp('/apps/category/list')
  await user.keyboard('c')
  await waitFor(() => expect(getPath()).toBe('/apps/category/list?edit=new'))
  await router.navigate(startPath)
  await waitFor(() =>
    expect(
      screen.queryByRole('heading', { level: 1, name: 'Categories', hidden: true }),
    ).toBeNull(),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('co')
  await waitFor(() => expect(getPath()).toBe('/apps/order/create'))
})

test('ignores shortcuts in a field, with a modifier key or while a dialog is open', async () => {
  const { user, getPath } = await openApp('/apps/customer/create')
  const field = await screen.findByRole('textbox', { name: /^Email/ })
  await user.click(field)
  await user.keyboard('go/?')
  expect(field).toHaveProperty('value', 'go/?')
  expect([getPath(), screen.queryByRole('dialog')]).toEqual(['/apps/customer/create', null])
  screen.getByRole('heading', { level: 1 }).focus()
  await user.keyboard('{Alt>}go{/Alt}')
  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Help' })
  await user.keyboard('go{Control>}k{/Control}')
  expect(getPath()).toBe('/apps/customer/create')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['?', 'Help'],
  ['/', 'Search'],
  [',', 'Layout'],
])('returns the focus after %s opened a dialog', async (key, name) => {
  const { user } = await openApp()
  const [link] = screen.getAllByRole('link', { name: 'Orders' })
  for (const _ of ['while the dialog loads', 'once it is loaded']) {
    link?.focus()
    await user.keyboard(key)
    const dialog = await screen.findByRole('dialog', { name })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(link))
  }
})

test('returns the focus to the page from a dialog that another one opened', async () => {
  const { user } = await openApp()
  const [link] = screen.getAllByRole('link', { name: 'Orders' })
  link?.focus()
  await user.keyboard('/')
  const search = await screen.findByRole('combobox', { name: 'Search' })
  await user.type(search, 'keyboard shortcuts{Enter}')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(link))
})

test('lists all shortcuts and turns off single-key shortcuts permanently', async () => {
  const { user, getPath } = await openApp()
  await user.keyboard('?')
  await user.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(sheet.getByRole('region', { name: 'Go to' }).textContent).toContain('OrdersGthenO')
  expect(sheet.getByRole('region', { name: 'General' }).textContent).toContain('CtrlKor/')
  await user.click(sheet.getByRole('switch', { name: /single-key/ }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('go?/')
  expect([getPath(), screen.queryByRole('dialog'), localStorage.getItem('layout')]).toEqual([
    startPath,
    null,
    '{"shortcuts":false}',
  ])
  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('combobox', { name: 'Search' })).toBeDefined()
})
