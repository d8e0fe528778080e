import { expect, type Page } from '@playwright/test'
import { paymentAccountApi } from '#contract/payment/payment-account.ts'
import { productApi } from '#contract/product/product.ts'
import { fillCheckout, getDeliveryField } from './fill-checkout.ts'
import { findViolations } from './find-violations.ts'
import { visitorTest } from './fixtures.ts'
import { launchStore } from './launch-store.ts'
import { createSeller } from './test-seller.ts'
import { findOverflow } from './watch-page.ts'

/** One launched store per worker, which takes payments at the fake of Stripe. */
const test = visitorTest.extend<object, { storeUrl: string }>({
  storeUrl: [
    async ({ playwright }, use, { project }) => {
      const http = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      const seller = await createSeller(http)
      await seller.send(paymentAccountApi.connect, {
        body: {
          provider: 'stripe',
          key: 'rk_test_fake',
          webhookSecret: 'whsec_pasted',
          name: 'Card',
          password: seller.password,
        },
      })
      await seller.send(productApi.create, {
        body: { title: 'Stoneware mug', price: 2400, stock: 9, status: 'active' },
      })
      await use(await launchStore(seller))
      await http.dispose()
    },
    { scope: 'worker' },
  ],
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled })

    test('a shopper leaves the payment page, returns and pays', async ({ page, storeUrl }) => {
      await orderMug(page, storeUrl, javaScriptEnabled)
      await expect(page.getByRole('heading', { name: 'Fake Stripe' })).toBeVisible()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('heading', { name: 'isn’t paid yet' })).toBeVisible()
      await expect(page.locator('main')).toContainText('Your items are reserved for you until')
      await expect(page.locator('.payment-countdown')).toHaveText(
        javaScriptEnabled ? /^Time left: \d+:\d\d$/ : /^Time left: \d+ minutes$/,
      )
      await expect(page.getByRole('button', { name: 'Change the order' })).toBeVisible()
      if (javaScriptEnabled) expect(await findViolations(page)).toEqual([])
      await page.setViewportSize({ width: 320, height: 720 })
      if (javaScriptEnabled) await expect.poll(() => findOverflow(page)).toEqual([])
      // The cart leads back to the payment.
      await page.goto(`${storeUrl}/cart`)
      await page.getByRole('link', { name: 'Continue to payment' }).click()
      await page.getByRole('button', { name: 'Pay' }).click()
      await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible()
      await expect(page.locator('main')).toContainText('Paid')
      await page.goto(`${storeUrl}/cart`)
      await expect(page.locator('main')).toContainText('Your cart is empty.')
    })
  })

async function orderMug(page: Page, storeUrl: string, javaScriptEnabled: boolean) {
  await page.goto(`${storeUrl}/products/stoneware-mug`)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.locator('.cart-line').first()).toBeVisible()
  await page.goto(`${storeUrl}/checkout`)
  await getDeliveryField(page, 'Country').selectOption({ label: 'Germany' })
  await fillCheckout(page)
  // A script updates the total automatically.
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Update total' }).click()
  await page.getByRole('button', { name: 'Buy now' }).click()
}
