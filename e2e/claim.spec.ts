import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { orderApi } from '#contract/order/order.ts'
import { deliverOrder } from './deliver-order.ts'
import { findViolations } from './find-violations.ts'
import { test } from './fixtures.ts'
import type { Seller } from './test-seller.ts'
import { findOverflow } from './watch-page.ts'

const phone = { width: 390, height: 844 }

async function expectNarrowPage(page: Page) {
  await expect.poll(() => findOverflow(page)).toEqual([])
  expect(await findViolations(page)).toEqual([])
}

/** Waits until an image has loaded. */
const expectImage = (image: Locator) =>
  expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(60)

/** Fills the form with a broken mug and a photo of it, on the page of the order. */
async function fillClaim(page: Page, pageUrl: string) {
  await page.goto(pageUrl)
  await page.getByRole('link', { name: 'Report a problem' }).click()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Choose at least one item.')).toBeVisible()
  await page.getByLabel('Quantity of Stoneware mug').selectOption('1')
  await page.getByLabel('Reason for Stoneware mug').selectOption('damaged')
  await page.getByLabel('Details').fill('The handle is <b>broken</b>.')
  const photo = sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } })
  await page.getByLabel('Photos').setInputFiles({
    name: 'handle.png',
    mimeType: 'image/png',
    buffer: await photo.png().toBuffer(),
  })
}

async function sendClaim(page: Page) {
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Claim opened')).toBeVisible()
  await expectImage(page.getByRole('img', { name: 'Photo 1' }))
}

/** Opens the page of a claim as staff. */
async function openClaim(page: Page, seller: Seller, id: string) {
  const { returns } = await seller.send(orderApi.get, { params: { id } })
  await page.goto(`/apps/return/view/${returns[0]?._id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('The handle is <b>broken</b>.')).toBeVisible()
  await expectNarrowPage(page)
  return main
}

/** Confirms the dialog of a button. */
async function confirm(page: Page, opener: string, saveLabel: string) {
  await page.getByRole('main').getByRole('button', { name: opener, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectNarrowPage(page)
  await dialog.getByRole('button', { name: saveLabel, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Expects that the claim of an order is settled with a mug, and returns the number of its new order. */
async function expectReplacement(seller: Seller, id: string) {
  const order = await seller.send(orderApi.get, { params: { id } })
  expect(order.returns).toMatchObject([
    { kind: 'claim', status: 'settled', lines: [{ quantity: 1, replacedQuantity: 1 }] },
  ])
  expect(order.followingOrders).toHaveLength(1)
  return order.followingOrders[0]?.number ?? ''
}

async function expectCompletedClaim(page: Page, number: string) {
  await expect(page.getByText('Claim completed')).toBeVisible()
  await expect(page.getByText(`Replacement order ${number}`)).toBeVisible()
}

const openShopperPage = async (browser: Browser, javaScriptEnabled: boolean) =>
  (await browser.newContext({ viewport: phone, javaScriptEnabled })).newPage()

test('a claim with a photo goes from the page of the order to its replacement', async ({
  page,
  seller,
  browser,
}) => {
  const { id, pageUrl } = await deliverOrder(seller)
  const shopper = await openShopperPage(browser, true)
  await fillClaim(shopper, pageUrl)
  await expectNarrowPage(shopper)
  await sendClaim(shopper)
  await expectNarrowPage(shopper)

  await page.setViewportSize(phone)
  await page.addInitScript(() => localStorage.setItem('language', 'ar'))
  const main = await openClaim(page, seller, id)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await confirm(page, 'قبول المطالبة', 'قبول المطالبة')
  await expect(main.getByText('مقبول', { exact: true })).toBeVisible()
  await confirm(page, 'تعويض منتجات', 'إنشاء طلب تعويض')
  await expect(main.getByText('مكتمل', { exact: true })).toBeVisible()
  const number = await expectReplacement(seller, id)
  await expect(main.getByRole('link', { name: number })).toBeVisible()
  await expectNarrowPage(page)

  await shopper.reload()
  await expectCompletedClaim(shopper, number)
  await expectNarrowPage(shopper)
  await shopper.goto(pageUrl.replace('/orders/', '/ar/orders/'))
  await expect(shopper.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectNarrowPage(shopper)
  await shopper.context().close()
})

test('a shopper claims a broken unit without JavaScript, and sees the answer of staff', async ({
  page,
  seller,
  browser,
}) => {
  const { id, pageUrl } = await deliverOrder(seller)
  const shopper = await openShopperPage(browser, false)
  await fillClaim(shopper, pageUrl)
  await sendClaim(shopper)

  const main = await openClaim(page, seller, id)
  await main.getByRole('button', { name: 'Accept claim' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Message to the customer').fill('We are sorry. A new one is coming.')
  await dialog.getByRole('button', { name: 'Accept claim' }).click()
  await expect(dialog).toBeHidden()
  await shopper.goto(pageUrl)
  await expect(shopper.getByText('We are sorry. A new one is coming.')).toBeVisible()
  await expect(shopper.getByText(/^The store will send a replacement/)).toBeVisible()

  await confirm(page, 'Replace items', 'Create replacement order')
  await expect(main.getByText('Completed', { exact: true })).toBeVisible()
  const number = await expectReplacement(seller, id)
  await shopper.goto(pageUrl)
  await expectCompletedClaim(shopper, number)
  await shopper.context().close()
})
