import { readdirSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { cmsApi } from '#contract/cms/cms.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { findViolations } from './find-violations.ts'
import { visitorTest } from './fixtures.ts'
import { launchStore } from './launch-store.ts'
import { seedStore } from './seed-store.ts'
import { createSeller, type Seller } from './test-seller.ts'
import { findOverflow, waitForPaint } from './watch-page.ts'

const themeCodes = readdirSync('storefront/theme', { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name)
const variants = [
  { direction: 'ltr', locale: 'en', colorScheme: 'light' },
  { direction: 'rtl', locale: 'ar', colorScheme: 'dark' },
] as const
type Variant = (typeof variants)[number]
/** 640 px is a window of 1280 px at 200 % zoom; 320 px is the smallest phone, or 400 % zoom. */
const narrowWidths = [640, 320]
const cartPath = '/cart'
const paths = [
  '/',
  '/products',
  '/products?priceFrom=5&tag=stoneware',
  '/categories/mugs-and-bowls',
  '/products/stoneware-mug',
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

type Store = { seller: Seller; url: string }

/** One launched store per worker. */
const test = visitorTest.extend<object, { store: Store }>({
  store: [
    async ({ playwright }, use, { project }) => {
      const http = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      const seller = await createSeller(http)
      const { ids } = await seedStore(seller, http)
      await fillStore(seller, ids.product)
      await use({ seller, url: await launchStore(seller) })
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

async function showStore(page: Page, { seller, url }: Store, code: string, variant: Variant) {
  const { locale, colorScheme, direction } = variant
  const themes = await seller.send(themeApi.list)
  const theme = themes.find(each => each.code === code)
  const params = { id: theme?._id ?? '' }
  await seller.send(themeApi.update, { params, body: { settings: { colorScheme } } })
  await seller.send(themeApi.activate, { params })
  await seller.send(storeApi.update, {
    params: { id: seller.session.business ?? '' },
    body: { data: { locale } },
  })
  // The server may display an old page for a second. The direction changes last.
  async function readAppearance() {
    await page.goto(url)
    const html = page.locator('html')
    return [await html.getAttribute('dir'), await html.getAttribute('data-theme')]
  }
  await expect.poll(readAppearance).toEqual([direction, code])
}

async function listProblems(page: Page, path: string) {
  await page.setViewportSize({ width: 1280, height: 900 })
  await waitForPaint(page)
  const problems = [...(await findViolations(page)), ...(await findCoveredHeadings(page))]
  for (const width of narrowWidths) {
    await page.setViewportSize({ width, height: 720 })
    await waitForPaint(page)
    problems.push(...(await findOverflow(page)).map(text => `${width} px: ${text}`))
  }
  return problems.map(problem => `${path} ${problem}`)
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

for (const code of themeCodes)
  for (const variant of variants)
    test(`every page of ${code} is accessible, ${variant.direction}, ${variant.colorScheme}`, async ({
      browser,
      page,
      store,
    }) => {
      await showStore(page, store, code, variant)
      const problems: string[] = []
      for (const path of paths) {
        const response = await page.goto(store.url + path)
        expect(response?.status()).toBe(path === '/no-page' ? 404 : 200)
        await expect(page.locator('html')).toHaveAttribute('dir', variant.direction)
        await expect(page.locator('html')).toHaveAttribute('data-theme', code)
        problems.push(...(await listProblems(page, path)))
      }
      problems.push(...(await listProblemsOfCart(page, store.url)))
      if (variant.direction === 'ltr')
        problems.push(...(await listProblemsWithoutScript(browser, store.url)))
      expect(problems).toEqual([])
    })

/** The same pages on the smallest phone in a browser without JavaScript: nothing waits for a script. */
async function listProblemsWithoutScript(browser: Browser, storeUrl: string) {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 720 },
  })
  const page = await context.newPage()
  const problems: string[] = []
  for (const path of [...paths, cartPath]) {
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
async function listProblemsOfCart(page: Page, storeUrl: string) {
  await page.goto(storeUrl + cartPath)
  const problems = await listProblems(page, 'empty cart')
  await page.goto(`${storeUrl}/products/stoneware-mug`)
  await page.locator('#add-to-cart button').click()
  await expect(page.locator('.cart-drawer .cart-line')).toHaveCount(1)
  const drawerProblems = [...(await findViolations(page)), ...(await findOverflow(page))]
  problems.push(...drawerProblems.map(text => `drawer of the cart ${text}`))
  await page.locator('.cart-view a').click()
  await expect(page.locator('main .cart-line')).toHaveCount(1)
  problems.push(...(await listProblems(page, 'cart')))
  await page.goto(`${storeUrl}/checkout`)
  await expect(page.locator('.checkout-summary')).toBeVisible()
  return [...problems, ...(await listProblems(page, 'checkout'))]
}

test('a shopper adds products and changes the cart without loading its page again', async ({
  page,
  store,
}) => {
  await showStore(page, store, 'linen', variants[0])
  const count = page.locator('.cart-link .cart-count')
  await page.goto(`${store.url}/products/stoneware-mug`)
  await expect(count).toBeHidden()
  await page.locator('#add-to-cart button').dblclick()
  const drawer = page.getByRole('dialog', { name: 'Cart' })
  await expect(drawer.locator('.cart-line')).toHaveCount(1)
  await expect(page.locator('#page-status')).toHaveText('Added to your cart.')
  await expect(count).toHaveText('1')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.locator('#add-to-cart button')).toBeFocused()
  await page.locator('a.option-value:not([aria-current])').click()
  await expect(page).toHaveURL(/variant=/)
  await page.locator('#add-to-cart button').click()
  await expect(count).toHaveText('2')
  await drawer
    .getByRole('button', { name: /^Increase/ })
    .first()
    .click()
  await expect(count).toHaveText('3')
  await expect(drawer.getByRole('button', { name: /^Increase/ }).first()).toBeFocused()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.locator('.cart-link').click()
  await expect(drawer.locator('.cart-line')).toHaveCount(2)

  await page.goto(store.url + cartPath)
  await page.evaluate(() => document.body.setAttribute('data-loaded-once', ''))
  const quantity = page.locator('.cart-quantity input[type=number]').first()
  await quantity.fill('5')
  // A removal does not lose the change before it.
  await page.locator('.cart-remove').last().click()
  await expect(page.locator('.cart-line')).toHaveCount(1)
  await expect(page.locator('.cart-removed button')).toBeFocused()
  await expect(quantity).toHaveValue('5')
  await expect(count).toHaveText('5')
  await quantity.fill('6')
  await quantity.press('Enter')
  await expect(count).toHaveText('6')
  await expect(quantity).toBeFocused()
  await expect(page.locator('#page-status')).toContainText('Subtotal')
  await page.locator('.cart-remove').click()
  await expect(page.locator('.cart-page')).toContainText('Your cart is empty.')
  await expect(count).toBeHidden()
  await page.locator('.cart-removed button').click()
  await expect(count).toHaveText('6')
  await expect(page.locator('body')).toHaveAttribute('data-loaded-once')
})

test('a shopper searches, opens a product and chooses a variant with the keyboard', async ({
  page,
  store,
}) => {
  // The header of Harbour has a search field.
  await showStore(page, store, 'harbour', variants[0])
  const pressUntilFocused = async (key: string, selector: string) => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press(key)
      if (await page.evaluate(wanted => document.activeElement?.matches(wanted), selector)) return
    }
    throw new Error(`${selector} does not get the focus`)
  }
  await page.goto(store.url)
  await page.keyboard.press('Tab')
  await expect(page.locator('.skip-link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()

  await page.goto(store.url)
  await pressUntilFocused('Tab', 'header input[type=search]')
  await page.keyboard.type('mug')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=mug/)

  await expect(page.locator('.card a[href^="/products/"]').first()).toBeVisible()
  await pressUntilFocused('Tab', '.card a[href^="/products/"]')
  const outline = await page.evaluate(
    () => document.activeElement && getComputedStyle(document.activeElement).outlineStyle,
  )
  expect(outline).not.toBe('none')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/products\/stoneware-mug/)

  await expect(page.locator('a.option-value:not([aria-current])').first()).toBeVisible()
  await pressUntilFocused('Tab', 'a.option-value:not([aria-current])')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/variant=/)
  await expect(page.locator('a.option-value[aria-current]')).toHaveText('Large')
  await expect(page.locator('a.option-value[aria-current]')).toBeFocused()
})

test('a shopper without JavaScript searches, filters, fills the cart and writes to the store', async ({
  browser,
  store,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await showStore(page, store, 'linen', variants[0])
  await page.goto(store.url)
  await page.locator('.search-link').click()
  await page.locator('main input[type=search]').fill('mug')
  await page.locator('main input[type=search]').press('Enter')
  await expect(page).toHaveURL(/\/search\?q=mug/)

  await page.locator('.filters summary').first().click()
  await page.locator('.filters input[name=available]').check()
  await page.locator('.filters button[type=submit]').click()
  await expect(page).toHaveURL(/q=mug.*available=1/)
  await page.locator('.sort-form select').selectOption('priceAsc')
  await page.locator('.sort-form button').click()
  await expect(page).toHaveURL(/sort=priceAsc/)
  await page.locator('.card a[href^="/products/stoneware-mug"]').first().click()
  await page.locator('a.option-value:not([aria-current])').click()
  await expect(page).toHaveURL(/variant=/)
  expect(await context.cookies(), 'no cookie before the first product').toEqual([])
  await page.locator('#add-to-cart input[name=quantity]').fill('2')
  await page.locator('#add-to-cart button').click()
  await expect(page).toHaveURL(`${store.url}${cartPath}`)
  await expect(page.locator('.cart-quantity input[type=number]')).toHaveValue('2')
  await page.locator('.cart-quantity input[type=number]').fill('1')
  await page.locator('.cart-quantity .cart-update').click()
  await expect(page.locator('.cart-quantity input[type=number]')).toHaveValue('1')
  await page.locator('.stepper button').last().click()
  await expect(page.locator('.cart-quantity input[type=number]')).toHaveValue('2')
  await page.locator('.cart-note summary').click()
  await page.locator('.cart-note textarea').fill('Please wrap it')
  await page.locator('.cart-note button').click()
  await expect(page.locator('.cart-note textarea')).toHaveValue('Please wrap it')
  await page.locator('.cart-remove').click()
  await expect(page.locator('.cart-page')).toContainText('Your cart is empty.')
  await page.locator('.cart-removed button').click()
  await expect(page.locator('.cart-quantity input[type=number]')).toHaveValue('2')

  await page.goto(`${store.url}/pages/contact-us`)
  await page.locator('main input[name=name]').fill('Ada')
  await page.locator('main input[name=email]').fill('ada@example.com')
  await page.locator('main textarea[name=message]').fill('Is the mug safe in a dishwasher?')
  await page.locator('main .form button[type=submit]').click()
  await expect(page.locator('#contact-form')).toHaveText(/./)
  await expect(page).toHaveURL(/sent=1/)
  await context.close()
})
