import { type Browser, expect, type Page } from '@playwright/test'
import { cmsApi } from '#contract/cms/cms.ts'
import type { Media } from '#contract/product/media.ts'
import { productApi } from '#contract/product/product.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { findViolations } from './find-violations.ts'
import { visitorTest } from './fixtures.ts'
import { launchStore } from './launch-store.ts'
import { longTitles } from './long-titles.ts'
import { createPng, seedStore } from './seed-store.ts'
import { showExtremeImages } from './show-extreme-images.ts'
import { type LaunchedStore, showTheme } from './show-theme.ts'
import { createSeller, type Seller } from './test-seller.ts'
import { themeCodes } from './theme-codes.ts'
import { uploadImage } from './upload-image.ts'
import { findOverflow, waitForPaint } from './watch-page.ts'

/** 640 px is a window of 1280 px at 200 % zoom; 320 px is the smallest phone, or 400 % zoom. */
const narrowWidths = [640, 320]
const wideViewport = { width: 1280, height: 900 }
const colorRules = ['color-contrast', 'link-in-text-block']
/** The rules whose result depends on the style sheets. */
const styleRules = [...colorRules, 'target-size', 'scrollable-region-focusable']
const cartPath = '/cart'
const paths = [
  '/',
  '/products',
  '/products?priceFrom=5&tag=stoneware',
  '/categories/mugs-and-bowls',
  '/products/stoneware-mug',
  '/products/long-0',
  '/search?q=mug',
  '/search?q=nothing-has-this',
  '/pages/about-us',
  '/policies/privacy',
  '/faq',
  '/blog',
  '/blog/a-day-at-the-wheel',
  '/account',
  '/no-page',
]
/** The pages whose markup depends on the theme. */
const pathsOfThemes = ['/', '/products', '/products/stoneware-mug', '/products/long-0']

/** One launched store per worker. */
const test = visitorTest.extend<object, { store: LaunchedStore & { longVariants: string[] } }>({
  store: [
    async ({ playwright }, use, { project }) => {
      const http = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      const seller = await createSeller(http)
      const { ids } = await seedStore(seller, http)
      await fillStore(seller, ids.product)
      const images = await uploadExtremeImages(seller)
      const { categories } = await seller.send(productApi.get, { params: { id: ids.product } })
      const longVariants = await createLongProducts(seller, { categories, images })
      await showExtremeImages(seller, {
        urls: images.map(({ url }) => url),
        categories,
        post: ids.post,
      })
      await use({ seller, longVariants, url: await launchStore(seller) })
      await http.dispose()
    },
    { scope: 'worker' },
  ],
})

// The file ends the run. Without this, one worker runs all its tests while the other has none.
test.describe.configure({ mode: 'parallel' })

/** Adds the optional content of pages. */
async function fillStore(seller: Seller, product: string) {
  const { variants } = await seller.send(productApi.get, { params: { id: product } })
  await seller.send(productApi.update, {
    params: { id: product },
    body: {
      description: '<h2>Care</h2><p>Wash by hand. <a href="/pages/about-us">Read more</a></p>',
      manufacturerName: 'Studio North GmbH',
      manufacturerAddress: 'Quay 4\n20457 Hamburg',
      manufacturerContact: 'safety@studio-north.example',
      safetyWarnings: 'Hot drinks can burn.',
      videoUrl: 'https://youtu.be/abcdefghijk',
      details: 'Material: Stoneware\nCapacity: 320 ml',
      sizeTable:
        'Size | Height | Rim | Weight\nSmall | 9 cm | 8 cm | 310 g\nLarge | 11 cm | 9 cm | 420 g',
      variants: variants.map(({ position: _, title: __, stock: ___, ...variant }) => ({
        ...variant,
        price: variant.price - 300,
        compareAtPrice: 2900,
        measureAmount: 2,
        measureUnit: 'item' as const,
      })),
    },
  })
  const [zone] = await seller.send(shippingApi.list)
  await seller.send(shippingApi.update, {
    params: { id: zone?._id ?? '' },
    body: { rates: zone?.rates.map(rate => ({ ...rate, minDays: 2, maxDays: 30 })) },
  })
  await seller.send(cmsApi.update, {
    body: {
      announcement: {
        enabled: true,
        text: 'Free shipping this week',
        furtherMessages: [{ text: 'New in the journal', link: '/blog' }],
      },
      policies: { privacy: '<h2>Who is responsible</h2><p>Studio North</p>' },
      contact: { phone: '+49 40 123456' },
    },
  })
}

const uploadExtremeImages = (seller: Seller): Promise<Media[]> =>
  Promise.all(
    [
      [1, 1],
      [8, 4000],
      [4000, 8],
    ].map(async ([width = 1, height = 1]) =>
      uploadImage(seller, await createPng(width, height, '#b8733a')),
    ),
  )

type LongProducts = { categories: string[]; images: readonly Media[] }

/** Creates products with the longest texts and with the images, and returns their variants. */
async function createLongProducts(
  seller: Seller,
  { categories, images }: LongProducts,
): Promise<string[]> {
  const variants: string[] = []
  for (const [index, title] of longTitles.entries()) {
    const value = title.slice(0, 120)
    const price = 9_999_999_900
    const created = await seller.send(productApi.create, {
      body: {
        title,
        slug: `long-${index}`,
        status: 'active',
        vendor: longTitles[0]?.slice(0, 80),
        categories,
        images: images.slice(index % images.length).map(({ _id }) => ({ media: _id })),
        // Filters with many long values would be higher than the page.
        ...(index === 0
          ? {
              options: [{ name: title.slice(0, 60), values: [value, 'M'] }],
              variants: [value, 'M'].map(name => ({ options: [name], price, stock: 99 })),
            }
          : { price, stock: 99 }),
        details: `${value}: ${value}`,
        sizeTable: `Size | ${value}\nM | 9 cm`,
      },
    })
    variants.push(created.variants[0]?._id ?? '')
  }
  return variants
}

/** One theme checks all rules on every page, because the structure of most pages is the same in each. */
const selectRules = (code: string, path: string) =>
  code === themeCodes[0] || pathsOfThemes.includes(path) ? undefined : styleRules

/** Checks an open page in each width, direction and color scheme without loading it again. */
async function listProblems(page: Page, path: string, only?: string[]) {
  // A wide window shows collapsed filters, but axe takes the content of closed details as hidden.
  await page.evaluate(() => document.querySelector('.filters')?.setAttribute('open', ''))
  await waitForPaint(page)
  const problems = await findViolations(page, { only })
  problems.push(...(await findCoveredHeadings(page)))
  problems.push(...(await listOverflowOfPhones(page, 'ltr')))
  problems.push(...(await findCoveredHeadings(page)))
  // The document has only the rules of its own direction.
  await page.locator('link[rel=stylesheet]').evaluate((link: HTMLLinkElement) => {
    link.media = 'all'
  })
  await page.evaluate(() => {
    Object.assign(document.documentElement, { dir: 'rtl', lang: 'ar' })
  })
  problems.push(...(await listOverflowOfPhones(page, 'rtl')))
  await page.setViewportSize(wideViewport)
  problems.push(...(await listDarkProblems(page)))
  return problems.map(problem => `${path} ${problem}`)
}

async function listOverflowOfPhones(page: Page, direction: string) {
  const problems: string[] = []
  for (const width of narrowWidths) {
    await page.setViewportSize({ width, height: 720 })
    await waitForPaint(page)
    const overflow = [...(await findOverflow(page)), ...(await findBrokenAmounts(page))]
    problems.push(...overflow.map(text => `${direction}, ${width} px: ${text}`))
  }
  return problems
}

/** Returns the amounts on more than one line. Those of cards can be longer than a narrow card. */
const findBrokenAmounts = (page: Page) =>
  page.locator('main').evaluate(main => {
    const broken: string[] = []
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (texts.nextNode()) {
      const text = texts.currentNode
      const isAmount = /^-?\p{Sc}\s?\d[\d.,]*$|^-?\d[\d.,]*\s?\p{Sc}$/u.test(text.nodeValue ?? '')
      if (!isAmount || text.parentElement?.closest('.card, .visually-hidden')) continue
      range.selectNodeContents(text)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) broken.push(`${text.nodeValue} takes ${lines.size} lines`)
    }
    return broken
  })

/** Only colors depend on the color scheme. */
async function listDarkProblems(page: Page, scopeSelector?: string) {
  // Without transitions, the colors change at once.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await waitForPaint(page)
  const violations = await findViolations(page, { only: colorRules, scopeSelector })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  return violations.map(violation => `dark: ${violation}`)
}

/** A heading without an image behind it must not slide below the header. */
async function findCoveredHeadings(page: Page) {
  const headings = await page
    .locator('main :is(h1:not(.visually-hidden), .hero-heading)')
    .evaluateAll(elements =>
      elements
        .filter(heading => {
          heading.scrollIntoView({ block: 'center', behavior: 'instant' })
          const { x, y, width, height } = heading.getBoundingClientRect()
          return !heading.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        })
        .map(heading => heading.textContent),
    )
  return headings.map(text => `“${text}” is covered or outside of the page`)
}

// Two tests for each theme, so that both workers end the run at about the same time.
for (const code of themeCodes) {
  test(`every page of ${code} is accessible`, async ({ page, store }) => {
    await showTheme(page, store, code)
    const problems: string[] = []
    for (const path of paths) {
      await page.setViewportSize(wideViewport)
      const response = await page.goto(store.url + path)
      expect(response?.status()).toBe(path === '/no-page' ? 404 : 200)
      await expect(page.locator('html')).toHaveAttribute('data-theme', code)
      problems.push(...(await listProblems(page, path, selectRules(code, path))))
    }
    expect(problems).toEqual([])
  })

  test(`the cart and pages without scripts of ${code} are accessible`, async ({
    browser,
    page,
    store,
  }) => {
    await showTheme(page, store, code)
    await page.setViewportSize(wideViewport)
    const problems = await listProblemsOfCart(page, store, selectRules(code, cartPath))
    problems.push(...(await listProblemsWithoutScript(browser, store.url, code)))
    expect(problems).toEqual([])
  })
}

/** Pages on the smallest phone in a browser without JavaScript: nothing waits for a script. */
async function listProblemsWithoutScript(browser: Browser, storeUrl: string, code: string) {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 720 },
  })
  const page = await context.newPage()
  const problems: string[] = []
  // The markup of other pages is the same in each theme.
  for (const path of code === themeCodes[0] ? [...paths, cartPath] : pathsOfThemes) {
    await page.goto(storeUrl + path)
    const isComplete = await page.locator('main h1, main h2').first().isVisible()
    const uselessButtons = await page
      .locator('button[type=button]:not([popovertarget]):visible')
      .count()
    if (!isComplete) problems.push(`${path} has no heading`)
    if (uselessButtons > 0) problems.push(`${path} has ${uselessButtons} buttons without a form`)
    problems.push(...(await findOverflow(page)).map(text => `${path} ${text}`))
  }
  await context.close()
  return problems.map(problem => `without scripts: ${problem}`)
}

/** The cart before and after a product was added, and the checkout. */
async function listProblemsOfCart(
  page: Page,
  { url: storeUrl, longVariants }: { url: string; longVariants: readonly string[] },
  only?: string[],
) {
  await page.goto(storeUrl + cartPath)
  const problems = await listProblems(page, 'empty cart', only)
  await page.goto(`${storeUrl}/products/stoneware-mug`)
  await page.evaluate(async variants => {
    for (const variant of variants)
      await fetch('/cart', {
        method: 'POST',
        body: new URLSearchParams({ intent: 'add', variant, quantity: '1000000000' }),
      })
  }, longVariants)
  const lineCount = longVariants.length + 1
  await page.locator('#add-to-cart [name=quantity]').fill('1000000000')
  await page.locator('#add-to-cart button').click()
  await expect(page.locator('.cart-drawer .cart-line')).toHaveCount(lineCount)
  const drawerProblems = [
    ...(await findViolations(page, { scopeSelector: '.cart-drawer' })),
    ...(await listDarkProblems(page, '.cart-drawer')),
    ...(await findOverflow(page)),
    ...(await findBrokenAmounts(page)),
  ]
  problems.push(...drawerProblems.map(text => `drawer of the cart ${text}`))
  await page.locator('.cart-view a').click()
  await expect(page.locator('main .cart-line')).toHaveCount(lineCount)
  problems.push(...(await listProblems(page, 'cart', only)))
  await page.goto(`${storeUrl}/checkout`)
  await expect(page.locator('.checkout-summary')).toBeVisible()
  return [...problems, ...(await listProblems(page, 'checkout', only))]
}
