import { expect, type Page } from '@playwright/test'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { fillCheckout, getDeliveryField } from './fill-checkout.ts'
import { findViolations } from './find-violations.ts'
import { visitorTest } from './fixtures.ts'
import { launchStore } from './launch-store.ts'
import { tabTo } from './tab-to.ts'
import { createSeller } from './test-seller.ts'
import { findOverflow } from './watch-page.ts'

/** One launched store per worker with two products. */
const test = visitorTest.extend<object, { storeUrl: string }>({
  storeUrl: [
    async ({ playwright }, use, { project }) => {
      const http = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      const seller = await createSeller(http)
      await seller.send(paymentMethodApi.create, {
        body: {
          kind: 'bank_transfer',
          name: 'Bank transfer',
          instructions: 'IBAN DE00 1234',
          password: seller.password,
        },
      })
      for (const title of ['Stoneware mug', 'Linen towel'])
        await seller.send(productApi.create, {
          body: { title, price: 2400, stock: 9, status: 'active' },
        })
      await seller.send(storeApi.update, {
        params: { id: seller.session.business ?? '' },
        body: { data: { languages: ['ar'] } },
      })
      await use(await launchStore(seller))
      await http.dispose()
    },
    { scope: 'worker' },
  ],
})

async function placeOrder(page: Page, storeUrl: string) {
  await page.goto(`${storeUrl}/products/stoneware-mug`)
  await page.locator('#add-to-cart button').click()
  await expect(page.locator('.cart-line').first()).toBeVisible()
  await page.goto(`${storeUrl}/checkout`)
  await getDeliveryField(page, 'Country').selectOption({ label: 'Germany' })
  await fillCheckout(page)
  await page.getByRole('button', { name: 'Buy now' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible()
}

async function expectNarrowPage(page: Page) {
  await expect.poll(() => findOverflow(page)).toEqual([])
  expect(await findViolations(page)).toEqual([])
}

test.use({ viewport: { width: 390, height: 844 } })

test('a shopper changes a quantity with the keyboard alone', async ({ page, storeUrl }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await placeOrder(page, storeUrl)
  await tabTo(page, page.getByRole('link', { name: 'Change order' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Change order' })).toBeVisible()
  await expectNarrowPage(page)
  await tabTo(page, page.getByLabel('Quantity of Stoneware mug'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Review your changes' })).toBeVisible()
  await expect(page.locator('.checkout-line')).toContainText('3 × Stoneware mug')
  await expectNarrowPage(page)
  await tabTo(page, page.getByRole('button', { name: 'Confirm changes' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}\/[\w-]{43}\?done=changed$/)
  await expect(page.locator('.checkout-line')).toContainText('3 × Stoneware mug')

  const orderUrl = page.url().replace('?done=changed', '')
  await page.goto(`${orderUrl.replace('/orders/', '/ar/orders/')}/edit`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('.order-edit-line')).toHaveCount(1)
  await expectNarrowPage(page)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a shopper adds a product, removes another and corrects an error', async ({
    page,
    storeUrl,
  }) => {
    await placeOrder(page, storeUrl)
    await page.getByRole('link', { name: 'Change order' }).click()
    await page.getByLabel('Search products').last().fill('linen')
    await page.keyboard.press('Enter')
    const towels = page.getByLabel('Quantity of Linen towel')
    await towels.fill('20')
    await page.getByLabel('Remove Stoneware mug').check()
    await page.getByRole('button', { name: 'Review changes' }).click()
    await expect(page.locator('.field-error')).toHaveText('Only 9 left')
    await expect(towels).toHaveValue('20')
    await expect(page.getByLabel('Remove Stoneware mug')).toBeChecked()
    await towels.fill('2')
    await page.getByRole('button', { name: 'Review changes' }).click()
    await expect(page.locator('.checkout-line')).toHaveText(/2 × Linen towel/)
    await page.getByRole('button', { name: 'Edit again' }).click()
    await expect(towels).toHaveValue('2')
    await page.getByRole('button', { name: 'Review changes' }).click()
    await page.getByRole('button', { name: 'Confirm changes' }).click()
    await expect(page.locator('.checkout-line')).toHaveText(/2 × Linen towel/)
    await expect(page.getByRole('link', { name: 'Change order' })).toBeVisible()
  })
})
