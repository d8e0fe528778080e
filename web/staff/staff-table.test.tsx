import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { staffApi } from '#contract/staff/staff.ts'
import { viewApi } from '#contract/staff/view.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.call('owner', staffApi.invite, { body: { email: 'cleo@example.net', role: 'user' } })
})
afterAll(() => app.close())
afterEach(cleanup)

const openList = async (query = '') => {
  const page = await renderApp(app, `/apps/staff/list${query}`)
  const table = await screen.findByRole('table', { name: 'Staff' })
  return { ...page, table }
}
const countRows = (table: HTMLElement) => within(table).getAllByRole('row').length - 2

test('a filter below a column name selects rows, also after it found none', async () => {
  const { table, router } = await openList()
  await waitFor(() => expect(countRows(table)).toBe(3))
  const nameFilter = within(table).getByRole('searchbox', { name: 'Filter by Name' })
  await enterText(nameFilter, 'nobody')
  await waitFor(() => expect(countRows(table)).toBe(1))
  expect(router.state.location.search).toBe('?name=nobody')
  await userEvent.type(nameFilter, 'x')
  await screen.findByText('No results found')
  expect(document.activeElement).toBe(nameFilter)
  await userEvent.clear(nameFilter)
  await waitFor(() => expect(countRows(table)).toBe(3))
})

test('a filter with choices shows its values and combines with the others', async () => {
  const { table } = await openList('?role=user,restricted-user')
  await waitFor(() => expect(countRows(table)).toBe(2))
  await within(table).findByRole('button', { name: 'Filter by Role: User, Restricted user' })
  await userEvent.click(within(table).getByRole('button', { name: 'Filter by Status: Any' }))
  const dialog = await screen.findByRole('dialog', { name: 'Filter by Status' })
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Pending' }))
  await waitFor(() => expect(countRows(table)).toBe(1))
  within(table).getByRole('button', { name: 'Filter by Status: Pending' })
})

test('a range has both days in one filter', async () => {
  const { table } = await openList('?from=2026-01-01&to=2026-01-02')
  await screen.findByText('No results found')
  within(table).getByRole('button', { name: 'Filter by Added: Jan 1, 2026 – Jan 2, 2026' })
})

test('the columns and their height are kept for the person', async () => {
  await openList()
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const panel = await screen.findByRole('dialog', { name: 'Columns' })
  await userEvent.click(await within(panel).findByRole('checkbox', { name: 'Email' }))
  await screen.findByRole('searchbox', { name: 'Filter by Email' })
  await userEvent.click(within(panel).getByRole('radio', { name: 'Compact' }))
  await waitFor(async () => {
    const { data } = (await app.call('owner', viewApi.list, { query: { list: 'staff' } })).body
    expect(data.layouts[0]).toMatchObject({
      density: 'compact',
      columns: expect.arrayContaining([{ key: 'email', isHidden: false, width: null }]),
    })
  })
})

test('the rows can be exported as CSV and as a workbook', async () => {
  await openList('?name=nobody')
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await screen.findByRole('menuitem', { name: 'CSV file' })
  screen.getByRole('menuitem', { name: 'Excel workbook' })
})
