import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Ability } from '#contract/lib/call/permission.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { changeLanguage } from '../../lib/preference/i18n.ts'
import { renderApp } from '../../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => {
  localStorage.clear()
  return t.resetPeople()
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await changeLanguage('en')
})

const listLinks = async (navigation: string) =>
  within(await screen.findByRole('navigation', { name: navigation }))
    .getAllByRole('link')
    .map(link => link.textContent)
const getCurrentLink = (navigation: string) =>
  within(screen.getByRole('navigation', { name: navigation })).getByRole('link', {
    current: 'page',
  }).textContent

const settings = [
  'Store details',
  'Payment methods',
  'Shipping',
  'Order emails',
  'Taxes',
  'Staff',
  'Domains',
  'Imports',
  'Developers',
  'Activity log',
]

test('has eighteen entries and the settings', async () => {
  await renderApp(t, '/apps/coming-soon')
  expect(await listLinks('Main menu')).toEqual([
    'Dashboard',
    'Analytics',
    'Orders',
    'Invoices',
    'Products',
    'Categories',
    'Discounts',
    'Customers',
    'Campaigns',
    'Inbox',
    'Chat',
    'Tasks',
    'Calendar',
    'Content',
    'Blog',
    'FAQ',
    'Themes',
    'All stores',
    'Settings',
  ])
  expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull()
})

test('opens the settings with their list beside each page', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(t, '/apps/coming-soon')
  await user.click(await screen.findByRole('link', { name: 'Settings' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/apps/settings/store'))
  expect(await listLinks('Settings')).toEqual(['Settings', ...settings])
  expect(await screen.findByLabelText(/^Store name/)).toBeDefined()
  for (const [path, entry] of [
    ['/apps/domains/list', 'Domains'],
    ['/apps/roles', 'Staff'],
    ['/apps/permissions', 'Staff'],
    ['/apps/audit', 'Activity log'],
  ] as const) {
    await router.navigate(path)
    await waitFor(() =>
      expect([getCurrentLink('Main menu'), getCurrentLink('Settings')]).toEqual([
        'Settings',
        entry,
      ]),
    )
  }
})

test('lists the settings on a phone', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media === '(max-width: 640px)',
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  await renderApp(t, '/apps/settings')
  const main = await screen.findByRole('main')
  await within(main).findByRole('heading', { level: 1, name: 'Settings' })
  expect(
    within(main)
      .getAllByRole('link')
      .map(link => link.textContent),
  ).toEqual(settings)
})

test('lists only the settings that the user has permission for', async () => {
  const abilities: Ability[] = [{ action: 'read', subject: 'audit' }]
  await t.inStore(
    tx =>
      tx`update membership set abilities = ${tx.json(abilities)}
        where person_id = ${t.people.nobody.personId}`,
  )
  const { router } = await renderApp(t, '/apps/settings', { user: 'nobody' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/apps/audit'))
  expect(await listLinks('Settings')).toEqual(['Settings', 'Activity log'])
})

test('links staff, roles and permissions as tabs', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(t, '/apps/staff/list')
  await screen.findByRole('heading', { level: 1, name: 'Staff' })
  const getTabs = () => within(screen.getByRole('navigation', { name: 'Staff' }))
  await user.click(getTabs().getByRole('link', { name: 'Roles' }))
  await screen.findByRole('heading', { level: 1, name: 'Roles' })
  await user.click(getTabs().getByRole('link', { name: 'Permissions' }))
  await screen.findByRole('heading', { level: 1, name: 'Permissions' })
  expect(router.state.location.pathname).toBe('/apps/permissions')
})

test('changes language and appearance in the account menu', async () => {
  const user = userEvent.setup()
  await renderApp(t, '/apps/coming-soon')
  const openSubmenu = async (button: string, name: string) => {
    await user.click(await screen.findByRole('button', { name: button }))
    await user.click(await screen.findByRole('menuitem', { name: new RegExp(name) }))
  }
  await openSubmenu('Account menu', 'Appearance')
  await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))
  await waitFor(() => expect(document.documentElement.dataset['skin']).toBe('dark'))
  await openSubmenu('Account menu', 'Language')
  await user.click(await screen.findByRole('menuitemradio', { name: 'Deutsch' }))
  await waitFor(() => expect(document.documentElement.lang).toBe('de'))
  expect(await screen.findByRole('heading', { name: 'Wir starten bald' })).toBeDefined()
})
