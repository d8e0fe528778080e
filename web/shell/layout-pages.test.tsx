import { readFileSync } from 'node:fs'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountApi, type Preferences } from '#contract/account.ts'
import { startTestApp, type TestApp } from '../../server/lib/testing/testing.ts'
import { showCustomizer } from '../lib/preference/customizer-open.ts'
import { chooseLayout, layoutAsItComes, layoutNow } from '../lib/preference/layout.ts'
import { mergePreferences, unsentPreferences } from '../lib/preference/preferences.ts'
import { endSession, signIn } from '../lib/session/session.ts'
import { openPages } from '../lib/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const page = document.documentElement
const noLonger = Object.fromEntries(
  [...Object.keys(layoutAsItComes), 'direction', 'language'].map(key => [key, null]),
)
beforeEach(async () => {
  localStorage.clear()
  await t.call('owner', accountApi.updatePreferences, { body: noLonger })
})
afterEach(() => {
  showCustomizer(false)
  cleanup()
})

const there = async (): Promise<Preferences> =>
  (await t.call('owner', accountApi.me)).body.data.preferences
const marks = () => ({ ...page.dataset, dir: page.dir })

async function openPanel() {
  const user = userEvent.setup()
  await openPages(t, '/apps/coming-soon')
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard(',')
  return screen.findByRole('dialog', { name: 'Layout' })
}
const option = (panel: HTMLElement, group: string, name: string) =>
  within(within(panel).getByRole('group', { name: group })).getByRole('radio', { name })

describe('the layout panel', () => {
  test('opens by a key, and each option changes the page at once', async () => {
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
      ['Navbar color', 'Tinted', { navbarColour: 'tinted' }],
      ['Navbar color', 'Accent', { navbarColour: 'accent' }],
      ['Navbar color', 'Dark', { navbarColour: 'dark' }],
      ['Navbar color', 'White', { navbarColour: 'white' }],
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
    const wordOf = (radio: HTMLElement) => radio.closest('label')?.lastElementChild?.textContent
    const shown = within(panel)
      .getAllByRole('radio')
      .map(
        radio =>
          `${radio.closest('fieldset')?.querySelector('legend')?.textContent}: ${wordOf(radio)}`,
      )
    expect(
      [
        ...cases.map(([group, name]) => `${group}: ${name}`),
        ...['Show', 'Hide'].map(name => `Back to top button: ${name}`),
      ].toSorted(),
    ).toEqual(shown.toSorted())
    for (const [group, name, expected] of cases) {
      fireEvent.click(option(panel, group, name))
      await waitFor(() => expect(marks(), `${group}: ${name}`).toMatchObject(expected))
    }
    for (const [name, isShown] of [
      ['Hide', false],
      ['Show', true],
      ['Hide', false],
    ] as const) {
      fireEvent.click(option(panel, 'Back to top button', name))
      expect(layoutNow().scrollToTop).toBe(isShown)
    }
    expect(screen.queryByText(/©/)).toBeNull()

    const before = marks()
    await waitFor(
      async () =>
        expect(await there()).toMatchObject({
          skin: 'light',
          contentWidth: 'boxed',
          navbarType: 'floating',
          direction: 'ltr',
          footerType: 'hidden',
          scrollToTop: false,
        }),
      { timeout: 30_000 },
    )
    fireEvent.click(within(panel).getByRole('button', { name: 'Reset to defaults' }))
    expect(marks()).not.toEqual(before)
    expect(layoutNow()).toEqual(layoutAsItComes)
    await waitFor(async () => expect(await there()).toEqual({}), { timeout: 30_000 })
  })

  test('the menu can lie across the page, its groups opened by keys', async () => {
    chooseLayout({ menuLayout: 'horizontal' })
    await t.call('owner', accountApi.updatePreferences, { body: { menuLayout: 'horizontal' } })
    await openPages(t, '/apps/coming-soon')
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

test('the menu goes to the entry of the page that is open, however far down it is', async () => {
  const { router } = await openPages(t, '/apps/coming-soon')
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  await router.navigate('/apps/audit')
  await screen.findByRole('heading', { name: 'Activity log', level: 1 })
  const entry = within(screen.getByRole('navigation', { name: 'Main menu' })).getByRole('link', {
    name: 'Activity log',
  })
  expect(shown.mock.contexts).toContain(entry.closest('li'))
  shown.mockRestore()
})

test('without a navbar the search, its keys, the notices and the way out are still there', async () => {
  chooseLayout({ navbarType: 'hidden' })
  await t.call('owner', accountApi.updatePreferences, { body: { navbarType: 'hidden' } })
  const user = userEvent.setup()
  await openPages(t, '/apps/coming-soon')
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

test('skin, direction and menuCollapsed are kept under these keys', async () => {
  chooseLayout({ skin: 'dark', direction: 'rtl', menuCollapsed: true, footerType: 'hidden' })
  expect(['skin', 'direction', 'menuCollapsed'].map(key => localStorage.getItem(key))).toEqual([
    'dark',
    'rtl',
    'true',
  ])
  expect(JSON.parse(localStorage.getItem('layout') ?? '')).toEqual({ footerType: 'hidden' })
})

test('values that nobody knows leave the rest as it was chosen', () => {
  localStorage.setItem('skin', '"dark"')
  localStorage.setItem('direction', 'sideways')
  localStorage.setItem(
    'layout',
    JSON.stringify({ footerType: 'sticky', navbarType: 'upside down' }),
  )
  expect(layoutNow()).toEqual({ ...layoutAsItComes, skin: 'dark', footerType: 'sticky' })
  localStorage.setItem('layout', 'not JSON')
  expect(layoutNow()).toEqual({ ...layoutAsItComes, skin: 'dark' })
})

describe('before the first paint', () => {
  const early = readFileSync('web/public/skin.js', 'utf8')
  test.each<Parameters<typeof chooseLayout>[0]>([
    {},
    { skin: 'dark', direction: 'rtl', menuCollapsed: true },
    { skin: 'system', contentWidth: 'full', menuLayout: 'horizontal' },
    {
      skin: 'semi-dark',
      menuHidden: true,
      navbarType: 'static',
      navbarColour: 'accent',
      footerType: 'sticky',
      transition: 'none',
    },
  ])('%j is on the page as it will be after', async change => {
    await openPages(t, '/apps/coming-soon')
    chooseLayout(change)
    await waitFor(() =>
      expect(page.dataset['mantineColorScheme']).toBe(change.skin === 'dark' ? 'dark' : 'light'),
    )
    const { respectReducedMotion: _, ...after }: Record<string, string | undefined> = marks()
    for (const key of Object.keys(page.dataset)) delete page.dataset[key]
    page.dir = ''
    // biome-ignore lint/security/noGlobalEval: the very file that index.html runs
    globalThis.eval(early)
    expect(marks()).toEqual(after)
  })
})

describe('on another device', () => {
  const loggedIn = async () => ({
    ...(await t.call('owner', accountApi.me)).body.data,
    accessToken: t.people.owner.token,
    refreshToken: 'none',
  })

  test('a login brings what the person chose, in place of what the browser had', async () => {
    await t.call('owner', accountApi.updatePreferences, {
      body: { skin: 'semi-dark', menuCollapsed: true },
    })
    chooseLayout({ skin: 'dark', footerType: 'hidden', direction: 'rtl' })
    await signIn(await loggedIn())
    expect(layoutNow()).toEqual({ ...layoutAsItComes, skin: 'semi-dark', menuCollapsed: true })
  })

  test('what was chosen elsewhere comes in, what was chosen here meanwhile stays and is sent', async () => {
    await t.call('owner', accountApi.updatePreferences, {
      body: { skin: 'bordered', navbarType: 'static' },
    })
    await signIn(await loggedIn())
    chooseLayout({ footerType: 'sticky', navbarType: undefined })
    await mergePreferences({ skin: 'bordered', navbarType: 'static', contentWidth: 'full' })
    expect(layoutNow()).toEqual({
      ...layoutAsItComes,
      skin: 'bordered',
      footerType: 'sticky',
      contentWidth: 'full',
    })
    expect(unsentPreferences()).toEqual({ footerType: 'sticky', navbarType: null })
  })

  test('a choice that could not be sent goes with the next', async () => {
    await openPages(t, '/apps/coming-soon')
    await screen.findByRole('heading', { level: 1 })
    const through = globalThis.fetch
    let [isDown, tries] = [true, 0]
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      if (!isDown || !url.endsWith('/account/preferences')) return through(url, init)
      tries++
      return Promise.reject(new TypeError('no line'))
    })
    chooseLayout({ skin: 'dark' })
    await waitFor(() => expect(tries).toBeGreaterThan(0), { timeout: 30_000 })
    isDown = false
    expect(await there()).toEqual({})
    chooseLayout({ footerType: 'sticky' })
    await waitFor(
      async () => expect(await there()).toEqual({ skin: 'dark', footerType: 'sticky' }),
      { timeout: 30_000 },
    )
  })

  test('choices are sent one after the other, and none comes back from an answer that is late', async () => {
    await openPages(t, '/apps/coming-soon')
    await screen.findByRole('heading', { level: 1 })
    const through = globalThis.fetch
    const asked: string[] = []
    const held = Promise.withResolvers<void>()
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (!url.endsWith('/account/preferences')) return through(url, init)
      asked.push(String(init?.body))
      if (asked.length === 1) await held.promise
      return through(url, init)
    })
    chooseLayout({ skin: 'dark', navbarType: 'static' })
    await waitFor(() => expect(asked).toHaveLength(1), { timeout: 30_000 })
    chooseLayout({ skin: undefined, navbarType: 'hidden' })
    await new Promise(resolve => setTimeout(resolve, 800))
    expect(asked).toHaveLength(1)
    held.resolve()
    await waitFor(async () => expect(await there()).toEqual({ navbarType: 'hidden' }), {
      timeout: 30_000,
    })
    expect(layoutNow()).toEqual({ ...layoutAsItComes, navbarType: 'hidden' })
    expect(asked.map(body => JSON.parse(body))).toEqual([
      { skin: 'dark', navbarType: 'static' },
      { skin: null, navbarType: 'hidden' },
    ])
  })

  test('a visitor’s choices go nowhere', async () => {
    await openPages(t, '/login', { as: 'visitor' })
    chooseLayout({ skin: 'dark' })
    await new Promise(resolve => setTimeout(resolve, 700))
    expect(await there()).toEqual({})
    endSession({ onPurpose: true })
  })
})
