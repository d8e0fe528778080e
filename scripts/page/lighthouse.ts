import type { BrowserContext } from '@playwright/test'
import { type DemoServer, startDemoServer } from '../demo-server.ts'
import {
  type LighthouseResult,
  measurePage,
  printMissedLimits,
  withBrowser,
} from './lighthouse-report.ts'
import {
  activateLighthouseTheme,
  addProducts,
  fillLighthouseCart,
  fillPageCache,
  listStorePages,
  waitForImages,
} from './lighthouse-stores.ts'
import { measureInteractions } from './measure-interactions.ts'

// Measures the built pages with Lighthouse and prints the median of several cold runs: pages of the
// back office with the desktop preset, pages of a store in each theme with the mobile preset. Then
// measures how soon each theme responds to a shopper with a slow phone.
// `npm run lighthouse -- 5` runs each page five times, `-- 5 stores` only those of the store, `-- 5
// pages` only those of the back office, and `-- 5 interactions` repeats the visit of the shopper. A
// pattern behind it selects pages by their title: `-- 1 stores 'linen home|gallery'`. Set DEMO_URL to
// use a running server with the demo data.
const runs = Number(process.argv[2] ?? 3)
const part = process.argv[3] ?? 'all'
const titlePattern = new RegExp(process.argv[4] ?? '')
const hasPart = (name: string) => part === 'all' || part === name
const pages = [
  '/login',
  '/dashboard',
  '/apps/product/list',
  '/apps/order/list',
  '/apps/order/orderDetail/:id',
]
const storeOptions = {
  runs,
  kinds: ['performance', 'accessibility', 'best-practices', 'seo'],
  minimumScore: 98,
  fullScoreCount: 3,
  metrics: [
    { audit: 'largest-contentful-paint', limit: 1500, title: 'LCP ms' },
    { audit: 'cumulative-layout-shift', limit: 0.02, title: 'CLS' },
  ],
}

const results: LighthouseResult[] = []
if (hasPart('pages'))
  await withServer('server/seed/demo.ts', async server => {
    results.push(...(await measureBackOffice(server)))
  })
if (hasPart('stores') || hasPart('interactions'))
  await withServer('scripts/page/photo-demo.ts', async server => {
    await addProducts(server)
    await waitForImages(server)
    if (hasPart('stores')) results.push(...(await measureStores(server)))
    if (hasPart('interactions')) results.push(...(await measureVisits(server)))
  })
printMissedLimits(results)

/** The script creates the demo data. */
async function withServer(script: string, work: (server: DemoServer) => Promise<void>) {
  const server = await startDemoServer({ script })
  await work(server).finally(() => server.stop())
}

async function measureBackOffice(server: DemoServer): Promise<LighthouseResult[]> {
  const measured: LighthouseResult[] = []
  const options = {
    runs,
    kinds: ['performance', 'accessibility', 'best-practices'],
    minimumScore: 95,
    preset: 'desktop' as const,
  }
  await withBrowser(async browser => {
    for (const path of pages) {
      await setSession(browser.context, server, path !== '/login')
      const url = server.url + (await server.resolvePath(path))
      measured.push(await measurePage(browser, { title: path, url }, options))
    }
  })
  return measured
}

async function measureStores(server: DemoServer): Promise<LighthouseResult[]> {
  const measured: LighthouseResult[] = []
  await withBrowser(async browser => {
    for (const theme of await server.listThemes()) {
      await activateLighthouseTheme(server, theme)
      await fillLighthouseCart(browser.context, server)
      for (const { title, url, isNotIndexed } of await listStorePages(server)) {
        const page = { title: `${theme.code} ${title}`, url }
        if (!titlePattern.test(page.title)) continue
        await fillPageCache(url)
        // A page that search engines must not list fails this audit on purpose.
        const skippedAudits = isNotIndexed ? ['is-crawlable'] : []
        measured.push(await measurePage(browser, page, { ...storeOptions, skippedAudits }))
      }
    }
  })
  return measured
}

async function measureVisits(server: DemoServer): Promise<LighthouseResult[]> {
  const measured: LighthouseResult[] = []
  for (const theme of await server.listThemes()) {
    await activateLighthouseTheme(server, theme)
    measured.push(await measureInteractions(server, theme.code, runs))
  }
  return measured
}

/** Sets or clears the session in local storage, which Lighthouse keeps between runs. */
async function setSession(context: BrowserContext, server: DemoServer, isLoggedIn: boolean) {
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
