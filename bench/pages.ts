import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { startDemoServer } from '../scripts/demo-server.ts'
import { getLaunchOptions } from '../scripts/page/find-chromium.ts'
import { measurePageLoad, type PageLoad } from '../scripts/page/measure-page-load.ts'

// Measures the built pages in Chromium: what they transfer, when they paint and when their content
// appears. Cold pages open with an empty cache, warm ones with the cache of three earlier visits.
// The bare page on the same server has a few bytes of text. Prints the median of several rounds:
// `npm run bench:pages -- 5`. Set DEMO_URL to use a running demo server.
const rounds = Number(process.argv[2] ?? 3)
const rowSelector = 'main [data-row-link]'
const pages = [
  { name: 'bare page', path: '/health/live', content: 'body', hasSession: false },
  { name: 'login', path: '/login', content: 'form [type=submit]', hasSession: false },
  { name: 'dashboard', path: '/dashboard', content: rowSelector, hasSession: true },
  { name: 'product list', path: '/apps/product/list', content: rowSelector, hasSession: true },
  { name: 'order list', path: '/apps/order/list', content: rowSelector, hasSession: true },
  {
    name: 'order detail',
    path: '/apps/order/orderDetail/:id',
    content: 'main h1',
    hasSession: true,
  },
]

const server = await startDemoServer()
const browser = await chromium.launch(getLaunchOptions())
try {
  console.log(
    `Median of ${rounds} rounds. Script: files and kB (Brotli, with headers) until the content ` +
      `appears, and in total. Times in ms.\n\n${formatHead()}`,
  )
  for (const page of pages) {
    const path = await server.resolvePath(page.path)
    const cold: PageLoad[] = []
    const warm: PageLoad[] = []
    for (let round = 0; round < rounds; round++) {
      const context = await openContext(browser, page.hasSession)
      const open = () => openPage(context, path, page.content)
      cold.push(await open())
      await open()
      await open()
      warm.push(await open())
      await context.close()
    }
    console.log(formatRow(`${page.name}, cold`, cold))
    console.log(formatRow(`${page.name}, warm`, warm))
  }
} finally {
  await browser.close()
  await server.stop()
}

/** A context has its own cache. */
function openContext(browser: Browser, hasSession: boolean) {
  return browser.newContext({
    viewport: { width: 1350, height: 940 },
    baseURL: server.url,
    storageState: {
      cookies: [],
      origins: [
        {
          origin: server.url,
          localStorage: hasSession
            ? Object.entries(server.storage).map(([name, value]) => ({ name, value }))
            : [],
        },
      ],
    },
  })
}

async function openPage(context: BrowserContext, path: string, content: string) {
  const page = await context.newPage()
  const load = await measurePageLoad(page, path, content)
  await page.close()
  return load
}

function formatHead(): string {
  const titles = ['files', 'kB', 'all files', 'all kB', 'CSS kB', 'paint', 'largest', 'content']
  return ['page'.padEnd(20), ...titles.map(title => title.padStart(10)), '     shift'].join('')
}

function formatRow(name: string, loads: readonly PageLoad[]): string {
  const median = (key: keyof PageLoad) =>
    loads.map(load => load[key]).toSorted((a, b) => a - b)[Math.floor(loads.length / 2)] ?? 0
  const kilobytes = (key: keyof PageLoad) => (median(key) / 1000).toFixed(1)
  const cells = [
    median('scriptFiles').toFixed(),
    kilobytes('scriptBytes'),
    median('totalScriptFiles').toFixed(),
    kilobytes('totalScriptBytes'),
    kilobytes('styleBytes'),
    median('firstPaint').toFixed(),
    median('largestPaint').toFixed(),
    median('content').toFixed(),
    median('layoutShift').toFixed(3),
  ]
  return [name.padEnd(20), ...cells.map(cell => cell.padStart(10))].join('')
}
