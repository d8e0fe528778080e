import { type CDPSession, chromium, devices, type Page } from '@playwright/test'
import { z } from 'zod'
import type { DemoServer } from '../demo-server.ts'
import { getLaunchOptions } from './find-chromium.ts'
import type { LighthouseResult } from './lighthouse-report.ts'

/** As Lighthouse throttles a slow phone. */
const cpuSlowdown = 4
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
}
const limitMs = 100
/** Browsers do not report shorter interactions. */
const shortestMs = 16
const screen = { width: 390, height: 844 }

type Durations = Map<string, number[]>
type Visit = {
  page: Page
  /** Performs the next interaction, then waits for its result and saves how long the page took. */
  interact: (name: string, act: () => Promise<unknown>, result?: string) => Promise<void>
}

/**
 * Visits a store on a slow phone several times and returns the time from an interaction to the next
 * paint, within which 98% of the interactions are. Prints the slowest of each kind.
 */
export async function measureInteractions(
  { storeUrl }: DemoServer,
  theme: string,
  visits: number,
): Promise<LighthouseResult> {
  const durations: Durations = new Map()
  const browser = await chromium.launch(getLaunchOptions())
  try {
    for (let count = 0; count < visits; count++) {
      const context = await browser.newContext({ ...devices['Pixel 7'], viewport: screen })
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      await throttle(await context.newCDPSession(page))
      await page.addInitScript(recordInteractions, shortestMs)
      const interact = createInteract(page, durations)
      for (const step of steps) await step({ page, interact }, storeUrl)
      await context.close()
    }
  } finally {
    await browser.close()
  }
  const sortedDurations = [...durations.values()].flat().toSorted((a, b) => a - b)
  const p98 = sortedDurations[Math.ceil(sortedDurations.length * 0.98) - 1] ?? 0
  console.log(`${theme.padEnd(12)}INP ${p98} ms, 98% of ${sortedDurations.length} interactions`)
  for (const [name, values] of durations) console.log(`  ${name.padEnd(30)}${Math.max(...values)}`)
  return {
    title: theme,
    failedAudits: new Set(),
    values: [{ name: 'INP ms', median: p98, all: sortedDurations, isMet: p98 < limitMs }],
  }
}

async function throttle(client: CDPSession) {
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', slow4g)
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

/** Runs in the page. Stores the longest event of each interaction, as browsers count them. */
function recordInteractions(durationThreshold: number) {
  const longest: Record<number, number> = {}
  Object.assign(globalThis, { interactionTimes: longest })
  const observer = new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      const id = 'interactionId' in entry ? Number(entry.interactionId) : 0
      if (id > 0) longest[id] = Math.max(longest[id] ?? 0, entry.duration)
    }
  })
  const options = { type: 'event', durationThreshold }
  observer.observe(options)
}

const Times = z.record(z.string(), z.number())

function createInteract(page: Page, durations: Durations): Visit['interact'] {
  return async (name, act, result) => {
    await page.evaluate(resetTimes)
    await act()
    if (result) await page.locator(result).first().waitFor()
    // The browser reports an event after the paint that follows it.
    await page.evaluate(waitForReport)
    const times = Object.values(Times.parse(await page.evaluate('interactionTimes')))
    durations.set(name, [
      ...(durations.get(name) ?? []),
      ...(times.length > 0 ? times : [shortestMs]),
    ])
  }
}

const resetTimes = 'for (const id of Object.keys(interactionTimes)) delete interactionTimes[id]'

const waitForReport = () =>
  new Promise(resolve => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 200)))
  })

type Step = (visit: Visit, storeUrl: string) => Promise<void>

const openMenu: Step = async ({ page, interact }, storeUrl) => {
  await page.goto(storeUrl)
  await interact(
    'open the menu',
    () => page.locator('.menu-toggle > summary').tap(),
    '.menu-toggle[open]',
  )
  const submenus = page.locator('.menu-toggle nav details > summary')
  if ((await submenus.count()) > 0) await interact('open a submenu', () => submenus.first().tap())
  await interact('close the menu', () =>
    page.locator('.menu-toggle > summary > .icon:last-child').tap(),
  )
}

const search: Step = async ({ page, interact }, storeUrl) => {
  await page.goto(`${storeUrl}/search`)
  const field = page.locator('main input[name=q]').first()
  await interact('select the search field', () => field.tap())
  await interact('type a term', () => page.keyboard.type('ca', { delay: 250 }), '[role=option]')
  await interact('type more of it', () => page.keyboard.type('nd', { delay: 250 }), '[role=option]')
  await interact('mark a suggestion', () => page.keyboard.press('ArrowDown'))
}

const filter: Step = async ({ page, interact }, storeUrl) => {
  await page.goto(`${storeUrl}/products`)
  await interact(
    'open the filters',
    () => page.locator('.filters > summary').tap(),
    'dialog.drawer',
  )
  const values = page.locator('dialog.drawer .filter-value')
  await interact('select a filter', () => values.nth(0).tap(), '.list-content .chip')
  await interact('select another filter', () => values.nth(1).tap(), '.chip >> nth=1')
  await interact('close the filters', () => page.locator('dialog.drawer .drawer-close').tap())
  await page.goto(`${storeUrl}/products`)
  await interact(
    'show more products',
    () => page.locator('.list-more').tap(),
    '.grid > li >> nth=24',
  )
}

const quickAdd: Step = async ({ page, interact }, storeUrl) => {
  await page.goto(`${storeUrl}/products`)
  const add = page.locator('form.quick-add button').first()
  if ((await add.count()) === 0) return
  await interact('add from a card', () => add.tap(), 'dialog.cart-drawer .cart-lines')
  await interact('close the cart', () => page.locator('.cart-drawer .cart-heading button').tap())
  const choose = page.locator('.quick-choose').first()
  await interact('open the picker', () => choose.tap(), 'dialog.picker[open]')
  const value = page.locator('dialog.picker .option-value:not([aria-current])').first()
  if ((await value.count()) > 0) await interact('choose in the picker', () => value.tap())
}

const product: Step = async ({ page, interact }, storeUrl) => {
  await page.goto(`${storeUrl}/products`)
  const paths = await page
    .locator('.card:has(.card-swatches) .card-title a')
    .evaluateAll(links => links.map(link => link.getAttribute('href')))
  await page.goto(`${storeUrl}${paths[0] ?? '/products/hollow-mug'}`)
  await interact('show an image', () => page.locator('.thumbnails a').nth(1).tap())
  await interact(
    'open the gallery',
    () => page.locator('.gallery-link').first().tap(),
    'dialog.viewer',
  )
  await interact('magnify the image', () => page.locator('.viewer-track img').first().tap())
  await interact('close the gallery', () => page.locator('.viewer-close').tap())
  await interact('choose a variant', () =>
    page.locator('.option-value:not([aria-current])').first().tap(),
  )
  const submit = page.locator('#add-to-cart button[type=submit]:not([name])')
  await interact('add to the cart', () => submit.tap(), 'dialog.cart-drawer .cart-lines')
  await interact('increase a quantity', () =>
    page.locator('.cart-drawer button[value=increase]').first().tap(),
  )
}

const steps: readonly Step[] = [openMenu, search, filter, quickAdd, product]
