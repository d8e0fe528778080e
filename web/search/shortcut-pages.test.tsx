import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../server/lib/testing/testing.ts'
import { placeAt, places } from '../lib/navigation/place.ts'
import { keyOf, shortcuts } from '../lib/navigation/shortcut.ts'
import { openPages } from '../lib/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const start = '/apps/coming-soon'
async function open(at = start) {
  const person = userEvent.setup()
  const { router } = await openPages(t, at)
  await screen.findByRole('button', { name: /^Search/ })
  return {
    person,
    router,
    path: () => router.state.location.pathname + router.state.location.search,
  }
}

test('no two shortcuts have the same keys', () => {
  const all = shortcuts.map(({ keys }) => keys.join(' '))
  expect(new Set(all).size).toBe(all.length)
})

test('a letter of another script stands for the one printed in its place', () => {
  const key = (key: string, code: string, ctrlKey = false) =>
    keyOf({ key, code, ctrlKey, metaKey: false })
  expect([
    key('g', 'KeyG'),
    key('п', 'KeyG'),
    key('?', 'Slash'),
    key('л', 'KeyK', true),
    key('K', 'KeyK', true),
    key('z', 'KeyY'),
  ]).toEqual(['g', 'g', '?', 'mod+k', 'mod+k', 'z'])
})

test.each(places.flatMap(({ key, to }) => (key ? [[key, to]] : [])))(
  'g %s goes to %s',
  async (key, to) => {
    const { person, path } = await open()
    await person.keyboard(`g${key}`)
    await waitFor(() => expect(path()).toBe(to))
    expect(placeAt(to)?.to).toBe(to)
  },
)

test('c creates what the page lists, and waits for a letter elsewhere', async () => {
  const { person, path, router } = await open('/apps/category/list')
  await person.keyboard('c')
  await waitFor(() => expect(path()).toBe('/apps/category/list?edit=new'))
  await router.navigate(start)
  await waitFor(() =>
    expect(
      screen.queryByRole('heading', { level: 1, name: 'Categories', hidden: true }),
    ).toBeNull(),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.keyboard('co')
  await waitFor(() => expect(path()).toBe('/apps/order/create'))
})

test('nothing happens inside a field, beside a modifier, or while a dialog is open', async () => {
  const { person, path } = await open('/apps/customer/create')
  const field = await screen.findByRole('textbox', { name: /^Email/ })
  await person.click(field)
  await person.keyboard('go/?')
  expect(field).toHaveProperty('value', 'go/?')
  expect([path(), screen.queryByRole('dialog')]).toEqual(['/apps/customer/create', null])
  screen.getByRole('heading', { level: 1 }).focus()
  await person.keyboard('{Alt>}go{/Alt}')
  await person.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await person.keyboard('go{Control>}k{/Control}')
  expect(path()).toBe('/apps/customer/create')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

test('the sheet shows all of them and turns those of single keys off, for good', async () => {
  const { person, path } = await open()
  await person.keyboard('?')
  const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(sheet.getByRole('region', { name: 'Go to' }).textContent).toContain('OrdersGthenO')
  expect(sheet.getByRole('region', { name: 'General' }).textContent).toContain('CtrlKor/')
  await person.click(sheet.getByRole('switch', { name: /single keys/ }))
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.keyboard('go?/')
  expect([path(), screen.queryByRole('dialog'), localStorage.getItem('layout')]).toEqual([
    start,
    null,
    '{"shortcuts":false}',
  ])
  await person.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('combobox', { name: 'Search' })).toBeDefined()
})
