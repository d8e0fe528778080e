import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { redirectApi } from '#contract/cms/redirect.ts'
import { discountApi } from '#contract/product/discount.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.call('owner', discountApi.create, {
    body: { name: 'Spring sale', code: 'SPRING', percentage: 10 },
  })
  await app.call('owner', redirectApi.create, { body: { path: '/old', target: '/products' } })
  await app.inStore(
    tx =>
      tx`update membership set abilities = ${tx.json([
        { action: 'read', subject: 'product' },
        { action: 'read', subject: 'cms' },
      ])} where person_id = ${app.people.nobody.personId}`,
  )
})
afterAll(() => app.close())
afterEach(cleanup)

test('a user with read access opens a readable form, but cannot save it', async () => {
  const { router } = await renderApp(app, '/apps/discount/list', { user: 'nobody' })
  await userEvent.click(await screen.findByRole('link', { name: /Spring sale/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit Spring sale' }))
  expect(router.state.location.search).toMatch(/^\?edit=\w+/)
  expect(drawer.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  expect([
    screen.queryByRole('button', { name: 'Create discount' }),
    drawer.queryByRole('button', { name: 'Delete discount' }),
  ]).toEqual([null, null])
})

test('a user with read access opens no other form, not even by its URL', async () => {
  await renderApp(app, '/apps/cms/redirects?edit=new', { user: 'nobody' })
  await screen.findByText('/old')
  expect([
    screen.queryByRole('dialog'),
    screen.queryByRole('link', { name: /\/old/ }),
    screen.queryByRole('button', { name: 'Add redirect' }),
  ]).toEqual([null, null, null])
})

test('a link opens the form of a row, and one to no row opens none', async () => {
  const [row] = (await app.call('owner', redirectApi.list)).body.data
  const { router } = await renderApp(app, `/apps/cms/redirects?edit=${row._id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit redirect' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toBe('')
  await router.navigate('/apps/cms/redirects?edit=1')
  await screen.findByText('/old')
  expect(screen.queryByRole('dialog')).toBeNull()
})
