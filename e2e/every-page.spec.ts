import { type BrowserContext, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { listPagePaths, listPublicPaths } from '../scripts/list-page-paths.ts'
import { seededStoreTest } from './fixtures.ts'
import type { SeededStore } from './seed-store.ts'
import { toStorageState } from './test-seller.ts'
import { findOverflow, setPreference, waitForPaint, watchPage } from './watch-page.ts'

// Read as text: the map itself imports style sheets, which only the bundler understands.
const paths = listPagePaths()
const publicPaths = listPublicPaths()

/** Where a path with a parameter leads in the furnished store. */
const idByPath: Record<string, (storeIds: SeededStore['ids']) => string> = {
  '/apps/order/orderDetail/:id': of => of.order,
  '/apps/product/update/:id': of => of.product,
  '/apps/customer/view/:id': of => of.customer,
  '/apps/staff/view/:id': of => of.invitation,
  '/apps/staff/ownership/:id': of => of.business,
  '/apps/developers/webhook/:id': of => of.webhook,
  '/apps/import/:id': of => of.import,
  '/apps/myStore/update/:id': of => of.business,
  '/apps/page/:slug/update': () => 'about-us',
  '/apps/page/:slug': () => 'contact-us',
  '/apps/themes/customise/:id': of => of.theme,
}
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colorRules = ['color-contrast', 'link-in-text-block']
/** Half of the desk is what 200 % leaves; 320 px what the smallest phone, or 400 %, does. */
const widths = [1440, 720, 390, 320] as const
// Colours are a skin's and structure a direction's, so each skin is looked at once and each direction once with every rule;
// EVERY=1 looks at each skin in each direction.
const skinsFor = (direction: string) =>
  process.env.EVERY
    ? ['light', 'bordered', 'semi-dark', 'dark']
    : direction === 'ltr'
      ? ['bordered']
      : ['semi-dark', 'dark']

/** One browser for all pages, which then reads the scripts once, as a person's would. */
const test = seededStoreTest.extend<
  { isVisitor: boolean },
  { getContext: (isVisitor: boolean) => Promise<BrowserContext> }
>({
  isVisitor: [false, { option: true }],
  getContext: [
    async ({ browser, seededStore }, use, { project }) => {
      const contexts = new Map<boolean, Promise<BrowserContext>>()
      const { baseURL = '' } = project.use
      await use(isVisitor => {
        const storageState = isVisitor
          ? { cookies: [], origins: [] }
          : toStorageState(baseURL, seededStore.seller.session)
        const context =
          contexts.get(isVisitor) ??
          browser.newContext({ ...project.use, storageState, reducedMotion: 'reduce' })
        contexts.set(isVisitor, context)
        return context
      })
      for (const context of contexts.values()) await (await context).close()
    },
    { scope: 'worker' },
  ],
  page: async ({ getContext, isVisitor }, use) => {
    const page = await (await getContext(isVisitor)).newPage()
    // The page before was left in another skin and direction, and one of them locks the screen.
    await page.addInitScript(() => {
      for (const key of ['skin', 'direction', 'locked']) localStorage.removeItem(key)
    })
    await use(page)
    await page.close()
  },
})

test.describe.configure({ mode: 'parallel' })

test('finds the paths of the pages', () => {
  expect(paths.length).toBeGreaterThan(25)
  expect(publicPaths).toContain('/login')
})

for (const path of [...paths, '/no/such/page']) {
  test.describe(path, () => {
    if (publicPaths.includes(path)) test.use({ isVisitor: true })

    test('has no errors and is accessible in each skin, direction and width', async ({
      page,
      seededStore,
    }) => {
      const { problems, settle } = watchPage(page)
      const getId = idByPath[path]
      if (path.includes(':')) expect(getId, `say in this file where ${path} leads`).toBeDefined()
      await page.addInitScript(observeLayoutShifts)
      await page.goto(path.replace(/:\w+/, getId?.(seededStore.ids) ?? ''))
      await settle()
      expect.soft(await getLayoutShift(page), 'layout shift while it loads').toBeLessThan(0.02)
      expect.soft(await page.getByRole('heading', { level: 1 }).count(), 'one main heading').toBe(1)
      expect.soft(await page.title()).toMatch(/\S · Storewright$/)
      expect
        .soft(await page.getByRole('heading', { name: 'Screen locked' }).count(), 'locked')
        .toBe(path === '/lock-screen' ? 1 : 0)
      expect.soft(await findViolations(page), 'light, 1440 px').toEqual([])
      expect.soft(await checkOpeners(page), 'what opens').toEqual([])

      for (const direction of ['ltr', 'rtl']) {
        await setPreference(page, 'direction', direction)
        expect.soft(await page.locator('html').getAttribute('dir')).toBe(direction)
        for (const skin of skinsFor(direction)) {
          await setPreference(page, 'skin', skin)
          expect
            .soft(await findViolations(page, { only: colorRules }), `${skin}, ${direction}`)
            .toEqual([])
        }
        for (const width of widths) {
          await page.setViewportSize({ width, height: 844 })
          await waitForPaint(page)
          expect.soft(await findOverflow(page), `${direction}, sideways at ${width} px`).toEqual([])
          if (direction === 'rtl' && width === 390)
            expect.soft(await findViolations(page), 'dark, right to left, 390 px').toEqual([])
        }
      }
      expect.soft(problems).toEqual([])
    })
  })
}

/** What axe finds on the page, or inside `scopeSelector`, a part of it; `only` some rules. */
async function findViolations(
  page: Page,
  { only, scopeSelector }: { only?: string[]; scopeSelector?: string } = {},
) {
  // Once a page: it is half a megabyte of script.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    ([scope, runOnly]) =>
      axe
        .run(scope, { resultTypes: ['violations'], runOnly, reporter: 'v2' })
        .then(result => result.violations),
    [
      scopeSelector ?? 'html',
      only ? { type: 'rule' as const, values: only } : { type: 'tag' as const, values: rules },
    ] as const,
  )
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, html, any, none }) => `${target.join(' ')} ${html.slice(0, 160)} ${(any[0] ?? none[0])?.message ?? ''}`).join(' | ')}`,
  )
}

/** Opens each menu and choice of the page in turn, by keyboard, and gets out again. */
async function checkOpeners(page: Page) {
  const violations: string[] = []
  const openerLocator = page.locator(
    'main :is(button, [role=combobox])[aria-haspopup]:visible:not(tbody tr:not(:first-child) *):enabled',
  )
  for (let index = 0; index < Math.min(await openerLocator.count(), 8); index++) {
    const opener = openerLocator.nth(index)
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.textContent())
    await opener.focus()
    await page.keyboard.press(
      (await opener.getAttribute('role')) === 'combobox' ? 'ArrowDown' : 'Enter',
    )
    await expect.soft(opener, `${name} opens`).toHaveAttribute('aria-expanded', 'true')
    await page.waitForTimeout(50) // its place is found after it is there
    const openedId = await opener.getAttribute('aria-controls')
    expect.soft(openedId, `${name} says what it opened`).toBeTruthy()
    violations.push(
      ...(await findViolations(page, { scopeSelector: `[id="${openedId}"]` })).map(
        one => `${name} open: ${one}`,
      ),
    )
    await page.keyboard.press('Escape')
    await expect.soft(opener, `${name} closes`).not.toHaveAttribute('aria-expanded', 'true')
    await expect.soft(opener, `${name} gets the focus back`).toBeFocused()
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
