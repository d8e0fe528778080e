import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Bookmark, bookmarkApi, maxBookmarks } from '#contract/bookmark.ts'
import { startTestApp, type TestApp } from '../../server/lib/testing/testing.ts'
import { openPages } from '../lib/testing.tsx'
import { addressOf } from './bookmark-here.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
afterEach(cleanup)

const kept = async (): Promise<Bookmark[]> => (await t.call('owner', bookmarkApi.list)).body.data
beforeEach(async () => {
  for (const { _id } of await kept())
    await t.call('owner', bookmarkApi.delete, { params: { id: _id } })
})
const pin = (title: string, address: string) =>
  t.call('owner', bookmarkApi.create, { body: { title, address } })
const titles = async () => (await kept()).map(({ title }) => title)
const star = (name: string) => screen.findByRole('button', { name, hidden: true })

test('the star pins this page with its search and filters, but not how far one had gone in it', async () => {
  const person = userEvent.setup()
  await openPages(t, '/apps/product/list?status=draft&q=mug&page=2')
  await screen.findByRole('heading', { level: 1, name: 'Products' })
  await waitFor(async () =>
    expect((await star('Bookmark this page')).hasAttribute('disabled')).toBe(false),
  )
  await person.click(await star('Bookmark this page'))
  await star('Remove bookmark')
  await waitFor(async () =>
    expect(await kept()).toMatchObject([
      { title: 'Products · “mug” · draft', address: '/apps/product/list?q=mug&status=draft' },
    ]),
  )
  await person.click(await star('Remove bookmark'))
  await star('Bookmark this page')
  await waitFor(async () => expect(await kept()).toEqual([]))
})

test('the order of a query makes no other page', () => {
  expect(addressOf({ pathname: '/a', search: '?b=2&a=1&page=3&after=x&edit=new' })).toBe(
    '/a?a=1&b=2',
  )
  expect(addressOf({ pathname: '/a', search: '?page=3' })).toBe('/a')
})

test('pinned pages are in reach from the bar, and arranged by keyboard, renamed and removed in the dialog', async () => {
  for (const [title, address] of [
    ['Orders', '/apps/order/list'],
    ['Products', '/apps/product/list'],
    ['Themes', '/apps/themes'],
  ] as const)
    await pin(title, address)
  const person = userEvent.setup()
  const { router } = await openPages(t, '/apps/coming-soon')
  await person.click(await screen.findByRole('button', { name: 'Bookmarks' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Products' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/apps/product/list'))
  await person.click(await screen.findByRole('button', { name: 'Bookmarks' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Manage bookmarks' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Manage bookmarks' }))
  const name = dialog.getByRole('textbox', { name: 'Name of Orders' })
  await person.clear(name)
  await person.type(name, 'To pack{Enter}')
  await waitFor(async () => expect(await titles()).toEqual(['To pack', 'Products', 'Themes']))
  await person.click(dialog.getByRole('button', { name: 'Remove Products' }))
  await waitFor(async () => expect(await titles()).toEqual(['To pack', 'Themes']))
  expect(dialog.getByRole('button', { name: 'Move Themes' })).toBeDefined()
})

test('a refused pin is taken back, and says why', async () => {
  for (let n = 0; n < maxBookmarks; n++) await pin(`Page ${n}`, `/apps/page/${n}`)
  const person = userEvent.setup()
  await openPages(t, '/apps/product/list')
  await waitFor(async () =>
    expect((await star('Bookmark this page')).hasAttribute('disabled')).toBe(false),
  )
  await person.click(await star('Bookmark this page'))
  expect(await screen.findByText(/No more pages can be pinned/)).toBeDefined()
  await star('Bookmark this page')
  expect(await kept()).toHaveLength(maxBookmarks)
})
