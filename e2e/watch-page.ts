import { expect, type Page, type Request } from '@playwright/test'

/** Event streams stay open and do not count as loading. */
const isEventStream = (request: Request) =>
  request.resourceType() === 'eventsource' || /\/stream\b/.test(request.url())

/** The events that `watchPage` listens to. */
export const watchedEvents = [
  'console',
  'pageerror',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const

/**
 * Records errors of the console, of scripts and of requests. `settle` waits until the page has
 * loaded.
 */
export function watchPage(page: Page) {
  const problems: string[] = []
  const openRequests = new Set<Request>()
  let lastChange = Date.now()
  const handleRequestEnd = (request: Request) => {
    lastChange = Date.now()
    return openRequests.delete(request)
  }
  page.on(
    'console',
    message =>
      message.type() === 'error' &&
      // The accessibility checker tries to run in the preview of an email, which runs no scripts.
      !message.text().includes("Blocked script execution in 'about:srcdoc'") &&
      problems.push(`console: ${message.text()}`),
  )
  page.on('pageerror', error => problems.push(`error: ${error.message}`))
  page.on(
    'response',
    response => response.status() >= 400 && problems.push(`${response.status()} ${response.url()}`),
  )
  page.on('request', request => !isEventStream(request) && openRequests.add(request))
  page.on('requestfinished', handleRequestEnd)
  page.on(
    'requestfailed',
    request =>
      handleRequestEnd(request) &&
      request.failure()?.errorText !== 'net::ERR_ABORTED' &&
      problems.push(`${request.failure()?.errorText} ${request.url()}`),
  )

  const loadingIndicators = page.locator(
    [
      '[aria-busy=true]',
      '[role=status]:has(table[aria-hidden])',
      '[role=progressbar][aria-label="Loading"]',
      // React shows lazy components up to 300 ms after their code arrives.
      '.mantine-Skeleton-root[data-visible]',
    ].join(', '),
  )

  async function settle() {
    // The heading of a page arrives with its code.
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect
      .poll(
        async () => {
          // Code and data that have arrived can cause more requests as soon as they are processed.
          await waitForIdle(page)
          const hasRequested = openRequests.size > 0 || Date.now() - lastChange <= 150
          return !hasRequested && (await loadingIndicators.count()) === 0
        },
        { intervals: [50], message: 'all requests have ended' },
      )
      .toBe(true)
    await waitForPaint(page)
  }
  return { problems, settle }
}

const waitForIdle = (page: Page) =>
  page.evaluate(() => new Promise<void>(resolve => requestIdleCallback(() => resolve())))

/** Waits for fonts, style transitions and the next paint. */
export const waitForPaint = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const nextFrame = () =>
      new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await nextFrame()
    const transitions = document
      .getAnimations()
      .filter(animation => animation instanceof CSSTransition)
    if (transitions.length === 0) return
    // During a transition, colors have intermediate values.
    await Promise.all(transitions.map(({ finished }) => finished.catch(() => {})))
    await nextFrame()
  })

/** Opens another page of the product in the open one, as a link does. */
export async function openInRouter(page: Page, path: string) {
  await page.evaluate(url => {
    document.title = ''
    history.pushState(null, '', url)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  // Each page sets its title when it renders.
  await expect(page).toHaveTitle(/./)
}

/** Changes stored preferences as another tab would, without reloading the page. */
export async function setPreferences(
  page: Page,
  preferences: { skin?: string; direction?: string },
) {
  await page.evaluate(values => {
    for (const [key, value] of Object.entries(values)) {
      localStorage.setItem(key, value)
      window.dispatchEvent(new StorageEvent('storage', { key }))
    }
  }, preferences)
  await waitForPaint(page)
}

/**
 * Returns the outermost elements that leave the viewport if the page scrolls horizontally, with their
 * parents.
 */
export const findOverflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const isOverflowing = ({ left, right }: DOMRect) =>
      document.documentElement.dir === 'rtl' ? left < -1 : right > clientWidth + 1
    const isClipped = ({ parentElement }: Element): boolean =>
      parentElement !== null &&
      parentElement !== document.body &&
      (getComputedStyle(parentElement).overflowX !== 'visible' || isClipped(parentElement))
    const overflowing = new Set(
      [...document.body.querySelectorAll('*')].filter(
        element => isOverflowing(element.getBoundingClientRect()) && !isClipped(element),
      ),
    )
    const describe = (element: Element | null) =>
      `${element?.tagName}.${element?.getAttribute('class')}`
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...[...overflowing]
        .filter(({ parentElement }) => !parentElement || !overflowing.has(parentElement))
        .slice(0, 5)
        .map(element => `${describe(element.parentElement)} > ${describe(element)}`),
    ]
  })
