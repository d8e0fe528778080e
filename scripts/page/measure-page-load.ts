import type { Page } from '@playwright/test'

/** The transfers of one load of a page and its times of painting, in milliseconds after the start. */
export type PageLoad = {
  /** The script files requested before the content appears, and their transferred bytes. */
  scriptFiles: number
  scriptBytes: number
  /** All script files until the page is idle, including those that are prefetched. */
  totalScriptFiles: number
  totalScriptBytes: number
  styleBytes: number
  firstPaint: number
  largestPaint: number
  content: number
  layoutShift: number
}

type TransferredFile = { url: string; bytes: number }

declare global {
  interface Window {
    pageLoad: { content: number; largestPaint: number; layoutShift: number }
  }
}

/** Opens a path and measures it until no request has been running for a second. */
export async function measurePageLoad(
  page: Page,
  path: string,
  contentSelector: string,
): Promise<PageLoad> {
  const transfers = await recordTransfers(page)
  await page.addInitScript(observePage, contentSelector)
  await page.goto(path)
  await page.waitForFunction(() => window.pageLoad.content > 0)
  await transfers.waitUntilIdle()
  const timings = await page.evaluate(() => ({
    ...window.pageLoad,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    startTimes: performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => [name, startTime] as const),
  }))
  const { startTimes, ...paints } = timings
  const startTimeOf = new Map(startTimes)
  const scripts = transfers.list.filter(({ url }) => isFileOfType(url, 'js'))
  const earlyScripts = scripts.filter(({ url }) => (startTimeOf.get(url) ?? 0) < paints.content)
  return {
    ...paints,
    scriptFiles: earlyScripts.length,
    scriptBytes: sumBytes(earlyScripts),
    totalScriptFiles: scripts.length,
    totalScriptBytes: sumBytes(scripts),
    styleBytes: sumBytes(transfers.list.filter(({ url }) => isFileOfType(url, 'css'))),
  }
}

/** Records the transferred bytes of every file, compressed and with headers. */
async function recordTransfers(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const urls = new Map<string, string>()
  const list: TransferredFile[] = []
  let lastChange = Date.now()
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type !== 'EventSource' && !request.url.includes('/stream')) urls.set(requestId, request.url)
    lastChange = Date.now()
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url) list.push({ url, bytes: encodedDataLength })
    urls.delete(requestId)
    lastChange = Date.now()
  })
  session.on('Network.loadingFailed', ({ requestId }) => urls.delete(requestId))
  const waitUntilIdle = async () => {
    while (urls.size > 0 || Date.now() - lastChange < 1000) await page.waitForTimeout(50)
  }
  return { list, waitUntilIdle }
}

/** Runs in the page before its own scripts. */
function observePage(contentSelector: string) {
  window.pageLoad = { content: 0, largestPaint: 0, layoutShift: 0 }
  new PerformanceObserver(list => {
    for (const { startTime } of list.getEntries()) window.pageLoad.largestPaint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      if ('value' in entry) window.pageLoad.layoutShift += Number(entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
  const observer = new MutationObserver(() => {
    if (!document.querySelector(contentSelector)) return
    window.pageLoad.content = performance.now()
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
}

const isFileOfType = (url: string, type: string) => new URL(url).pathname.endsWith(`.${type}`)
const sumBytes = (transfers: readonly TransferredFile[]) =>
  transfers.reduce((sum, { bytes }) => sum + bytes, 0)
