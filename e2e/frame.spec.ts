import { expect, type Locator, type Page } from '@playwright/test'
import { productApi } from '#contract/product/product.ts'
import { test } from './fixtures.ts'
import { findOverflow, watchPage } from './watch-page.ts'

async function getBox(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not visible')
  return box
}

/** Changes the product, saves it and changes it again, so that a toast and the save bar appear. */
async function showToastAndSaveBar(page: Page) {
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill(`Jug ${Date.now()}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'Product Update Successfully' }).first()
  // A toast stays as long as the pointer is on it.
  await toast.hover()
  await title.fill('Stoneware jug')
  return { toast, saveBar: page.getByRole('region', { name: 'Unsaved changes' }) }
}

for (const width of [1440, 900, 390]) {
  test(`covers no title, badge or save bar with a toast at ${width} px`, async ({
    page,
    seller,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const { _id } = await seller.send(productApi.create, { body: { title: 'Mug', price: 1900 } })
    await page.goto(`/apps/product/update/${_id}`)
    const { toast, saveBar } = await showToastAndSaveBar(page)
    await expect(saveBar).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(1)
    // Filling the field can scroll the page, and a toast must not cover the header at its top.
    await page.evaluate(() => window.scrollTo(0, 0))
    // The toast and the save bar move while they appear.
    await expect(async () => {
      const { y, height } = await getBox(toast)
      const headerBox = await getBox(page.locator('[data-page-header]'))
      expect(headerBox.y).toBeGreaterThanOrEqual(y + height)
      expect((await getBox(saveBar)).y).toBeGreaterThanOrEqual(y + height)
    }).toPass()
  })
}

test('the save bar has one line on a phone, and covers no field that has the focus', async ({
  page,
  seller,
}) => {
  await page.addInitScript(() => localStorage.setItem('language', 'de'))
  await page.setViewportSize({ width: 390, height: 844 })
  const { _id } = await seller.send(productApi.create, { body: { title: 'Mug', price: 1900 } })
  await page.goto(`/apps/product/update/${_id}`)
  await page.getByRole('textbox', { name: 'Titel', exact: true }).fill('Becher')
  const saveBar = page.getByRole('region', { name: 'Nicht gespeicherte Änderungen' })
  const text = await getBox(saveBar.getByText('Geändert', { exact: true }))
  expect(text.height).toBeLessThan(24)
  for (const name of ['Verwerfen', 'Speichern']) {
    const button = await getBox(saveBar.getByRole('button', { name, exact: true }))
    expect(button.x).toBeGreaterThanOrEqual(text.x + text.width)
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  for (let count = 0; count < 20; count++) {
    await page.keyboard.press('Tab')
    const field = page.locator('main input:focus, main textarea:focus')
    if ((await field.count()) === 0) continue
    // The page scrolls after the field has received the focus.
    await expect(async () => {
      const { y, height } = await getBox(field)
      expect(y + height).toBeLessThanOrEqual((await getBox(saveBar)).y)
    }).toPass()
  }
})

test('labels of fields have the type size of the design', async ({ page }) => {
  await page.goto('/apps/product/create')
  const label = page.locator('main label', { hasText: 'Title' }).first()
  await expect(label).toHaveCSS('font-size', '13px')
  await expect(label).toHaveCSS('font-weight', '500')
  await expect(label).toHaveCSS('margin-bottom', '4px')
  await expect(label).toHaveCSS('scroll-padding-bottom', 'auto')
})

test('shows the settings without cutting them off, and the menu beside the page', async ({
  page,
}) => {
  await page.goto('/apps/product/list')
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Settings' })
    .click()
  await expect(page.getByLabel('Store name')).toBeVisible()
  await page.mouse.move(700, 400)
  const menu = page.locator('aside[aria-label="Store and main menu"]')
  await expect(menu).toHaveCSS('width', '72px')
  await expect(async () => {
    const { x, width } = await getBox(menu)
    const settingsBox = await getBox(page.getByRole('navigation', { name: 'Settings' }))
    expect(settingsBox.x).toBeGreaterThan(x + width)
  }).toPass()
  await page.setViewportSize({ width: 900, height: 900 })
  await expect.poll(() => findOverflow(page)).toEqual([])
})

test('keeps the page when a connection breaks while the preview menu loads', async ({ page }) => {
  await page.route('**/assets/preview-menu-*.js', route => route.abort('connectionreset'))
  await page.goto('/apps/order/list')
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Launch your store' }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
})

test('starts at the top of a page that is opened by its address', async ({ page, seller }) => {
  // The activities of the profile are longer than the window.
  for (let index = 1; index <= 30; index++)
    await seller.send(productApi.create, { body: { title: `Mug ${index}`, price: 1900 } })
  const { settle } = watchPage(page)
  const open = async (path: string) => {
    await page.goto(path)
    await settle()
    return page.evaluate(() => window.scrollY)
  }
  await open('/apps/profile')
  await page.evaluate(() => window.scrollTo(0, 100))
  expect(await open('/apps/settings')).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 50))
  expect(await open('/apps/profile')).toBe(100)
})
