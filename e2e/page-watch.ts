import { expect, type Page, type Request } from '@playwright/test'

/** What stays open on purpose, and so says nothing about whether a page is done. */
const isLive = (request: Request) =>
  request.resourceType() === 'eventsource' || /\/stream\b/.test(request.url())

/** Everything that a person would not see and a console would tell; and when the page has come to rest. */
export function watch(page: Page) {
  const faults: string[] = []
  const open = new Set<Request>()
  let lastChange = Date.now()
  const end = (request: Request) => {
    lastChange = Date.now()
    return open.delete(request)
  }
  page.on(
    'console',
    message => message.type() === 'error' && faults.push(`console: ${message.text()}`),
  )
  page.on('pageerror', error => faults.push(`error: ${error.message}`))
  page.on(
    'response',
    answer => answer.status() >= 400 && faults.push(`${answer.status()} ${answer.url()}`),
  )
  page.on('request', request => !isLive(request) && open.add(request))
  page.on('requestfinished', end)
  page.on(
    'requestfailed',
    request =>
      end(request) &&
      request.failure()?.errorText !== 'net::ERR_ABORTED' &&
      faults.push(`${request.failure()?.errorText} ${request.url()}`),
  )

  async function settle() {
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect
      .poll(() => open.size === 0 && Date.now() - lastChange > 150, {
        intervals: [50],
        message: 'the page comes to rest',
      })
      .toBe(true)
    await expect(
      page.locator(
        '[aria-busy=true], [role=status]:has(table[aria-hidden]), [role=progressbar][aria-label="Loading"]',
      ),
    ).toHaveCount(0)
    await painted(page)
  }
  return { faults, settle }
}

/** The letters are there, and what was changed has been drawn. */
export const painted = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const drawn = () =>
      new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await drawn()
    // Colours pass into each other; halfway they are nobody's.
    await Promise.all(
      document
        .getAnimations()
        .map(one => one instanceof CSSTransition && one.finished.catch(() => {})),
    )
    await drawn()
  })

/** As another tab would say it, without loading the page anew. */
export async function choose(page: Page, key: 'skin' | 'direction', value: string) {
  await page.evaluate(
    ([name, chosen]) => {
      localStorage.setItem(name, chosen)
      window.dispatchEvent(new StorageEvent('storage', { key: name }))
    },
    [key, value] as const,
  )
  await painted(page)
}

/** What sticks out of the page, when the page can be scrolled sideways. */
export const overhang = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const sticksOut = ({ left, right }: DOMRect) =>
      document.documentElement.dir === 'rtl' ? left < -1 : right > clientWidth + 1
    const wide = [...document.body.querySelectorAll('*')].filter(element =>
      sticksOut(element.getBoundingClientRect()),
    )
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...wide.slice(0, 5).map(element => `${element.tagName}.${element.getAttribute('class')}`),
    ]
  })
