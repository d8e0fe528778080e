import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TaxClass, taxApi } from '#contract/store/tax.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { renderApp } from '../../testing/testing.tsx'

const pathname = '/apps/settings/taxes'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.resetPeople()
  await app.call('owner', taxApi.create, { body: { name: 'Books', rates: [] } })
})
afterEach(cleanup)

const findDrawer = async (name: string) => within(await screen.findByRole('dialog', { name }))
const listNames = async () =>
  (await app.call('owner', taxApi.list)).body.data.map(({ name }: TaxClass) => name)
const waitForNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('opens with the focus in its first field, and returns it to the button', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(app, pathname)
  const opener = await screen.findByRole('button', { name: 'Edit Books' })
  await user.click(opener)
  const drawer = await findDrawer('Edit Books')
  await waitFor(() =>
    expect(document.activeElement).toBe(drawer.getByRole('textbox', { name: 'Name' })),
  )
  expect(router.state.location.search).toMatch(/^\?class=/)
  await user.keyboard('{Escape}')
  await waitForNoDialog()
  await waitFor(() => expect(document.activeElement).toBe(opener))
  expect(router.state.location.search).toBe('')
})

test('asks before Escape, the cancel button or a click beside it loses changes', async () => {
  const user = userEvent.setup()
  await renderApp(app, pathname)
  await user.click(await screen.findByRole('button', { name: 'Edit Books' }))
  const drawer = await findDrawer('Edit Books')
  const field = drawer.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await user.type(field, ' and maps')
  await user.keyboard('{Escape}')
  const question = await findDrawer('Leave without saving?')
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  await user.click(document.querySelector('.mantine-Drawer-overlay') as Element)
  await findDrawer('Leave without saving?')
  // Escape closes only the question, because it is on top.
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  expect(field.value).toBe('Books and maps')
  await user.click(drawer.getByRole('button', { name: 'Cancel' }))
  const lastQuestion = await findDrawer('Leave without saving?')
  await user.click(lastQuestion.getByRole('button', { name: 'Leave page' }))
  await waitForNoDialog()
  expect(await listNames()).toEqual(['Books'])
})

test('a question inside the drawer closes alone with Escape', async () => {
  const user = userEvent.setup()
  await renderApp(app, pathname)
  await user.click(await screen.findByRole('button', { name: 'Edit Books' }))
  const drawer = await findDrawer('Edit Books')
  await user.click(drawer.getByRole('button', { name: 'Delete tax class' }))
  await findDrawer('Delete “Books”?')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  expect(screen.getByRole('dialog', { name: 'Edit Books' })).toBeDefined()
  expect(await listNames()).toEqual(['Books'])
})

test('shows an error at its field, focuses it and keeps the text', async () => {
  const user = userEvent.setup()
  await renderApp(app, pathname)
  await user.click(await screen.findByRole('button', { name: 'Add tax class' }))
  const drawer = await findDrawer('Add tax class')
  const field = drawer.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await user.type(field, 'Books')
  await user.click(drawer.getByRole('button', { name: 'Add tax class' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.value).toBe('Books')
  expect(await listNames()).toEqual(['Books'])
})

test('a save that another user was faster with changes nothing and offers a reload', async () => {
  const user = userEvent.setup()
  await renderApp(app, pathname)
  await user.click(await screen.findByRole('button', { name: 'Edit Books' }))
  const drawer = await findDrawer('Edit Books')
  const field = drawer.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await user.type(field, ' and maps')
  await app.inStore(tx => tx`update tax_class set name = 'Printed', version = version + 1`)
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await drawer.findByText(/This record was changed elsewhere/)
  expect(await listNames()).toEqual(['Printed'])
  await waitFor(async () => {
    await user.click(drawer.getByRole('button', { name: 'Reload' }))
    expect(field.value).toBe('Printed')
  })
})

test('staff who can only read a record can not save it', async () => {
  await app.inStore(
    tx => tx`
      update membership set abilities = '[{"action": "read", "subject": "business"}]'
      where person_id = ${app.people.nobody.personId}`,
  )
  await renderApp(app, pathname, { user: 'nobody' })
  await userEvent.click(await screen.findByRole('button', { name: /Books$/ }))
  const drawer = await findDrawer('Edit Books')
  expect(drawer.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  expect(drawer.queryByRole('button', { name: 'Delete tax class' })).toBeNull()
})
