import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Bookmark, bookmarkApi, maxBookmarks } from '#contract/staff/bookmark.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'
import { getBookmarkPath } from './use-bookmarkable-page.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
afterEach(cleanup)

const listBookmarks = async (): Promise<Bookmark[]> =>
  (await t.call('owner', bookmarkApi.list)).body.data
beforeEach(() => t.resetPeople())
const createBookmark = (title: string, path: string) =>
  t.call('owner', bookmarkApi.create, { body: { title, path } })
const listTitles = async () => (await listBookmarks()).map(({ title }) => title)
const findStar = (name: string) => screen.findByRole('button', { name, hidden: true })

test('the star bookmarks the page with its search and filters but no page number', async () => {
  const user = userEvent.setup()
  await renderApp(t, '/apps/product/list?status=draft&q=mug&page=2')
  await screen.findByRole('heading', { level: 1, name: 'Products' })
  await waitFor(async () =>
    expect((await findStar('Bookmark this page')).hasAttribute('disabled')).toBe(false),
  )
  await user.click(await findStar('Bookmark this page'))
  await findStar('Remove bookmark')
  await waitFor(async () =>
    expect(await listBookmarks()).toMatchObject([
      { title: 'Products · “mug” · draft', path: '/apps/product/list?q=mug&status=draft' },
    ]),
  )
  await user.click(await findStar('Remove bookmark'))
  await findStar('Bookmark this page')
  await waitFor(async () => expect(await listBookmarks()).toEqual([]))
})

test('the order of query parameters does not change the bookmarked path', () => {
  expect(getBookmarkPath({ pathname: '/a', search: '?b=2&a=1&page=3&after=x&edit=new' })).toBe(
    '/a?a=1&b=2',
  )
  expect(getBookmarkPath({ pathname: '/a', search: '?page=3' })).toBe('/a')
})

test('opens bookmarks from the bar and renames and removes them in the dialog', async () => {
  for (const [title, path] of [
    ['Orders', '/apps/order/list'],
    ['Products', '/apps/product/list'],
    ['Themes', '/apps/themes'],
  ] as const)
    await createBookmark(title, path)
  const user = userEvent.setup()
  const { router } = await renderApp(t, '/apps/coming-soon')
  await user.click(await screen.findByRole('button', { name: 'Bookmarks' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Products' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/apps/product/list'))
  await user.click(await screen.findByRole('button', { name: 'Bookmarks' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Manage bookmarks' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Manage bookmarks' }))
  const name = dialog.getByRole('textbox', { name: 'Name of Orders' })
  await user.clear(name)
  await enterText(name, 'To pack')
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await listTitles()).toEqual(['To pack', 'Products', 'Themes']))
  await user.click(dialog.getByRole('button', { name: 'Remove Products' }))
  await waitFor(async () => expect(await listTitles()).toEqual(['To pack', 'Themes']))
  expect(dialog.getByRole('button', { name: 'Move Themes' })).toBeDefined()
})

test('shows why a bookmark above the limit was rejected and reverts the star', async () => {
  for (let n = 0; n < maxBookmarks; n++) await createBookmark(`Page ${n}`, `/apps/page/${n}`)
  const user = userEvent.setup()
  await renderApp(t, '/apps/product/list')
  await waitFor(async () =>
    expect((await findStar('Bookmark this page')).hasAttribute('disabled')).toBe(false),
  )
  await user.click(await findStar('Bookmark this page'))
  expect(await screen.findByText(/You can’t add more bookmarks/)).toBeDefined()
  await findStar('Bookmark this page')
  expect(await listBookmarks()).toHaveLength(maxBookmarks)
})
