import { readFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountApi, type Preferences } from '#contract/account/account.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { setCustomizerOpen } from '../../lib/preference/customizer-state.ts'
import { defaultLayout, getLayout, updateLayout } from '../../lib/preference/layout.ts'
import { getUnsentPreferences, mergePreferences } from '../../lib/preference/preferences.ts'
import { clearSession, saveSession } from '../../lib/session/session.ts'
import { renderApp } from '../../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const root = document.documentElement
beforeEach(() => {
  localStorage.clear()
  return t.resetPeople()
})
afterEach(() => {
  setCustomizerOpen(false)
  cleanup()
})

const getSavedPreferences = async (): Promise<Preferences> =>
  (await t.call('owner', accountApi.me)).body.data.preferences
// The skeleton depends on the path, which differs from the one of the test's router.
const getPageState = () => {
  const { skeleton: _, ...dataset } = root.dataset
  return { ...dataset, dir: root.dir }
}

async function openPanel() {
  const user = userEvent.setup()
  await renderApp(t, '/apps/coming-soon')
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard(',')
  return screen.findByRole('dialog', { name: 'Layout' })
}
const getOption = (panel: HTMLElement, group: string, name: string) =>
  within(within(panel).getByRole('group', { name: group })).getByRole('radio', { name })

describe('the layout panel', () => {
  test('opens with a key, and each option changes the page immediately', async () => {
    const panel = await openPanel()
    const cases: [string, string, object][] = [
      ['Appearance', 'Dark', { skin: 'dark', mantineColorScheme: 'dark' }],
      ['Appearance', 'Bordered', { skin: 'bordered', mantineColorScheme: 'light' }],
      ['Appearance', 'Semi-dark', { skin: 'semi-dark' }],
      ['Appearance', 'System', { skin: 'light' }],
      ['Appearance', 'Light', { skin: 'light' }],
      ['Menu', 'Collapsed', { menu: 'collapsed' }],
      ['Menu', 'Horizontal', { menu: 'horizontal' }],
      ['Menu', 'Hidden', { menu: 'hidden' }],
      ['Menu', 'Vertical', { menu: 'open' }],
      ['Content width', 'Full', { width: 'full' }],
      ['Content width', 'Boxed', { width: 'boxed' }],
      ['Navbar', 'Sticky', { navbar: 'sticky' }],
      ['Navbar', 'Static', { navbar: 'static' }],
      ['Navbar', 'Hidden', { navbar: 'hidden' }],
      ['Navbar', 'Floating', { navbar: 'floating' }],
      ['Navbar color', 'Tinted', { navbarColor: 'tinted' }],
      ['Navbar color', 'Accent', { navbarColor: 'accent' }],
      ['Navbar color', 'Dark', { navbarColor: 'dark' }],
      ['Navbar color', 'White', { navbarColor: 'white' }],
      ['Footer', 'Sticky', { footer: 'sticky' }],
      ['Footer', 'Static', { footer: 'static' }],
      ['Footer', 'Hidden', { footer: 'hidden' }],
      ['Text direction', 'Right to left', { dir: 'rtl' }],
      ['Text direction', 'Match language', { dir: 'ltr' }],
      ['Text direction', 'Left to right', { dir: 'ltr' }],
      ['Page transition', 'Zoom in', { transition: 'zoom-in' }],
      ['Page transition', 'Fade in', { transition: 'fade-in' }],
      ['Page transition', 'None', { transition: 'none' }],
    ]
    const getLabel = (radio: HTMLElement) => radio.closest('label')?.lastElementChild?.textContent
    const shownOptions = within(panel)
      .getAllByRole('radio')
      .map(
        radio =>
          `${radio.closest('fieldset')?.querySelector('legend')?.textContent}: ${getLabel(radio)}`,
      )
    expect(
      [
        ...cases.map(([group, name]) => `${group}: ${name}`),
        ...['Show', 'Hide'].map(name => `Back to top button: ${name}`),
      ].toSorted(),
    ).toEqual(shownOptions.toSorted())
    for (const [group, name, expected] of cases) {
      fireEvent.click(getOption(panel, group, name))
      await waitFor(() => expect(getPageState(), `${group}: ${name}`).toMatchObject(expected))
    }
    for (const [name, isShown] of [
      ['Hide', false],
      ['Show', true],
      ['Hide', false],
    ] as const) {
      fireEvent.click(getOption(panel, 'Back to top button', name))
      expect(getLayout().scrollToTop).toBe(isShown)
    }
    expect(screen.queryByText(/©/)).toBeNull()

    const stateBefore = getPageState()
    await waitFor(async () =>
      expect(await getSavedPreferences()).toMatchObject({
        skin: 'light',
        contentWidth: 'boxed',
        navbarType: 'floating',
        direction: 'ltr',
        footerType: 'hidden',
        scrollToTop: false,
      }),
    )
    fireEvent.click(within(panel).getByRole('button', { name: 'Reset to defaults' }))
    expect(getPageState()).not.toEqual(stateBefore)
    expect(getLayout()).toEqual(defaultLayout)
    await waitFor(async () => expect(await getSavedPreferences()).toEqual({}))
  })

  test('opens the groups of the horizontal menu with the keyboard', async () => {
    updateLayout({ menuLayout: 'horizontal' })
    await t.call('owner', accountApi.updatePreferences, { body: { menuLayout: 'horizontal' } })
    await renderApp(t, '/apps/coming-soon')
    const user = userEvent.setup()
    const sell = within(await screen.findByRole('navigation', { name: 'Main menu' })).getByRole(
      'button',
      { name: 'Sell' },
    )
    sell.focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('menuitem', { name: 'Orders' })).toHaveProperty(
      'pathname',
      '/apps/order/list',
    )
  })
})

test('scrolls the menu to the entry of the current page', async () => {
  const { router } = await renderApp(t, '/apps/coming-soon')
  const menu = await screen.findByRole('navigation', { name: 'Main menu' })
  const scrollContainer = menu.parentElement!
  scrollContainer.style.overflowY = 'auto'
  vi.spyOn(scrollContainer, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 400))
  const entry = within(menu).getByRole('link', { name: 'All stores' })
  vi.spyOn(entry.closest('li')!, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 600, 200, 40),
  )
  await router.navigate('/apps/myStore/list')
  await screen.findByRole('heading', { name: 'All stores', level: 1 })
  expect(scrollContainer.scrollTop).toBe(600 + 40 + 24 - 400)
})

test('keeps search, notifications, shortcuts and account menu without the navbar', async () => {
  updateLayout({ navbarType: 'hidden' })
  await t.call('owner', accountApi.updatePreferences, { body: { navbarType: 'hidden' } })
  const user = userEvent.setup()
  await renderApp(t, '/apps/coming-soon')
  await screen.findByRole('button', { name: /^Notifications/ })
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Search' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Account menu' }))
  await screen.findByRole('menuitem', { name: 'Log out' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await user.keyboard(',')
  await screen.findByRole('dialog', { name: 'Layout' })
})

test('stores skin, direction and menuCollapsed under their own keys', async () => {
  updateLayout({ skin: 'dark', direction: 'rtl', menuCollapsed: true, footerType: 'hidden' })
  expect(['skin', 'direction', 'menuCollapsed'].map(key => localStorage.getItem(key))).toEqual([
    'dark',
    'rtl',
    'true',
  ])
  expect(JSON.parse(localStorage.getItem('layout') ?? '')).toEqual({ footerType: 'hidden' })
})

test('ignores unknown stored values and keeps the others', () => {
  localStorage.setItem('skin', '"dark"')
  localStorage.setItem('direction', 'sideways')
  localStorage.setItem(
    'layout',
    JSON.stringify({ footerType: 'sticky', navbarType: 'upside down' }),
  )
  expect(getLayout()).toEqual({ ...defaultLayout, skin: 'dark', footerType: 'sticky' })
  localStorage.setItem('layout', 'not JSON')
  expect(getLayout()).toEqual({ ...defaultLayout, skin: 'dark' })
})

describe('before the first paint', () => {
  const initScript = readFileSync('web/public/skin.js', 'utf8')
  test.each<Parameters<typeof updateLayout>[0]>([
    {},
    { skin: 'dark', direction: 'rtl', menuCollapsed: true },
    { skin: 'system', contentWidth: 'full', menuLayout: 'horizontal' },
    {
      skin: 'semi-dark',
      menuHidden: true,
      navbarType: 'static',
      navbarColor: 'accent',
      footerType: 'sticky',
      transition: 'none',
    },
  ])('applies %j as the app does later', async change => {
    await renderApp(t, '/apps/coming-soon')
    updateLayout(change)
    await waitFor(() =>
      expect(root.dataset['mantineColorScheme']).toBe(change.skin === 'dark' ? 'dark' : 'light'),
    )
    const { respectReducedMotion: _, ...expectedState }: Record<string, string | undefined> =
      getPageState()
    for (const key of Object.keys(root.dataset)) delete root.dataset[key]
    root.dir = ''
    // biome-ignore lint/security/noGlobalEval: the very file that index.html runs
    globalThis.eval(initScript)
    expect(getPageState()).toEqual(expectedState)
  })
})

/** Calls `change` and advances the clock until the changed preferences would be sent. */
async function afterDebounce(change: () => void) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    change()
    await vi.advanceTimersByTimeAsync(500)
  } finally {
    vi.useRealTimers()
  }
  // A request that is not delayed starts in this turn.
  await turn()
}

describe('on another device', () => {
  const createSession = async () => ({
    ...(await t.call('owner', accountApi.me)).body.data,
    accessToken: t.people.owner.token,
    refreshToken: 'none',
  })

  test('replaces the preferences of the browser with those of the user on login', async () => {
    await t.call('owner', accountApi.updatePreferences, {
      body: { skin: 'semi-dark', menuCollapsed: true },
    })
    updateLayout({ skin: 'dark', footerType: 'hidden', direction: 'rtl' })
    await saveSession(await createSession())
    expect(getLayout()).toEqual({ ...defaultLayout, skin: 'semi-dark', menuCollapsed: true })
  })

  test('merges preferences of another device with unsent ones of this browser', async () => {
    await t.call('owner', accountApi.updatePreferences, {
      body: { skin: 'bordered', navbarType: 'static' },
    })
    await saveSession(await createSession())
    updateLayout({ footerType: 'sticky', navbarType: undefined })
    await mergePreferences({ skin: 'bordered', navbarType: 'static', contentWidth: 'full' })
    expect(getLayout()).toEqual({
      ...defaultLayout,
      skin: 'bordered',
      footerType: 'sticky',
      contentWidth: 'full',
    })
    expect(getUnsentPreferences()).toEqual({ footerType: 'sticky', navbarType: null })
  })

  test('sends a preference that failed together with the next one', async () => {
    await renderApp(t, '/apps/coming-soon')
    await screen.findByRole('heading', { level: 1 })
    const originalFetch = globalThis.fetch
    let [isOffline, attemptCount] = [true, 0]
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      if (!isOffline || !url.endsWith('/account/preferences')) return originalFetch(url, init)
      attemptCount++
      return Promise.reject(new TypeError('offline'))
    })
    updateLayout({ skin: 'dark' })
    await waitFor(() => expect(attemptCount).toBeGreaterThan(0))
    isOffline = false
    expect(await getSavedPreferences()).toEqual({})
    updateLayout({ footerType: 'sticky' })
    await waitFor(async () =>
      expect(await getSavedPreferences()).toEqual({ skin: 'dark', footerType: 'sticky' }),
    )
  })

  test('sends changes one at a time and ignores late responses', async () => {
    await renderApp(t, '/apps/coming-soon')
    await screen.findByRole('heading', { level: 1 })
    const originalFetch = globalThis.fetch
    const sentBodies: string[] = []
    const firstRequest = Promise.withResolvers<void>()
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (!url.endsWith('/account/preferences')) return originalFetch(url, init)
      sentBodies.push(String(init?.body))
      if (sentBodies.length === 1) await firstRequest.promise
      return originalFetch(url, init)
    })
    updateLayout({ skin: 'dark', navbarType: 'static' })
    await waitFor(() => expect(sentBodies).toHaveLength(1))
    await afterDebounce(() => updateLayout({ skin: undefined, navbarType: 'hidden' }))
    expect(sentBodies).toHaveLength(1)
    firstRequest.resolve()
    await waitFor(async () => expect(await getSavedPreferences()).toEqual({ navbarType: 'hidden' }))
    expect(getLayout()).toEqual({ ...defaultLayout, navbarType: 'hidden' })
    expect(sentBodies.map(body => JSON.parse(body))).toEqual([
      { skin: 'dark', navbarType: 'static' },
      { skin: null, navbarType: 'hidden' },
    ])
  })

  test('does not send the preferences of a visitor', async () => {
    await renderApp(t, '/login', { user: 'visitor' })
    const sentUrls: string[] = []
    const originalFetch = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      sentUrls.push(url)
      return originalFetch(url, init)
    })
    await afterDebounce(() => updateLayout({ skin: 'dark' }))
    expect(sentUrls.filter(url => url.endsWith('/account/preferences'))).toEqual([])
    expect(await getSavedPreferences()).toEqual({})
    clearSession({ isByUser: true })
  })
})
