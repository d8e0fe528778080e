import { readFileSync } from 'node:fs'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { furnishedTest } from './fixtures.ts'
import type { Furnished } from './furnish-store.ts'
import { choose, overhang, painted, watch } from './page-watch.ts'
import { storageOf } from './seller.ts'

// Read as text: the map itself imports style sheets, which only the bundler understands.
const map = readFileSync(new URL('../web/routes.tsx', import.meta.url), 'utf8')
const pathsIn = (text: string) =>
  [...text.matchAll(/path: '(\/[^']+)'/g)].map(([, path = '']) => path)
const paths = pathsIn(map)
const beforeLogin = pathsIn(/const open: PageLine\[\] = \[([\s\S]*?)\n\]/.exec(map)?.[1] ?? '')

/** Where a path with a parameter leads in the furnished store. */
const ids: Record<string, (of: Furnished['ids']) => string> = {
  '/apps/order/orderDetail/:id': of => of.order,
  '/apps/product/update/:id': of => of.product,
  '/apps/customer/saved view/:id': of => of.customer,
  '/apps/staff/saved view/:id': of => of.invitation,
  '/apps/staff/ownership/:id': of => of.business,
  '/apps/developers/webhook/:id': of => of.webhook,
  '/apps/import/:id': of => of.import,
  '/apps/myStore/update/:id': of => of.business,
  '/apps/page/:slug/update': () => 'about-us',
  '/apps/page/:slug': () => 'contact-us',
  '/apps/themes/customise/:id': of => of.theme,
}
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colours = ['color-contrast', 'link-in-text-block']
/** Half of the desk is what 200 % leaves; 320 px what the smallest phone, or 400 %, does. */
const widths = [1440, 720, 390, 320] as const
// Colours are a skin's and structure a direction's, so each skin is looked at once and each direction once with every rule;
// EVERY=1 looks at each skin in each direction.
const skinsIn = (direction: string) =>
  process.env.EVERY
    ? ['light', 'bordered', 'semi-dark', 'dark']
    : direction === 'ltr'
      ? ['bordered']
      : ['semi-dark', 'dark']

/** One browser for all pages, which then reads the scripts once, as a person's would. */
const test = furnishedTest.extend<
  { isVisitor: boolean },
  { contextOf: (isVisitor: boolean) => Promise<BrowserContext> }
>({
  isVisitor: [false, { option: true }],
  contextOf: [
    async ({ browser, furnished }, use, { project }) => {
      const kept = new Map<boolean, Promise<BrowserContext>>()
      const { baseURL = '' } = project.use
      await use(isVisitor => {
        const storageState = isVisitor
          ? { cookies: [], origins: [] }
          : storageOf(baseURL, furnished.seller.session)
        const context =
          kept.get(isVisitor) ??
          browser.newContext({ ...project.use, storageState, reducedMotion: 'reduce' })
        kept.set(isVisitor, context)
        return context
      })
      for (const context of kept.values()) await (await context).close()
    },
    { scope: 'worker' },
  ],
  page: async ({ contextOf, isVisitor }, use) => {
    const page = await (await contextOf(isVisitor)).newPage()
    // The page before was left in another skin and direction, and one of them locks the screen.
    await page.addInitScript(() => {
      for (const key of ['skin', 'direction', 'locked']) localStorage.removeItem(key)
    })
    await use(page)
    await page.close()
  },
})

test.describe.configure({ mode: 'parallel' })

test('the map of pages is read', () => {
  expect(paths.length).toBeGreaterThan(25)
  expect(beforeLogin).toContain('/login')
})

for (const path of [...paths, '/no/such/page']) {
  test.describe(path, () => {
    if (beforeLogin.includes(path)) test.use({ isVisitor: true })

    test('is whole: no fault, usable by everybody, in each skin, both directions and at every width', async ({
      page,
      furnished,
    }) => {
      const { faults, settle } = watch(page)
      const idOf = ids[path]
      if (path.includes(':')) expect(idOf, `say in this file where ${path} leads`).toBeDefined()
      await page.addInitScript(addUpShifts)
      await page.goto(path.replace(/:\w+/, idOf?.(furnished.ids) ?? ''))
      await settle()
      expect.soft(await shifts(page), 'layout shift while it loads').toBeLessThan(0.02)
      expect.soft(await page.getByRole('heading', { level: 1 }).count(), 'one main heading').toBe(1)
      expect.soft(await page.title()).toMatch(/\S · Storewright$/)
      expect
        .soft(await page.getByRole('heading', { name: 'Screen locked' }).count(), 'locked')
        .toBe(path === '/lock-screen' ? 1 : 0)
      expect.soft(await barriers(page), 'light, 1440 px').toEqual([])
      expect.soft(await openAll(page), 'what opens').toEqual([])

      for (const direction of ['ltr', 'rtl']) {
        await choose(page, 'direction', direction)
        expect.soft(await page.locator('html').getAttribute('dir')).toBe(direction)
        for (const skin of skinsIn(direction)) {
          await choose(page, 'skin', skin)
          expect.soft(await barriers(page, { only: colours }), `${skin}, ${direction}`).toEqual([])
        }
        for (const width of widths) {
          await page.setViewportSize({ width, height: 844 })
          await painted(page)
          expect.soft(await overhang(page), `${direction}, sideways at ${width} px`).toEqual([])
          if (direction === 'rtl' && width === 390)
            expect.soft(await barriers(page), 'dark, right to left, 390 px').toEqual([])
        }
      }
      expect.soft(faults).toEqual([])
    })
  })
}

/** What axe finds on the page, or `inside` a part of it; `only` some rules. */
async function barriers(page: Page, { only, inside }: { only?: string[]; inside?: string } = {}) {
  // Once a page: it is half a megabyte of script.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    ([where, runOnly]) =>
      axe
        .run(where, { resultTypes: ['violations'], runOnly, reporter: 'v2' })
        .then(found => found.violations),
    [
      inside ?? 'html',
      only ? { type: 'rule' as const, values: only } : { type: 'tag' as const, values: rules },
    ] as const,
  )
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, html, any, none }) => `${target.join(' ')} ${html.slice(0, 160)} ${(any[0] ?? none[0])?.message ?? ''}`).join(' | ')}`,
  )
}

/** Opens each menu and choice of the page in turn, by keyboard, and gets out again. */
async function openAll(page: Page) {
  const found: string[] = []
  const openers = page.locator(
    'main :is(button, [role=combobox])[aria-haspopup]:visible:not(tbody tr:not(:first-child) *):enabled',
  )
  for (let at = 0; at < Math.min(await openers.count(), 8); at++) {
    const opener = openers.nth(at)
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.textContent())
    await opener.focus()
    await page.keyboard.press(
      (await opener.getAttribute('role')) === 'combobox' ? 'ArrowDown' : 'Enter',
    )
    await expect.soft(opener, `${name} opens`).toHaveAttribute('aria-expanded', 'true')
    await page.waitForTimeout(50) // its place is found after it is there
    const opened = await opener.getAttribute('aria-controls')
    expect.soft(opened, `${name} says what it opened`).toBeTruthy()
    found.push(
      ...(await barriers(page, { inside: `[id="${opened}"]` })).map(one => `${name} open: ${one}`),
    )
    await page.keyboard.press('Escape')
    await expect.soft(opener, `${name} closes`).not.toHaveAttribute('aria-expanded', 'true')
    await expect.soft(opener, `${name} gets the focus back`).toBeFocused()
  }
  return found
}

function addUpShifts() {
  let sum = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
        sum += Number(entry.value)
    document.documentElement.style.setProperty('--test-shift', String(sum))
  }).observe({ type: 'layout-shift', buffered: true })
}

const shifts = (page: Page) =>
  page.evaluate(() => Number(document.documentElement.style.getPropertyValue('--test-shift') || 0))
