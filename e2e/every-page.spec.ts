import { expect, type Locator, type Page } from '@playwright/test'
import { listPagePaths, listPublicPaths } from '../scripts/page/list-page-paths.ts'
import { findViolations } from './find-violations.ts'
import { seededStoreTest } from './fixtures.ts'
import type { SeededStore } from './seed-store.ts'
import { toStorageState } from './test-seller.ts'
import {
  findOverflow,
  setPreferences,
  waitForPaint,
  watchedEvents,
  watchPage,
} from './watch-page.ts'

// Parsed from the source, because web/routes.tsx imports style sheets, which Node cannot load.
const paths = listPagePaths()
const publicPaths = listPublicPaths()

/** The parameter of each page in the seeded store. */
const paramByPath: Record<string, (ids: SeededStore['ids']) => string> = {
  '/apps/order/orderDetail/:id': ids => ids.order,
  '/apps/return/view/:id': ids => ids.return,
  '/apps/order/items/:id': ids => ids.draft,
  '/apps/invoice/view/:id': ids => ids.invoice,
  '/apps/invoice/edit/:id': ids => ids.invoice,
  '/apps/order/print/:id': ids => ids.order,
  '/apps/product/update/:id': ids => ids.product,
  '/apps/customer/view/:id': ids => ids.customer,
  '/apps/staff/view/:id': ids => ids.invitation,
  '/apps/staff/ownership/:id': ids => ids.store,
  '/apps/developers/webhook/:id': ids => ids.webhook,
  '/apps/import/:id': ids => ids.import,
  '/apps/todo/:view': () => 'open',
  '/apps/email/:folder': () => 'sent',
  '/apps/email/view/:id': ids => ids.message,
  '/apps/chat/:id': ids => ids.chat,
  '/apps/myStore/update/:id': ids => ids.store,
  '/apps/page/:slug/update': () => 'about-us',
  '/apps/page/:slug': () => 'contact-us',
  '/apps/campaign/edit/:id': ids => ids.campaign,
  '/apps/blog/edit/:id': ids => ids.post,
  '/apps/help/:topic': () => 'orders',
  '/apps/themes/customise/:id': ids => ids.theme,
}
const colorRules = ['color-contrast', 'link-in-text-block']
const mainSkins = { rtl: 'dark', ltr: 'light' }
/**
 * 720 px is a desktop window at 200 % zoom. 320 px is the smallest phone, or 400 % zoom. In this
 * order, each change of the direction keeps the width.
 */
const widths = { rtl: [1440, 390, 320], ltr: [320, 390, 720, 900, 1440] }
/** A page of each kind. */
const pagesOfKinds = [
  '/login',
  '/dashboard',
  '/apps/product/list',
  '/apps/product/create',
  '/apps/order/orderDetail/:id',
]
// Colors depend on the skin and the structure on the direction. Therefore the test checks each page
// with every rule twice: light at first, and dark from right to left at 390 px. The other skins
// change lines and the colors of the menu, which all pages share. EVERY=1 checks all combinations.
function listSkins(path: string, direction: string): string[] {
  if (process.env.EVERY) return ['light', 'bordered', 'semi-dark', 'dark']
  if (!pagesOfKinds.includes(path)) return []
  return [direction === 'ltr' ? 'bordered' : 'semi-dark']
}

/**
 * Opens all paths of a worker in one tab, which compiles the scripts of the product and of axe only
 * once.
 */
const test = seededStoreTest.extend<
  { isVisitor: boolean },
  { getPage: (isVisitor: boolean) => Promise<Page> }
>({
  isVisitor: [false, { option: true }],
  getPage: [
    async ({ browser, seededStore }, use, { project }) => {
      const pages = new Map<boolean, Promise<Page>>()
      const { baseURL = '' } = project.use
      const openPage = async (isVisitor: boolean) => {
        const storageState = isVisitor
          ? { cookies: [], origins: [] }
          : toStorageState(baseURL, seededStore.seller.session)
        const options = { ...project.use, storageState, reducedMotion: 'reduce' as const }
        const page = await (await browser.newContext(options)).newPage()
        // The previous path may have changed the skin and direction or locked the screen.
        // Frames of other origins have no access to the storage.
        await page.addInitScript(() => {
          if (window !== window.top || location.protocol === 'about:') return
          for (const key of ['skin', 'direction', 'locked']) localStorage.removeItem(key)
        })
        await page.addInitScript(observeLayoutShifts)
        return page
      }
      await use(isVisitor => {
        const page = pages.get(isVisitor) ?? openPage(isVisitor)
        pages.set(isVisitor, page)
        return page
      })
      for (const page of pages.values()) await (await page).context().close()
    },
    { scope: 'worker' },
  ],
  page: async ({ getPage, isVisitor }, use, { project }) => {
    const page = await getPage(isVisitor)
    await page.setViewportSize(project.use.viewport ?? { width: 1440, height: 900 })
    await use(page)
    // The page stays open: after an empty page, Chromium opens the next one in a new process.
    for (const event of watchedEvents) page.removeAllListeners(event)
  },
})

test.describe.configure({ mode: 'parallel' })

test('finds the paths of the pages', () => {
  expect(paths.length).toBeGreaterThan(25)
  expect(publicPaths).toContain('/login')
})

const softly = expect.configure({ soft: true })

const unknownPath = '/no/such/page'
for (const path of [...paths, unknownPath]) {
  test.describe(path, () => {
    if (publicPaths.includes(path)) test.use({ isVisitor: true })

    test('has no errors and is accessible in each skin, direction and width', async ({
      page,
      seededStore,
    }) => {
      const { problems, settle } = watchPage(page)
      const getParam = paramByPath[path]
      if (path.includes(':')) expect(getParam, `add ${path} to paramByPath`).toBeDefined()
      await page.goto(path.replace(/:\w+/, getParam?.(seededStore.ids) ?? ''))
      await settle()
      expect
        .soft(await getLayoutShift(page), 'layout shift while the page loads')
        .toBeLessThan(0.02)
      await expect.soft(page.getByRole('heading', { level: 1 }), 'one main heading').toHaveCount(1)
      await expect.soft(page).toHaveTitle(/\S · Storewright$/)
      await expect
        .soft(page.getByRole('heading', { name: 'Screen locked' }), 'locked')
        .toHaveCount(path === '/lock-screen' ? 1 : 0)
      expect.soft(await findViolations(page), 'light, 1440 px').toEqual([])

      for (const direction of ['rtl', 'ltr'] as const) {
        for (const skin of listSkins(path, direction)) {
          await setPreferences(page, { direction, skin })
          expect
            .soft(await findViolations(page, { only: colorRules }), `${skin}, ${direction}`)
            .toEqual([])
        }
        await setPreferences(page, { direction, skin: mainSkins[direction] })
        await expect.soft(page.locator('html')).toHaveAttribute('dir', direction)
        for (const width of widths[direction]) {
          await page.setViewportSize({ width, height: 900 })
          await waitForPaint(page)
          // The layout can need some frames after a change of the width.
          await softly
            .poll(() => findOverflow(page), { message: `${direction}, sideways at ${width} px` })
            .toEqual([])
          if (direction === 'rtl' && width === 390) {
            await showWholePage(page, width)
            expect.soft(await findViolations(page), 'dark, right to left, 390 px').toEqual([])
          }
        }
      }
      // Last, because lists stay in the page after they are closed, which slows down each check.
      expect.soft(await checkOpeners(page), 'menus and comboboxes').toEqual([])
      // The server responds to an unknown path with the page and the status 404.
      expect
        .soft(path === unknownPath ? problems.filter(text => !text.includes('404')) : problems)
        .toEqual([])
    })
  })
}

/** Makes the window as high as the page, so that the bar at the bottom covers no part of it. */
async function showWholePage(page: Page, width: number) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: height + 100 })
  await waitForPaint(page)
}

/**
 * Opens and closes menus and comboboxes of the page with the keyboard: the first three menus, and one
 * combobox, because all of them are one component.
 */
async function checkOpeners(page: Page) {
  const locate = (opener: string) =>
    page.locator(`main ${opener}[aria-haspopup]:visible:not(tbody tr:not(:first-child) *):enabled`)
  return [
    ...(await checkFirstOpeners(page, locate('button:not([role=combobox])'), 3)),
    ...(await checkFirstOpeners(page, locate('[role=combobox]'), 1)),
  ]
}

async function checkFirstOpeners(page: Page, openerLocator: Locator, maxCount: number) {
  const violations: string[] = []
  const count = Math.min(await openerLocator.count(), maxCount)
  for (let index = 0; index < count; index++) {
    const opener = openerLocator.nth(index)
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.textContent())
    await opener.focus()
    await page.keyboard.press(
      (await opener.getAttribute('role')) === 'combobox' ? 'ArrowDown' : 'Enter',
    )
    await expect.soft(opener, `${name} opens`).toHaveAttribute('aria-expanded', 'true')
    await expect.soft(opener, `${name} has aria-controls`).toHaveAttribute('aria-controls', /./)
    const openedId = await opener.getAttribute('aria-controls')
    // The popup is positioned after it renders.
    await waitForPaint(page)
    violations.push(
      ...(await findViolations(page, { scopeSelector: `[id="${openedId}"]` })).map(
        violation => `${name} open: ${violation}`,
      ),
    )
    await page.keyboard.press('Escape')
    await expect.soft(opener, `${name} closes`).not.toHaveAttribute('aria-expanded', 'true')
    await expect.soft(opener, `${name} regains the focus`).toBeFocused()
  }
  return violations
}

function observeLayoutShifts() {
  let sum = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
        sum += Number(entry.value)
    document.documentElement.style.setProperty('--test-shift', String(sum))
  }).observe({ type: 'layout-shift', buffered: true })
}

const getLayoutShift = (page: Page) =>
  page.evaluate(() => Number(document.documentElement.style.getPropertyValue('--test-shift') || 0))
