import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

const pathname = '/apps/customer/list'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  for (let n = 10; n < 35; n++)
    await t.call('owner', customerApi.create, {
      body: {
        name: `Ann ${n}`,
        email: `ann-${n}@example.com`,
        tags: n > 14 && n < 25 ? ['early'] : [],
      },
    })
})
afterAll(() => t.close())
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const findTable = () => screen.findByRole('table', { name: 'Customers' })
const listNames = () =>
  within(screen.getByRole('table', { name: 'Customers' }))
    .getAllByRole('link')
    .map(link => /Ann \d+/.exec(link.textContent ?? '')?.[0])
const findRange = (range: string) => screen.findByRole('navigation', { name: range })

test('pages forward and back, and keeps the page in the URL', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(t, `${pathname}?sort=name&perPage=10`)
  await findRange('1–10 of 25')
  expect(listNames()).toHaveLength(10)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' }).disabled).toBe(
    true,
  )
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await findRange('11–20 of 25')
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await findRange('21–25 of 25')
  expect(listNames()).toEqual(['Ann 30', 'Ann 31', 'Ann 32', 'Ann 33', 'Ann 34'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true)
  expect(new URLSearchParams(router.state.location.search).get('page')).toBe('3')
  await router.navigate(-1)
  await findRange('11–20 of 25')
  await user.click(screen.getByRole('button', { name: 'Previous page' }))
  await findRange('1–10 of 25')
  expect(router.state.location.search).toBe('?sort=name&perPage=10')
})

test('opens the last page if the page in the URL does not exist', async () => {
  const { router } = await renderApp(t, `${pathname}?sort=name&perPage=10&page=9`)
  await findRange('21–25 of 25')
  expect(new URLSearchParams(router.state.location.search).get('page')).toBe('3')
})

test('a filter returns to the first page, and stays with another sort and in the title count', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(t, `${pathname}?sort=name&perPage=10&page=2`)
  await findRange('11–20 of 25')
  await user.click(screen.getByRole('button', { name: 'Add filter' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Tags' }))
  const filter = within(await screen.findByRole('dialog', { name: 'Tags' }))
  await user.click(filter.getByRole('checkbox', { name: 'early' }))
  await findRange('1–10 of 10')
  expect(router.state.location.search).toBe('?sort=name&perPage=10&tag=early')
  screen.getByText('10', { selector: 'header *' })
  await user.keyboard('{Escape}')
  await user.click(within(await findTable()).getByRole('button', { name: 'Customer' }))
  await waitFor(() => expect(listNames()[0]).toBe('Ann 24'))
  expect(router.state.location.search).toBe('?sort=-name&perPage=10&tag=early')
  await user.click(screen.getByRole('button', { name: 'Remove filter Tags' }))
  await findRange('1–10 of 25')
  expect(router.state.location.search).toBe('?sort=-name&perPage=10')
})

test('names the search that has no results, and clears it', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(t, `${pathname}?q=zzzz&sort=name`)
  await screen.findByRole('heading', { name: 'No results found' })
  screen.getByText('No results match “zzzz”. Change or clear the filters.')
  expect(screen.queryByRole('table')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await findTable()
  expect(router.state.location.search).toBe('?sort=name')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('an empty list offers the next step only to staff who can take it', async () => {
  await renderApp(t, '/apps/cms/redirects')
  await screen.findByRole('heading', { name: 'No redirects yet' })
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Add redirect' })).toHaveLength(2)
  cleanup()
  await t.inStore(
    tx => tx`
      update membership set abilities = '[{"action": "read", "subject": "cms"}]'
      where person_id = ${t.people.nobody.personId}`,
  )
  await renderApp(t, '/apps/cms/redirects', { user: 'nobody' })
  await screen.findByRole('heading', { name: 'Nothing here yet' })
  expect(screen.queryByRole('button', { name: 'Add redirect' })).toBeNull()
})

test('shows the error of the server and loads the rows again', async () => {
  const user = userEvent.setup()
  await t.sql`alter table customer rename to hidden_customer`
  await renderApp(t, pathname)
  const error = within(await screen.findByRole('alert'))
  await t.sql`alter table hidden_customer rename to customer`
  expect(screen.queryByRole('table')).toBeNull()
  await user.click(error.getByRole('button', { name: 'Try again' }))
  await findTable()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a row is opened with the keyboard, and is marked after going back', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(t, `${pathname}?sort=name&perPage=10`)
  await findTable()
  const row = screen.getByRole('link', { name: /Ann 12/ })
  row.focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Ann 12' })
  await router.navigate(-1)
  await findTable()
  const returned = document.querySelector('tr[data-returned]')
  expect(returned?.textContent).toContain('Ann 12')
})
