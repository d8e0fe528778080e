import { expect, type Page } from '@playwright/test'
import { conversationApi } from '#contract/desk/conversation.ts'
import { fillHostileStore, shownTexts } from './fill-hostile-store.ts'
import { watchActiveContent } from './find-active-content.ts'
import { test } from './fixtures.ts'
import { hostileTexts } from './hostile-texts.ts'
import { watchPage } from './watch-page.ts'

const filterNames = ['vendor', 'tag', 'option']
/** The most values that a list of products accepts of one filter. */
const maxValues = 10

/** Searches with every second text as a term or a filter, which have no control characters. */
function listSearches(): string[] {
  const texts = hostileTexts.filter(
    (text, index) => index % 2 === 0 && /^\P{Cc}{1,190}$/u.test(text),
  )
  const size = filterNames.length * maxValues
  return Array.from({ length: Math.ceil(texts.length / size) }, (_, index) => {
    const pairs = texts
      .slice(index * size, (index + 1) * size)
      .map((text, number) => [filterNames[number % filterNames.length] ?? '', text])
    return `/search?${new URLSearchParams([['q', pairs[0]?.[1] ?? ''], ...pairs])}`
  })
}

const readText = (page: Page) => page.evaluate(() => document.body.textContent)

test('texts of sellers and shoppers never become active content', async ({
  page,
  seller,
  playwright,
  baseURL,
}) => {
  expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(300)
  const http = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const store = await fillHostileStore(seller, http)
  const messages = await seller.send(conversationApi.list)
  await http.dispose()
  const { hostname } = new URL(store.url)
  const hosts = ['localhost', 'preview.storewright.localhost', hostname]
  const { problems, check } = watchActiveContent(page, hosts)
  await page.setContent('<a href="java&Tab;script:hasRun=1">a</a><img src="x:" onerror="hasRun=1">')
  await page.waitForFunction('"hasRun" in window')
  await check()
  expect(problems.splice(0), 'the test would notice them').toHaveLength(3)

  const storePaths: [path: string, text: string][] = [
    ['/', shownTexts.category],
    ['/categories/cups', shownTexts.category],
    ['/products/cup', shownTexts.product],
    ['/ar/products/cup', shownTexts.product],
    ['/pages/page', shownTexts.page],
    ['/pages/contact-us', ''],
    ['/policies/privacy', ''],
    ['/old', shownTexts.page],
    [`/none/${encodeURIComponent(shownTexts.product)}`, ''],
    ...listSearches().map((path): [string, string] => [path, 'hasRun=1']),
  ]
  for (const [path, text] of storePaths) {
    await page.goto(store.url + path)
    await check()
    expect(await readText(page), path).toContain(text)
  }
  await page.goto(`${store.url}/products/cup`)
  const added = page.waitForResponse(response => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await added
  await page.goto(`${store.url}/cart`)
  expect(await readText(page)).toContain(shownTexts.product)
  await check()

  const { settle } = watchPage(page)
  const officePaths: [path: string, text: string][] = [
    ['/apps/product/list', shownTexts.product],
    [`/apps/product/update/${store.product}`, shownTexts.product],
    [`/apps/email/view/${messages.items[0]?._id}`, shownTexts.shopper],
    [`/apps/themes/customise/${store.theme}`, ''],
  ]
  for (const [path, text] of officePaths) {
    await page.goto(path)
    await settle()
    expect(await readText(page), path).toContain(text)
    await check()
  }
  expect(problems).toEqual([])
})
