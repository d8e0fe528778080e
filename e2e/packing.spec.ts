import { expect, type Page } from '@playwright/test'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { findViolations } from './find-violations.ts'
import { test, visitorTest } from './fixtures.ts'
import type { Seller } from './test-seller.ts'
import { findOverflow } from './watch-page.ts'

const barcode = '4006381333931'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

async function createOrder(seller: Seller) {
  const product = await seller.send(productApi.create, {
    body: { title: 'Stoneware mug', barcode, price: 1900, stock: 5, status: 'active' },
  })
  return seller.send(orderApi.create, {
    body: {
      customer: { name: 'Ada Byron', email: 'ada@shopper.example' },
      shippingAddress: {
        name: 'Ada Byron',
        line1: '12 St James Square',
        city: 'London',
        postalCode: 'SW1Y 4JH',
        country: 'GB',
      },
      lines: [{ variant: product.variants[0]?._id ?? '', quantity: 2 }],
    },
  })
}

/** Creates a link for the only order of the list, and returns its URL. */
async function createLink(page: Page, number: string): Promise<string> {
  await page.goto('/apps/order/list')
  await page.getByRole('checkbox', { name: `Select ${number}` }).check()
  await page
    .getByRole('toolbar', { name: '1 selected' })
    .getByRole('button', { name: 'More' })
    .click()
  await page.getByRole('menuitem', { name: 'Create packer link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create packer link' })
  await dialog.getByLabel('Name').fill('Sunday shift')
  await dialog.getByRole('button', { name: 'Create packer link' }).click()
  const code = page.getByText(/\/packing#token=/)
  await expect(code).toBeVisible()
  const url = (await code.textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return url
}

test('a packer without an account packs an order on a phone', async ({ page, seller, browser }) => {
  const order = await createOrder(seller)
  const url = await createLink(page, order.number)
  const context = await browser.newContext({ ...phone, storageState: { cookies: [], origins: [] } })
  const packer = await context.newPage()
  const scripts: string[] = []
  packer.on('request', request => scripts.push(new URL(request.url()).pathname))
  await packer.goto(url)

  await test.step('picks by barcode', async () => {
    await expect(packer.getByRole('heading', { level: 1, name: 'Sunday shift' })).toBeVisible()
    await packer.getByLabel('Barcode or SKU').fill(barcode)
    await packer.keyboard.press('Enter')
    await expect(packer.getByRole('status')).toHaveText('Stoneware mug: 1 of 2')
    await packer.getByRole('button', { name: 'Add one unit of Stoneware mug' }).tap()
    await expect(packer.getByRole('status')).toHaveText('Stoneware mug: 2 of 2')
    await packer.getByLabel('Barcode or SKU').fill('wrong')
    await packer.keyboard.press('Enter')
    await expect(packer.getByRole('status')).toHaveText(
      'No item to pick has the code wrong. Check the code.',
    )
    await expect.poll(() => findOverflow(packer)).toEqual([])
    expect(await findViolations(packer)).toEqual([])
  })

  await test.step('packs the order', async () => {
    await packer.getByRole('tab', { name: 'Pack' }).tap()
    await packer.getByRole('button', { name: 'Pack order' }).tap()
    await expect(packer.getByRole('status')).toHaveText(`Order ${order.number} packed`)
    await expect(packer.getByText('Packed', { exact: true })).toBeVisible()
    await expect.poll(() => findOverflow(packer)).toEqual([])
    expect(await findViolations(packer)).toEqual([])
  })

  await test.step('opens the packing slip', async () => {
    await packer.getByRole('button', { name: `Packing slip of order ${order.number}` }).tap()
    await expect(packer.getByText('12 St James Square')).toBeVisible()
    await expect(packer.getByText('ada@shopper.example')).toHaveCount(0)
    await expect.poll(() => findOverflow(packer)).toEqual([])
    expect(await findViolations(packer)).toEqual([])
  })

  // The token reaches the server in bodies only, and the page loads no part of the back office.
  expect(scripts.join(' ')).not.toMatch(/token|shell|\/list-/)
  await context.close()
  await page.goto(`/apps/order/orderDetail/${order._id}`)
  await expect(page.getByText('Packed by link “Sunday shift”')).toBeVisible()
})

visitorTest('the page of a packer follows the appearance of the phone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/packing')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'dark')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'light')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
})
