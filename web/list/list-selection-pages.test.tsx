import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { redirectApi } from '#contract/cms/redirect.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

const pathname = '/apps/cms/redirects'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  localStorage.clear()
  await t.resetPeople()
  for (let n = 10; n < 22; n++)
    await t.call('owner', redirectApi.create, {
      body: { path: `/old-${n}`, target: n < 20 ? '/products' : '/pages/about' },
    })
})
afterEach(cleanup)

const findRow = (path: string) => screen.findByRole('checkbox', { name: `Select ${path}` })
const getToolbarName = () => screen.getByRole('toolbar').getAttribute('aria-label')
const isChecked = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked
const listPaths = async () =>
  (await t.call('owner', redirectApi.list, { query: { sort: 'path', perPage: 50 } })).body.data.map(
    ({ path }: { path: string }) => path,
  )

test('a selection stays on other pages and is deleted as a whole', async () => {
  const user = userEvent.setup()
  await renderApp(t, `${pathname}?sort=path&perPage=10`)
  await user.click(await findRow('/old-10'))
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await user.click(await findRow('/old-21'))
  expect(getToolbarName()).toBe('2 selected')
  await user.click(screen.getByRole('button', { name: 'Previous page' }))
  await findRow('/old-10')
  expect(isChecked('Select /old-10')).toBe(true)
  expect(isChecked('Select /old-11')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 redirects?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('2 redirects deleted')
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  const paths = await listPaths()
  expect(paths).toHaveLength(10)
  expect(paths).not.toContain('/old-10')
  expect(paths).not.toContain('/old-21')
})

test('all matching rows are selected, except those that the user takes out', async () => {
  const user = userEvent.setup()
  await renderApp(t, `${pathname}?sort=path&perPage=10`)
  await findRow('/old-10')
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  expect(getToolbarName()).toBe('10 selected')
  await user.click(screen.getByRole('button', { name: 'Select all 12 matching results' }))
  expect(getToolbarName()).toBe('12 selected')
  expect(screen.queryByRole('button', { name: /matching/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await user.click(await findRow('/old-21'))
  expect(getToolbarName()).toBe('11 selected')
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect(await listPaths()).toEqual(['/old-21']))
  // The page that was open no longer exists.
  await findRow('/old-21')
})

test('a selection is cleared by its button, and ends with another filter', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(t, `${pathname}?sort=path&perPage=50`)
  await user.click(await findRow('/old-10'))
  const search = screen.getByRole('searchbox')
  expect(search.closest('[inert]'), 'the actions replace the search').not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(search.closest('[inert]')).toBeNull()
  expect(isChecked('Select /old-10')).toBe(false)
  await user.click(await findRow('/old-10'))
  await router.navigate(`${pathname}?sort=path&perPage=50&q=old-1`)
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select /old-21' })).toBeNull())
  expect(isChecked('Select /old-10')).toBe(false)
  expect(screen.queryByRole('toolbar')).toBeNull()
})

test('rows are selected with the keyboard', async () => {
  const user = userEvent.setup()
  await renderApp(t, `${pathname}?sort=path&perPage=10`)
  const checkbox = await findRow('/old-10')
  checkbox.focus()
  await user.keyboard(' ')
  expect(getToolbarName()).toBe('1 selected')
  expect(document.activeElement).toBe(checkbox)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /old-10/ }))
  await user.tab()
  await user.keyboard(' ')
  expect(getToolbarName()).toBe('2 selected')
})

test('staff who can only read redirects select and open none', async () => {
  await t.inStore(
    tx => tx`
      update membership set abilities = '[{"action": "read", "subject": "cms"}]'
      where person_id = ${t.people.nobody.personId}`,
  )
  await renderApp(t, `${pathname}?perPage=10`, { user: 'nobody' })
  await screen.findByRole('table', { name: 'Redirects' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(within(screen.getByRole('table')).queryByRole('link')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add redirect' })).toBeNull()
})
