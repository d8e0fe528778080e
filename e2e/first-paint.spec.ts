import { expect, type Page } from '@playwright/test'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { measurePageLoad } from '../scripts/page/measure-page-load.ts'
import { seededStoreTest, test, visitorTest } from './fixtures.ts'

const rowSelector = 'main [data-row-link]'

visitorTest('transfers at most 150 kB of script for the login page', async ({ page }) => {
  const load = await measurePageLoad(page, '/login', 'form [type=submit]')
  expect(load.totalScriptBytes).toBeLessThan(150_000)
  expect(load.scriptFiles).toBeLessThanOrEqual(12)
  expect(load.layoutShift).toBeLessThanOrEqual(0.02)
})

for (const speed of ['fast', 'slow'])
  seededStoreTest(
    `transfers at most 300 kB of script for the product list on a ${speed} machine`,
    async ({ page }) => {
      if (speed === 'slow') await slowDown(page)
      const load = await measurePageLoad(page, '/apps/product/list', rowSelector)
      expect(load.scriptBytes).toBeLessThan(300_000)
      expect(load.scriptFiles).toBeLessThanOrEqual(12)
      expect(load.layoutShift).toBeLessThanOrEqual(0.02)
    },
  )

/** Slows the page down. Its rows arrive last, after the pointer has moved and the page is idle. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  })
  const storesReply = page.waitForResponse(`**${getRouteUrl(storeApi.list)}?*`)
  await page.route(`**${getRouteUrl(productApi.list)}?*`, async route => {
    await (await storesReply).finished()
    await expect(page.locator('main h1')).toBeVisible()
    await page.mouse.move(700, 400)
    await page.mouse.move(720, 420)
    await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
    await route.continue()
  })
}

/** Returns the boxes of menu, navbar and content, whose height depends on the data. */
const getShellBoxes = (page: Page) =>
  page.evaluate(() =>
    ['.menu_aside', '.navbar_navbar', '.app-shell_container'].map(selector => {
      const box = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      const height = selector === '.app-shell_container' ? 0 : box.height
      return { x: box.x, y: box.y, width: box.width, height }
    }),
  )

const layouts = [
  { width: 1440, storage: {} },
  { width: 1440, storage: { menuCollapsed: 'true', direction: 'rtl', skin: 'dark' } },
  { width: 1440, storage: { layout: '{"menuHidden":true,"navbarType":"sticky"}' } },
  { width: 900, storage: {} },
  { width: 390, storage: {} },
]
for (const { width, storage } of layouts)
  test(`paints the shell before any script runs, at ${width} px with ${JSON.stringify(storage)}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(entries => {
      for (const [key, value] of entries) localStorage.setItem(key, value)
    }, Object.entries(storage))
    await page.route('**/assets/*.js', route => route.abort())
    await page.goto('/apps/product/list')
    await expect(page.locator('.navbar_navbar[data-static]')).toBeVisible()
    const staticBoxes = await getShellBoxes(page)
    await page.unroute('**/assets/*.js')
    await page.reload()
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.locator('[data-static]')).toHaveCount(0)
    expect(await getShellBoxes(page)).toEqual(staticBoxes)
  })
