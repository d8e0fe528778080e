import type { BrowserContext } from '@playwright/test'
import { startDemoServer } from '../demo-server.ts'
import {
  type LighthouseResult,
  measurePage,
  printMissedLimits,
  withBrowser,
} from './lighthouse-report.ts'
import { activateLighthouseTheme, listStorePages, waitForImages } from './lighthouse-stores.ts'

// Measures the built pages with Lighthouse and prints the median of several cold runs: pages of the
// back office with the desktop preset, pages of a store in each theme with the mobile preset.
// `npm run lighthouse -- 5` runs each page five times, `-- 5 stores` only those of the store and
// `-- 5 pages` only the others. Set DEMO_URL to use a running demo server.
const runs = Number(process.argv[2] ?? 3)
const part = process.argv[3] ?? 'all'
const pages = [
  '/login',
  '/dashboard',
  '/apps/product/list',
  '/apps/order/list',
  '/apps/order/orderDetail/:id',
]

const server = await startDemoServer()
try {
  const results: LighthouseResult[] = []
  if (part !== 'stores') results.push(...(await measureBackOffice()))
  if (part !== 'pages') results.push(...(await measureStores()))
  printMissedLimits(results)
} finally {
  await server.stop()
}

async function measureBackOffice(): Promise<LighthouseResult[]> {
  const results: LighthouseResult[] = []
  const options = {
    runs,
    kinds: ['performance', 'accessibility', 'best-practices'],
    preset: 'desktop' as const,
  }
  await withBrowser(async browser => {
    for (const path of pages) {
      await setSession(browser.context, path !== '/login')
      const url = server.url + (await server.resolvePath(path))
      results.push(await measurePage(browser, { title: path, url }, options))
    }
  })
  return results
}

async function measureStores(): Promise<LighthouseResult[]> {
  const results: LighthouseResult[] = []
  const options = {
    runs,
    kinds: ['performance', 'accessibility', 'best-practices', 'seo'],
    metrics: [
      { audit: 'largest-contentful-paint', limit: 1500, title: 'LCP ms' },
      { audit: 'cumulative-layout-shift', limit: 0.02, title: 'CLS' },
    ],
  }
  await withBrowser(async browser => {
    for (const theme of await server.listThemes()) {
      await activateLighthouseTheme(server, theme)
      const storePages = await listStorePages(server)
      for (const { url } of storePages) await waitForImages(url)
      for (const { title, url } of storePages)
        results.push(await measurePage(browser, { title: `${theme.code} ${title}`, url }, options))
    }
  })
  return results
}

/** Sets or clears the session in local storage, which Lighthouse keeps between runs. */
async function setSession(context: BrowserContext, isLoggedIn: boolean) {
  const page = await context.newPage()
  await page.goto(`${server.url}/favicon.svg`)
  await page.evaluate(
    storedEntries => {
      localStorage.clear()
      for (const [key, value] of storedEntries) localStorage.setItem(key, value)
    },
    isLoggedIn ? Object.entries(server.storage) : [],
  )
  await page.close()
}
