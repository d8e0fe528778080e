import { expect, type Page } from '@playwright/test'
import { productApi } from '#contract/product/product.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { themeDraftApi } from '#contract/theme/theme-draft.ts'
import { visitorTest } from './fixtures.ts'
import { launchStore } from './launch-store.ts'
import { createPng } from './seed-store.ts'
import { createSeller, type Seller } from './test-seller.ts'
import { uploadImage } from './upload-image.ts'

const test = visitorTest.extend<object, { productUrl: string }>({
  productUrl: [
    async ({ playwright }, use, { project }) => {
      const http = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      const seller = await createSeller(http)
      await createVase(seller)
      await activateHarbour(seller)
      await use(`${await launchStore(seller)}/products/vase`)
      await http.dispose()
    },
    { scope: 'worker' },
  ],
})

async function createVase(seller: Seller) {
  const images = await Promise.all(
    ['#b8733a', '#4d8094'].map(async color => {
      const media = await uploadImage(seller, await createPng(900, 900, color))
      return { media: media._id, alt: color }
    }),
  )
  await seller.send(productApi.create, {
    body: {
      title: 'Vase',
      status: 'active',
      images,
      details: 'Material: Stoneware',
      sizeTable: 'Size | Height\nOne | 20 cm',
      options: [{ name: 'Color', values: ['Clay', 'Teal'] }],
      variants: [
        { options: ['Clay'], price: 1900, stock: 9, image: images[0]?.media },
        { options: ['Teal'], price: 2400, stock: 2, image: images[1]?.media },
      ],
    },
  })
}

/** Activates Harbour. Its product page has texts that open and close, beside a gallery that is higher. */
async function activateHarbour(seller: Seller) {
  const themes = await seller.send(themeApi.list)
  const params = { id: themes.find(({ code }) => code === 'harbour')?._id ?? '' }
  const { templates, version } = await seller.send(themeDraftApi.getDraft, { params })
  const product = templates.product.map(section =>
    section.type === 'productDetails'
      ? { ...section, settings: { ...section.settings, galleryLayout: 'stacked' as const } }
      : section,
  )
  const saved = await seller.send(themeDraftApi.saveDraft, {
    params,
    body: { templates: { ...templates, product }, version },
  })
  await seller.send(themeDraftApi.publish, { params, body: { version: saved.version } })
  await seller.send(themeApi.activate, { params })
}

const getShownImage = (page: Page) => page.locator('.gallery-link img').first().getAttribute('alt')

test('another variant changes the image, the price and the stock, and keeps what is open', async ({
  page,
  productUrl,
}) => {
  await page.goto(productUrl)
  const details = page.locator('details.collapsible')
  await details.locator('summary').click()
  await page.locator('[name=quantity]').fill('2')
  expect(await getShownImage(page)).toBe('#b8733a')
  await page.locator('a.option-value:not([aria-current])').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#page-status')).toHaveText('€24.00 Only 2 left')
  expect(await getShownImage(page)).toBe('#4d8094')
  await expect(page.locator('.sticky-add-to-cart b')).toHaveText('€24.00')
  await expect(page.locator('[name=quantity]')).toHaveValue('2')
  await expect(details).toHaveAttribute('open')
  await expect(page.locator('a.option-value[aria-current]')).toBeFocused()
  await page.goBack()
  await expect.poll(() => getShownImage(page)).toBe('#b8733a')
})

test('images are magnified with the keyboard and the mouse', async ({ page, productUrl }) => {
  await page.goto(productUrl)
  await page.locator('.gallery-link').first().press('Enter')
  const counter = page.locator('.viewer-counter')
  await expect(counter).toHaveText('1 / 2')
  await page.keyboard.press('ArrowRight')
  await expect(counter).toHaveText('2 / 2')
  const slide = page.locator('.viewer-slide').nth(1)
  await expect(slide).toBeInViewport({ ratio: 1 })
  await slide.click()
  await expect(slide).toHaveAttribute('data-magnified')
  await page.keyboard.press('-')
  await page.keyboard.press('-')
  await page.keyboard.press('-')
  await expect(slide).not.toHaveAttribute('data-magnified')
  await page.keyboard.press('Escape')
  await expect(page.locator('.viewer')).toHaveCount(0)
  await expect(page.locator('.gallery-link').first()).toBeFocused()
})

test('phones have a button to add while the form is out of sight', async ({ page, productUrl }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto(productUrl)
  const bar = page.locator('.sticky-add-to-cart')
  await expect(bar).toBeVisible()
  await page.locator('#add-to-cart').scrollIntoViewIfNeeded()
  await expect(bar).toBeHidden()
  await page.locator('.footer').scrollIntoViewIfNeeded()
  await expect(bar).toBeHidden()
  await page.evaluate(() => scrollTo(0, 0))
  await bar.locator('button').click()
  await expect(page.locator('a[href="/cart"] .cart-count')).toHaveText('1')
})

test('details that are higher than the window scroll to their end beside the gallery', async ({
  page,
  productUrl,
}) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto(productUrl)
  const details = page.locator('.product-details')
  await expect(details).toHaveCSS('position', 'sticky')
  // How far the end of the details stays above the end of the window.
  const readGap = () =>
    details.evaluate(
      (element: HTMLElement) =>
        innerHeight - element.offsetHeight - Number.parseFloat(getComputedStyle(element).top),
    )
  await expect.poll(readGap).toBe(24)
  await page.locator('details.collapsible summary').click()
  await expect.poll(readGap).toBe(24)
  await expectPrinting(page)
})

/** Checks that a printed page has the product without its form. */
async function expectPrinting(page: Page) {
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.add-to-cart')).toBeHidden()
  await expect(page.locator('h1')).toBeVisible()
}

test('the sizes open without JavaScript', async ({ browser, productUrl }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(productUrl)
  const sizes = page.getByRole('dialog', { name: 'Size table' })
  await expect(sizes).toBeHidden()
  await page.getByRole('button', { name: 'Size table' }).click()
  await expect(sizes.getByRole('cell', { name: '20 cm' })).toBeVisible()
  await sizes.getByRole('button', { name: 'Close' }).click()
  await expect(sizes).toBeHidden()
  await expectPrinting(page)
  await context.close()
})
