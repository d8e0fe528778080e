import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Ability } from '#contract/lib/call/permission.ts'
import { roleApi } from '#contract/staff/role.ts'
import { type Staff, staffApi } from '#contract/staff/staff.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { refreshPermissions } from '../lib/session/refresh-permissions.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.resetPeople())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const listStaff = async (): Promise<Staff[]> => (await app.call('owner', staffApi.list)).body.data
const choose = async (combobox: HTMLElement, option: string) => {
  await userEvent.click(combobox)
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
/** Changes the role of the staff member directly in the database, as another process does. */
const setNobodyAbilities = (role: string, abilities: Ability[] | null) =>
  app.inStore(
    tx =>
      tx`update membership
        set role = ${role}, abilities = ${abilities && tx.json(abilities)}, status = 'active'
        where person_id = ${app.people.nobody.personId}`,
  )

test('invites a staff member, changes the role of the invitation and cancels it', async () => {
  const { router } = await renderApp(app, '/apps/staff/list')
  await screen.findByRole('link', { name: /Test owner/ })
  screen.getByText('Less than 10 minutes ago')
  await userEvent.click(screen.getByRole('button', { name: 'Invite staff' }))
  const dialog = await screen.findByRole('dialog', { name: 'Invite staff' })
  expect(router.state.location.search).toBe('?invite=')
  await enterText(within(dialog).getByLabelText(/^Email/), `${app.people.nobody.name}@example.com`)
  await choose(within(dialog).getByRole('combobox', { name: 'Role' }), 'Support')
  within(dialog).getByText('Can edit: Orders, Customers, Inbox, Tasks, and Calendar')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  await within(dialog).findByText('This person already joined the store.')
  await userEvent.clear(within(dialog).getByLabelText(/^Email/))
  await enterText(within(dialog).getByLabelText(/^Email/), 'cleo@example.net')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  await userEvent.click(await screen.findByRole('link', { name: /cleo@example.net/ }))
  await screen.findByRole('heading', { name: 'cleo@example.net', level: 1 })
  expect(await listStaff()).toContainEqual(
    expect.objectContaining({ email: 'cleo@example.net', role: 'support', status: 'pending' }),
  )

  await choose(screen.getByRole('combobox', { name: 'Role' }), 'Manager')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect((await listStaff()).find(({ email }) => email.startsWith('cleo'))?.role).toBe('manager'),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Cancel invitation' }))
  await userEvent.click(
    within(
      await screen.findByRole('dialog', { name: 'Cancel the invitation for cleo@example.net?' }),
    ).getByRole('button', { name: 'Cancel invitation' }),
  )
  await screen.findByRole('heading', { name: 'Staff', level: 1 })
  await waitFor(() => expect(screen.queryByText('cleo@example.net')).toBeNull())
})

test('updates the page of a staff member after changes made elsewhere', async () => {
  await setNobodyAbilities('support', null)
  const intervals = vi.spyOn(globalThis, 'setInterval')
  const runRefetchIntervals = () => {
    for (const [callback, ms] of intervals.mock.calls)
      if (ms === 10_000 && typeof callback === 'function') callback()
  }
  await renderApp(app, `/apps/staff/view/${app.people.nobody.personId}`)
  const role = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Role' })
  expect((await role()).value).toBe('Support')
  await setNobodyAbilities('manager', null)
  runRefetchIntervals()
  await waitFor(async () => expect((await role()).value).toBe('Manager'))
  await app.inStore(
    tx =>
      tx`update membership set status = 'inactive' where person_id = ${app.people.nobody.personId}`,
  )
  runRefetchIntervals()
  await screen.findByRole('button', { name: 'Activate' })
  await app.inStore(
    tx => tx`delete from membership where person_id = ${app.people.nobody.personId}`,
  )
  runRefetchIntervals()
  await screen.findByText('Check the address, or switch to the store that it belongs to.')
})

test('applies a permission change to an open page without a click', async () => {
  await setNobodyAbilities('manager', null)
  const openStream = vi.spyOn(app.app.streams, 'open')
  await renderApp(app, '/apps/category/list', { user: 'nobody', hasLiveEvents: true })
  await screen.findAllByRole('button', { name: 'Add category' })
  // The change reaches the page through the stream. After a reconnect the page requests it again.
  await waitFor(() => expect(openStream).toHaveBeenCalled())
  // When the page opens it loads the permissions, and shows no message if they have changed.
  await waitFor(() => expect(sessionStorage.getItem('permissions')).not.toBeNull())
  await setNobodyAbilities('support', null)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add category' })).toBeNull(), {
    interval: 20,
  })
  await screen.findByText('Your role and permissions have changed.')
  expect(screen.getByRole('link', { name: 'Categories' })).toBeDefined()

  await setNobodyAbilities('user', [{ action: 'read', subject: 'order' }])
  await waitFor(
    () =>
      expect(
        screen.getByRole('heading', { name: 'You don’t have access to this page' }),
      ).toBeDefined(),
    { interval: 20 },
  )
  expect(screen.queryByRole('link', { name: 'Categories' })).toBeNull()
  screen.getByText('Your role has changed and no longer includes this page.')
  expect(document.title).toBe('You don’t have access to this page · Storewright')

  await setNobodyAbilities('administrator', null)
  await screen.findAllByRole('button', { name: 'Add category' })
  expect(screen.queryByRole('heading', { name: 'You don’t have access to this page' })).toBeNull()
})

const isUnloadBlocked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('keeps unsaved text to copy without the permission and asks before leaving', async () => {
  await setNobodyAbilities('administrator', null)
  const { router } = await renderApp(app, '/apps/customer/create', { user: 'nobody' })
  await userEvent.click(await screen.findByLabelText('Email'))
  await userEvent.paste('half@example')
  await setNobodyAbilities('support', [{ action: 'read', subject: 'customer' }])
  await refreshPermissions()
  await screen.findByText(/^Your role changed, so you can’t save this/)
  const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
  expect([email.value, email.disabled]).toEqual(['half@example', false])
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  expect(isUnloadBlocked()).toBe(true)
  await router.navigate('/dashboard')
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole(
      'button',
      { name: 'Keep editing' },
    ),
  )
  expect(router.state.location.pathname).toBe('/apps/customer/create')
  await setNobodyAbilities('administrator', null)
  await refreshPermissions()
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' })).value).toBe(
    'half@example',
  )
  expect(screen.queryByRole('heading', { name: 'You don’t have access to this page' })).toBeNull()
  await userEvent.clear(screen.getByRole('textbox', { name: 'Email' }))
  expect(isUnloadBlocked()).toBe(false)
})

test.each([
  { path: '/apps/roles?edit=support', name: 'Description', text: 'Answers on weekdays' },
  { path: '/apps/staff/list?invite', name: 'Email', text: 'half@example' },
  { path: '/apps/developers?key=new', name: 'Name', text: 'Warehouse' },
])('keeps the text of an open drawer or dialog without the permission: $path', async page => {
  await setNobodyAbilities('administrator', null)
  await renderApp(app, page.path, { user: 'nobody' })
  const dialog = within(await screen.findByRole('dialog'))
  await enterText(await dialog.findByRole('textbox', { name: page.name }), page.text)
  await setNobodyAbilities('support', [{ action: 'read', subject: 'order' }])
  await refreshPermissions()
  await dialog.findByText(/^Your role changed, so you can’t save this/)
  expect(dialog.getByRole('textbox', { name: page.name })).toHaveProperty('value', page.text)
})

test('opens the first permitted page and shows a message on the others', async () => {
  await setNobodyAbilities('restricted-user', null)
  const { router } = await renderApp(app, '/', { user: 'nobody' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/apps/order/list'))
  await router.navigate('/apps/staff/list')
  await screen.findByRole('heading', { name: 'You don’t have access to this page' })
  await router.navigate('/apps/product/create')
  await screen.findByRole('heading', { name: 'You don’t have access to this page' })
  // The empty state offers no action without permission.
  await router.navigate('/apps/product/list')
  await screen.findByRole('heading', { name: 'Nothing here yet' })
  expect(screen.queryByText(/Start with a title, price and image/)).toBeNull()
})

test('shows a message to a user who was removed from their only store', async () => {
  await setNobodyAbilities('manager', null)
  const openStream = vi.spyOn(app.app.streams, 'open')
  await renderApp(app, '/apps/category/list', { user: 'nobody', hasLiveEvents: true })
  await screen.findAllByRole('button', { name: 'Add category' })
  await waitFor(() => expect(openStream).toHaveBeenCalled())
  await app.call('owner', staffApi.update, {
    params: { id: app.people.nobody.personId },
    body: { status: 'inactive' },
  })
  await screen.findByRole('heading', { name: 'You don’t have access to any store' })
})

test('creates a custom role in the permission grid and deletes it', async () => {
  await renderApp(app, '/apps/roles')
  await userEvent.click(await screen.findByRole('button', { name: 'Add role' }))
  const drawer = await screen.findByRole('dialog', { name: 'Add role' })
  await enterText(within(drawer).getByLabelText(/^Name/), 'Packing')
  await userEvent.click(within(drawer).getByRole('checkbox', { name: 'Edit: Orders' }))
  expect(
    within(drawer).getByRole<HTMLInputElement>('checkbox', { name: 'View: Orders' }).checked,
  ).toBe(true)
  await userEvent.click(within(drawer).getByRole('checkbox', { name: 'View: Products' }))
  await userEvent.click(within(drawer).getByRole('button', { name: 'Add role' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Packing' }))
  const roles = (await app.call('owner', roleApi.list)).body.data
  expect(roles.at(-1)).toMatchObject({
    role: 'packing',
    ability: [
      { action: 'read', subject: 'product' },
      { action: 'manage', subject: 'order' },
    ],
  })
  const edit = await screen.findByRole('dialog', { name: 'Packing' })
  await userEvent.click(within(edit).getByRole('checkbox', { name: 'View: Orders' }))
  expect(
    within(edit).getByRole<HTMLInputElement>('checkbox', { name: 'Edit: Orders' }).checked,
  ).toBe(false)
  await userEvent.click(within(edit).getByRole('button', { name: 'Delete role' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Delete “Packing”?' })).getByRole('button', {
      name: 'Delete role',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Packing' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Owner' }))
  expect(
    within(await screen.findByRole('dialog', { name: 'Owner' })).queryByRole('checkbox'),
  ).toBeNull()
})

test('lists permissions with their roles and searches them', async () => {
  const { router } = await renderApp(app, '/apps/permissions')
  const row = (await screen.findByText('Edit: Themes')).closest('tr')
  expect(
    within(row ?? document.body)
      .getAllByRole('link')
      .map(link => link.textContent),
  ).toEqual(['Owner', 'Administrator', 'Manager'])
  await enterText(screen.getByRole('searchbox', { name: 'Search permissions' }), ': orders')
  await waitFor(() => expect(screen.queryByText('Edit: Themes')).toBeNull())
  expect(router.state.location.search).toBe('?q=%3A+orders')
  expect(document.querySelector('main')?.textContent).not.toMatch(/[a-z]:(read|write)/)
})

test('requires a password to offer ownership', async () => {
  await setNobodyAbilities('administrator', null)
  await renderApp(app, `/apps/staff/view/${app.people.nobody.personId}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Offer ownership' }))
  const dialog = await screen.findByRole('dialog', {
    name: `Offer ownership to Test ${app.people.nobody.name}`,
  })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Offer ownership' }))
  await within(dialog).findByText('This field is required.')
  within(dialog).getByText('You’ll become an administrator.')
})
