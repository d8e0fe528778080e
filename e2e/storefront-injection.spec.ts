import { expect, type Page } from '@playwright/test'
import { conversationApi } from '#contract/desk/conversation.ts'
import { test } from './fixtures.ts'
import { fillHostileStore, shownTexts } from './hostile/fill-hostile-store.ts'
import { watchActiveContent } from './hostile/find-active-content.ts'
import { hostileTexts } from './hostile/hostile-texts.ts'
import { takeTexts } from './hostile/take-hostile-texts.ts'
import { findOverflow, openInRouter, watchPage } from './watch-page.ts'

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

const listStorePaths = (): [path: string, text: string][] => [
  ['/', shownTexts.category],
  ['/categories/cups', shownTexts.category],
  ['/products/cup', shownTexts.product],
  ['/ar/products/cup', shownTexts.product],
  ['/pages/page', shownTexts.page],
  ['/pages/contact-us', ''],
  ['/policies/privacy', ''],
  ['/old', shownTexts.page],
  ['/search?q=cups', shownTexts.product],
  [`/none/${encodeURIComponent(shownTexts.product)}`, ''],
  ...listSearches().map((path): [string, string] => [path, 'hasRun=1']),
]

type CheckPage = (text?: string) => Promise<void>

/** Opens the drawer, the cart, the checkout with an error, and the order. */
async function buyWithHostileTexts(page: Page, storeUrl: string, checkPage: CheckPage) {
  await page.goto(`${storeUrl}/products/cup`)
  await page.locator('#add-to-cart button').first().click()
  await expect(page.locator('.cart-drawer .cart-line')).toHaveCount(1)
  await checkPage(shownTexts.product)
  await page.goto(`${storeUrl}/cart`)
  for (const summary of await page.locator('.cart-options summary').all()) await summary.click()
  await page.locator('.cart-note textarea').fill(takeTexts(1000))
  await checkPage(shownTexts.product)
  await page.locator('.cart-checkout').click()
  const form = page.locator('.checkout-form')
  await form.locator('[name=country]').selectOption('DE')
  await expect(form.locator('[name=shipping]').first()).toBeVisible()
  for (const [name, text] of Object.entries({
    email: 'ada@example.com',
    name: shownTexts.shopper,
    line1: takeTexts(200),
    line2: takeTexts(200),
    postalCode: '20457',
    city: takeTexts(120),
    answer1: takeTexts(200),
    answer2: takeTexts(1000),
  }))
    await form.locator(`[name=${name}]`).fill(text)
  await form.locator('[name=answer5]').selectOption({ index: 1 })
  await form.evaluate((element: HTMLFormElement) => {
    element.noValidate = true
  })
  await form.locator('[value=place]').click()
  await expect(form.locator('.field-error').first()).toBeVisible()
  await checkPage(shownTexts.product)
  await form.locator('[name=terms]').check()
  await form.locator('[value=place]').click()
  await expect(page).toHaveURL(/\/orders\//)
  await checkPage(shownTexts.shopper)
}

/** Opens an own wish list and, as another shopper does, the shared one. */
async function shareHostileWishList(page: Page, storeUrl: string, checkPage: CheckPage) {
  await page.goto(`${storeUrl}/products/cup`)
  const heart = page.locator('.product-details .wish-button button')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`${storeUrl}/wish-list`)
  await page.locator('#share [name=name]').fill(takeTexts(60))
  await page.locator('#share button').click()
  await checkPage(shownTexts.product)
  await page.goto(await page.locator('#field-share').inputValue())
  await checkPage(shownTexts.product)
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

  // The smallest phone, on which long texts overflow first.
  await page.setViewportSize({ width: 320, height: 720 })
  async function checkStorePage(text = '') {
    await check()
    const url = page.url()
    expect.soft(await findOverflow(page), url).toEqual([])
    expect.soft(await readText(page), url).toContain(text)
  }
  for (const [path, text] of listStorePaths()) {
    await page.goto(store.url + path)
    await checkStorePage(text)
  }
  await page.goto(store.order.pageUrl)
  await checkStorePage(shownTexts.product)
  await buyWithHostileTexts(page, store.url, checkStorePage)
  await shareHostileWishList(page, store.url, checkStorePage)

  await page.setViewportSize({ width: 1440, height: 900 })
  const { settle } = watchPage(page)
  const listPath = '/apps/product/list'
  const officePaths: [path: string, text: string][] = [
    [listPath, shownTexts.product],
    [`/apps/product/update/${store.product}`, shownTexts.product],
    [`/apps/email/view/${messages.items[0]?._id}`, shownTexts.shopper],
    [`/apps/themes/customise/${store.theme}`, ''],
    [`/apps/order/orderDetail/${store.order.id}`, shownTexts.product],
    ['/apps/order/list', shownTexts.shopper],
    ['/apps/review/list', shownTexts.product],
    ['/apps/product/search-rules', 'cups'],
    ['/apps/search', ''],
  ]
  for (const [path, text] of officePaths) {
    if (path === listPath) await page.goto(path)
    else await openInRouter(page, path)
    await settle()
    expect(await readText(page), path).toContain(text)
    await check()
  }
  expect(problems).toEqual([])
})
