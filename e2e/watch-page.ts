import { expect, type Page, type Request } from '@playwright/test'

/** What stays open on purpose, and so says nothing about whether a page is done. */
const isEventStream = (request: Request) =>
  request.resourceType() === 'eventsource' || /\/stream\b/.test(request.url())

/** Everything that a person would not see and a console would tell; and when the page has come to rest. */
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
    message => message.type() === 'error' && problems.push(`console: ${message.text()}`),
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

  async function settle() {
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect
      .poll(() => openRequests.size === 0 && Date.now() - lastChange > 150, {
        intervals: [50],
        message: 'the page comes to rest',
      })
      .toBe(true)
    await expect(
      page.locator(
        '[aria-busy=true], [role=status]:has(table[aria-hidden]), [role=progressbar][aria-label="Loading"]',
      ),
    ).toHaveCount(0)
    await waitForPaint(page)
  }
  return { problems, settle }
}

/** The letters are there, and what was changed has been drawn. */
export const waitForPaint = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const nextFrame = () =>
      new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await nextFrame()
    // Colours pass into each other; halfway they are nobody's.
    await Promise.all(
      document
        .getAnimations()
        .map(one => one instanceof CSSTransition && one.finished.catch(() => {})),
    )
    await nextFrame()
  })

/** As another tab would say it, without loading the page anew. */
export async function setPreference(page: Page, key: 'skin' | 'direction', value: string) {
  await page.evaluate(
    ([storageKey, newValue]) => {
      localStorage.setItem(storageKey, newValue)
      window.dispatchEvent(new StorageEvent('storage', { key: storageKey }))
    },
    [key, value] as const,
  )
  await waitForPaint(page)
}

/** What sticks out of the page, when the page can be scrolled sideways. */
export const findOverflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const isOverflowing = ({ left, right }: DOMRect) =>
      document.documentElement.dir === 'rtl' ? left < -1 : right > clientWidth + 1
    const overflowing = [...document.body.querySelectorAll('*')].filter(element =>
      isOverflowing(element.getBoundingClientRect()),
    )
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...overflowing
        .slice(0, 5)
        .map(element => `${element.tagName}.${element.getAttribute('class')}`),
    ]
  })
