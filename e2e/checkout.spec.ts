import { expect, type Page } from '@playwright/test'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { productApi } from '#contract/product/product.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { fillCheckout, getDeliveryField } from './fill-checkout.ts'
import { findViolations } from './find-violations.ts'
import { visitorTest } from './fixtures.ts'
import { launchStore } from './launch-store.ts'
import { createSeller } from './test-seller.ts'
import { findOverflow } from './watch-page.ts'

/**
 * One launched store per worker, which delivers to Germany and, at a higher price, to the rest of
 * the world.
 */
const test = visitorTest.extend<object, { storeUrl: string }>({
  storeUrl: [
    async ({ playwright }, use, { project }) => {
      const http = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      const seller = await createSeller(http)
      const [zone] = await seller.send(shippingApi.list)
      const [rate] = zone?.rates ?? []
      if (!zone || !rate) throw new Error('A new store has no shipping rate.')
      await seller.send(shippingApi.update, {
        params: { id: zone._id },
        body: { destinations: [{ country: 'DE', regions: [], postalCodes: [] }] },
      })
      await seller.send(shippingApi.create, {
        body: {
          name: 'World',
          rates: [{ ...rate, name: 'Air mail', steps: [{ from: 0, price: 1900 }] }],
        },
      })
      await seller.send(paymentMethodApi.create, {
        body: {
          kind: 'bank_transfer',
          name: 'Bank transfer',
          instructions: 'IBAN DE00 1234',
          password: seller.password,
        },
      })
      await seller.send(productApi.create, {
        body: { title: 'Stoneware mug', price: 2400, stock: 9, status: 'active' },
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

async function openCheckout(page: Page, storeUrl: string) {
  await page.goto(`${storeUrl}/products/stoneware-mug`)
  await page.locator('#add-to-cart button').click()
  await expect(page.locator('.cart-line').first()).toBeVisible()
  await page.goto(`${storeUrl}/cart`)
  await page.getByRole('button', { name: 'Check out' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
}

const getTotal = (page: Page) => page.locator('.amount-total dd')

async function expectOrder(page: Page) {
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible()
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}\/[\w-]{43}$/)
  await expect(page.locator('main')).toContainText('IBAN DE00 1234')
  await expect(page.locator('main')).toContainText('20457 Hamburg')
  expect(await findViolations(page)).toEqual([])
}

test('a shopper buys, and the delivery follows the country', async ({ page, storeUrl }) => {
  // The store has one product and neither a logo, images nor categories.
  await page.setViewportSize({ width: 320, height: 720 })
  await page.goto(storeUrl)
  await expect(page.locator('.card')).toHaveCount(1)
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflow(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await openCheckout(page, storeUrl)
  await getDeliveryField(page, 'Country').selectOption({ label: 'United States' })
  await getDeliveryField(page, 'State').selectOption('California')
  await expect(getDeliveryField(page, 'ZIP code')).toBeVisible()
  await getDeliveryField(page, 'Country').selectOption({ label: 'France' })
  await expect(getDeliveryField(page, 'Postal code')).toBeVisible()
  await expect(page.getByRole('radio', { name: /Air mail/ })).toBeChecked()
  await expect(getTotal(page)).toContainText('43.00')
  await fillCheckout(page)
  await getDeliveryField(page, 'Country').selectOption({ label: 'Germany' })
  await expect(page.getByRole('radio', { name: /Standard/ })).toBeChecked()
  await expect(getTotal(page)).toContainText('28.90')
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  await expect.poll(() => findOverflow(page)).toEqual([])
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('ada@example')
  await page.getByRole('button', { name: 'Buy now' }).click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('ada@example.com')
  await page.getByRole('button', { name: 'Buy now' }).click()
  await expectOrder(page)
  await expect(page.locator('.cart-link .cart-count')).toBeHidden()
  // The page with errors was the reply to a form, which the browser must not send again.
  await page.goBack()
  await expect(page.getByRole('main')).toContainText('Your cart is empty')
})

test('an update that is answered after the order shows the order, not the empty cart', async ({
  page,
  storeUrl,
}) => {
  await openCheckout(page, storeUrl)
  await getDeliveryField(page, 'Country').selectOption({ label: 'Germany' })
  await expect(getTotal(page)).toContainText('28.90')
  await fillCheckout(page)
  await getDeliveryField(page, 'City').blur()
  const update = Promise.withResolvers<void>()
  await page.route(`${storeUrl}/checkout`, async route => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    if (request.resourceType() === 'fetch') {
      await update.promise
      return route.continue()
    }
    // Node resolves no subdomain of localhost.
    const { port, host } = new URL(storeUrl)
    const response = await route.fetch({
      url: `http://127.0.0.1:${port}/checkout`,
      headers: { ...(await request.allHeaders()), host },
      maxRedirects: 0,
    })
    const updated = page.waitForResponse(reply => reply.url() === `${storeUrl}/cart`)
    update.resolve()
    await (await updated).finished()
    await route.fulfill({ response })
  })
  await getDeliveryField(page, 'Postal code').fill('20459')
  await getDeliveryField(page, 'Postal code').blur()
  await page.getByRole('button', { name: 'Buy now' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible()
})
