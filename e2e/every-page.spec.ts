import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { furnishedTest as test } from './fixtures.ts'
import type { Furnished } from './furnish-store.ts'

// Read as text: the map itself imports style sheets, which only the bundler understands.
const map = readFileSync(new URL('../web/routes.tsx', import.meta.url), 'utf8')
const paths = [...map.matchAll(/path: '(\/[^']+)'/g)].map(([, path = '']) => path)

/** Where a path with a parameter leads in the furnished store. */
const ids: Record<string, (of: Furnished['ids']) => string> = {
  '/apps/order/orderDetail/:id': of => of.order,
  '/apps/product/update/:id': of => of.product,
  '/apps/customer/view/:id': of => of.customer,
  '/apps/import/:id': of => of.import,
  '/apps/myStore/update/:id': of => of.business,
  '/apps/page/:slug/update': () => 'about-us',
  '/apps/page/:slug': () => 'contact-us',
  '/apps/themes/customise/:id': of => of.theme,
}
const beforeLogin = ['/login', '/register']

test('the map of pages is read', () => expect(paths.length).toBeGreaterThan(25))

for (const path of [...paths, '/no/such/page']) {
  test.describe(path, () => {
    if (beforeLogin.includes(path)) test.use({ storageState: { cookies: [], origins: [] } })

    test('is whole: no fault, usable by everybody, in both skins, on a desk and on a phone', async ({ page, furnished }) => {
      const faults = watch(page)
      const idOf = ids[path]
      if (path.includes(':')) expect(idOf, `say in this file where ${path} leads`).toBeDefined()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(path.replace(/:\w+/, idOf?.(furnished.ids) ?? ''))
      await settle(page)
      expect.soft(await barriers(page), 'light, 1440 px').toEqual([])
      expect.soft(await overhang(page), 'sideways at 1440 px').toEqual([])

      await page.setViewportSize({ width: 390, height: 844 })
      await useSkin(page, 'dark')
      await settle(page)
      expect.soft(await overhang(page), 'sideways at 390 px').toEqual([])
      expect.soft(await barriers(page), 'dark, 390 px').toEqual([])
      expect.soft(faults).toEqual([])
    })
  })
}

/** Everything that a person would not see and a console would tell. */
function watch(page: Page): string[] {
  const faults: string[] = []
  page.on('console', message => message.type() === 'error' && faults.push(`console: ${message.text()}`))
  page.on('pageerror', error => faults.push(`error: ${error.message}`))
  page.on('response', answer => answer.status() >= 400 && faults.push(`${answer.status()} ${answer.url()}`))
  page.on('requestfailed', request => request.failure()?.errorText !== 'net::ERR_ABORTED' && faults.push(`${request.failure()?.errorText} ${request.url()}`))
  return faults
}

async function settle(page: Page) {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy=true], [role=status]:has(table[aria-hidden])')).toHaveCount(0)
}

/** As another tab would say it, without loading the page anew. */
const useSkin = (page: Page, skin: string) => page.evaluate(name => {
  localStorage.setItem('skin', name)
  window.dispatchEvent(new StorageEvent('storage', { key: 'skin' }))
}, skin)

async function barriers(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`).join(' | ')}`)
}

/** What sticks out of the page, when the page can be scrolled sideways. */
const overhang = (page: Page) => page.evaluate(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const wide = [...document.body.querySelectorAll('*')].filter(element => element.getBoundingClientRect().right > clientWidth + 1)
  return [`${scrollWidth} > ${clientWidth}`, ...wide.slice(0, 5).map(element => `${element.tagName}.${element.className}`)]
})
