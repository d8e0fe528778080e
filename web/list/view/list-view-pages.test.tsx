import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Ability } from '#contract/lib/call/permission.ts'
import { productApi } from '#contract/product/product.ts'
import { type ListViews, type View, viewApi } from '#contract/staff/view.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { enterText } from '../../testing/enter-text.ts'
import { renderApp } from '../../testing/testing.tsx'

const pathname = '/apps/product/list'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  localStorage.clear()
  await t.resetPeople()
  for (const title of ['Mug', 'Jug', 'Bowl'])
    await t.call('owner', productApi.create, { body: { title } })
})
afterEach(cleanup)

const getViews = async (user: 'owner' | 'nobody' = 'owner'): Promise<ListViews> =>
  (await t.call(user, viewApi.list, { query: { list: 'product' } })).body.data
const listViewNames = async () => (await getViews()).views.map(({ name }) => name)
const createView = async (name: string, body: Partial<View> = {}): Promise<View> =>
  (
    await t.call('owner', viewApi.create, {
      body: { list: 'product', name, query: { q: name.toLowerCase() }, ...body },
    })
  ).body.data
const findTable = () => screen.findByRole('table', { name: 'Products' })
const waitForTitles = (...titles: string[]) =>
  waitFor(() =>
    expect(
      within(screen.getByRole('table', { name: 'Products' }))
        .getAllByRole('link')
        .map(link => titles.find(title => link.textContent?.includes(title))),
    ).toEqual(titles),
  )
async function chooseAction(viewName: string, action: string) {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: `Actions for view ${viewName}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

test('saves the search and the order under a name, and opens it again', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(t, `${pathname}?q=mug&sort=-title`)
  await waitForTitles('Mug')
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }))
  await enterText(dialog.getByRole('textbox', { name: 'Name' }), 'Cups')
  await user.keyboard('{Enter}')
  const tab = await screen.findByRole('button', { name: 'Cups', pressed: true })
  expect((await getViews()).views[0]?.query).toEqual({ q: 'mug', sort: '-title' })
  expect(screen.queryByRole('button', { name: 'Save view' }), 'nothing to save').toBeNull()
  await user.click(screen.getByRole('button', { name: /^All/ }))
  await waitForTitles('Bowl', 'Jug', 'Mug')
  expect(router.state.location.search).toBe('')
  await user.click(tab)
  await waitForTitles('Mug')
})

test('a view without a name is not saved', async () => {
  const user = userEvent.setup()
  await renderApp(t, `${pathname}?q=mug`)
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }))
  await user.click(dialog.getByRole('button', { name: 'Save view' }))
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'),
  )
  expect(await listViewNames()).toEqual([])
})

test('a change in a view is saved to it, or discarded', async () => {
  const user = userEvent.setup()
  const view = await createView('Mug')
  const { router } = await renderApp(t, `${pathname}?q=jug&saved=${view._id}`)
  await waitForTitles('Jug')
  await screen.findByRole('button', { name: 'Mug', pressed: true })
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Discard changes' }))
  await waitForTitles('Mug')
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
  await router.navigate(`${pathname}?q=jug&saved=${view._id}`)
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save to “Mug”' }))
  await waitFor(async () => expect((await getViews()).views[0]?.query).toEqual({ q: 'jug' }))
})

test('the default view opens with the list, but not instead of a link', async () => {
  const view = await createView('Mug')
  const { router } = await renderApp(t, `${pathname}?q=mug&saved=${view._id}`)
  await chooseAction('Mug', 'Set as default view')
  await waitFor(async () => expect((await getViews()).defaultView).toBe(view._id))
  await router.navigate('/apps/customer/list')
  await screen.findByRole('heading', { level: 1, name: 'Customers' })
  await router.navigate(pathname)
  await waitForTitles('Mug')
  await router.navigate('/apps/customer/list')
  await screen.findByRole('heading', { level: 1, name: 'Customers' })
  await router.navigate(`${pathname}?q=jug`)
  await waitForTitles('Jug')
  expect(router.state.location.search).toBe('?q=jug')
  await router.navigate(`${pathname}?q=mug&saved=${view._id}`)
  await chooseAction('Mug', 'Remove as default view')
  await waitFor(async () => expect((await getViews()).defaultView).toBeNull())
})

test('renames, moves and deletes a view', async () => {
  const user = userEvent.setup()
  const view = await createView('Mug')
  await createView('Jug')
  const { router } = await renderApp(t, `${pathname}?q=mug&saved=${view._id}`)
  await chooseAction('Mug', 'Rename')
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename view' }))
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await enterText(name, 'Cups')
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await listViewNames()).toEqual(['Cups', 'Jug']))
  await chooseAction('Cups', 'Move later')
  await waitFor(async () => expect(await listViewNames()).toEqual(['Jug', 'Cups']))
  await chooseAction('Cups', 'Delete view')
  const question = within(await screen.findByRole('dialog', { name: 'Delete “Cups”?' }))
  await user.click(question.getByRole('button', { name: 'Delete view' }))
  await waitFor(async () => expect(await listViewNames()).toEqual(['Jug']))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await waitForTitles('Bowl', 'Jug', 'Mug')
})

test('columns that the user hides in a view stay as they are in the list', async () => {
  const user = userEvent.setup()
  const view = await createView('Mug')
  await renderApp(t, `${pathname}?q=mug&saved=${view._id}`)
  await findTable()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Columns' }))
  await user.click(await panel.findByRole('checkbox', { name: 'Price' }))
  await waitFor(async () =>
    expect((await getViews()).layouts.map(layout => layout.view)).toEqual([view._id]),
  )
  const hasPrice = () => screen.queryByRole('columnheader', { name: /^Price/ }) !== null
  expect(hasPrice()).toBe(false)
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: /^All/ }))
  await waitFor(() => expect(hasPrice()).toBe(true))
})

test('the keyboard sets the width of a column, which is stored', async () => {
  const user = userEvent.setup()
  await createView('Mug')
  await renderApp(t, pathname)
  await findTable()
  // The tab of the view shows that the stored widths have loaded too.
  await screen.findByRole('button', { name: 'Mug' })
  const edge = screen.getByRole('separator', { name: 'Width of Status' })
  expect(edge.getAttribute('aria-valuetext')).toBe('Automatic width')
  const findWidth = async () =>
    (await getViews()).layouts[0]?.columns?.find(({ key }) => key === 'status')?.width
  edge.focus()
  // The narrowest width, because jsdom has no layout.
  await user.keyboard('{ArrowRight}')
  expect(edge.getAttribute('aria-valuetext')).toBe('64 pixels')
  await waitFor(async () => expect(await findWidth()).toBe(64))
  await user.keyboard('{ArrowRight}')
  await waitFor(async () => expect(await findWidth()).toBe(80))
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  expect(edge.getAttribute('aria-valuetext')).toBe('64 pixels')
  await user.keyboard('{Enter}')
  expect(edge.getAttribute('aria-valuetext')).toBe('Automatic width')
  await waitFor(async () => expect((await getViews()).layouts).toEqual([]))
})

test('a saved width does not undo a newer one that is not saved yet', async () => {
  const user = userEvent.setup()
  await createView('Mug')
  await renderApp(t, pathname)
  await findTable()
  await screen.findByRole('button', { name: 'Mug' })
  const edge = screen.getByRole('separator', { name: 'Width of Status' })
  const send = vi.spyOn(globalThis, 'fetch')
  const listCalls = () =>
    send.mock.calls.flatMap(([url, options]) =>
      String(url).includes('/view/') ? [options?.method ?? 'GET'] : [],
    )
  edge.focus()
  await t.sql.begin(async tx => {
    // The first change waits until the end of this transaction.
    await tx`lock table list_layout in access exclusive mode`
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(listCalls()).toEqual(['PUT']))
    await user.keyboard('{ArrowRight}')
    expect(edge.getAttribute('aria-valuetext')).toBe('80 pixels')
  })
  await waitFor(() => expect(listCalls()).toEqual(['PUT', 'PUT', 'GET']))
  send.mockRestore()
  expect(edge.getAttribute('aria-valuetext')).toBe('80 pixels')
})

test('staff who can only read products use shared views, but change none', async () => {
  const view = await createView('Mug', { isShared: true })
  await createView('Jug')
  const abilities: Ability[] = [
    { action: 'read', subject: 'product' },
    { action: 'read', subject: 'business' },
  ]
  await t.inStore(
    tx => tx`update membership set abilities = ${tx.json(abilities)}
      where person_id = ${t.people.nobody.personId}`,
  )
  const user = userEvent.setup()
  await renderApp(t, `${pathname}?q=mug&saved=${view._id}`, { user: 'nobody' })
  await user.click(await screen.findByRole('button', { name: 'Actions for view Mug' }))
  await screen.findByRole('menuitem', { name: 'Set as default view' })
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Set as default view',
  ])
  expect(screen.queryByRole('button', { name: 'Jug' })).toBeNull()
})
