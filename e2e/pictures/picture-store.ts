import { randomBytes } from 'node:crypto'
import {
  type APIRequestContext,
  type Browser,
  type Cookie,
  expect,
  type Page,
} from '@playwright/test'
import postgres from 'postgres'
import { cmsApi } from '#contract/cms/cms.ts'
import { faqQuestionApi } from '#contract/cms/faq-question.ts'
import { postApi } from '#contract/cms/post.ts'
import { orderApi } from '#contract/order/order.ts'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import type { Product } from '#contract/product/product.ts'
import { reviewApi } from '#contract/product/review.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { getRunningDatabaseUrl } from '../../server/db/cluster/cluster-access.ts'
import { hashToken } from '../../server/lib/security/hash-token.ts'
import { getE2eDataDir } from '../e2e-data-dir.ts'
import { fillCheckout, getDeliveryField } from '../fill-checkout.ts'
import { launchStore } from '../launch-store.ts'
import { createSeller, type Seller } from '../test-seller.ts'
import { createPictureCatalog, uploadDrawing } from './fill-picture-store.ts'

export type PictureStore = {
  seller: Seller
  url: string
  /** The path of the page of a delivered order. */
  orderPath: string
  /** The cookies of a shopper with a cart, a wish list and an account. */
  cookies: Cookie[]
}

const email = 'ada@example.com'

/** Creates a store that looks the same each time, except for dates. */
export async function createPictureStore(
  http: APIRequestContext,
  browser: Browser,
): Promise<PictureStore> {
  const seller = await createSeller(http, 'Harbour Supply')
  const { bowl } = await createPictureCatalog(seller)
  await writeContent(seller)
  await prepareCheckout(seller)
  const url = await launchStore(seller)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const orderPath = await orderMug(page, url)
  await deliverOrders(seller)
  await reviewOrder(page, seller, url + orderPath)
  await context.addCookies([await createSession(seller, url)])
  await fillCart(page, url)
  await fillWishList(page, url, bowl)
  await waitForImages(page, url)
  const cookies = await context.cookies()
  await context.close()
  return { seller, url, orderPath, cookies }
}

/** Publishes every kind of content. */
async function writeContent(seller: Seller) {
  const { url: cover } = await uploadDrawing(seller, {
    shape: 'room',
    color: '#7a8f86',
    background: '#e9e4da',
    width: 1200,
    height: 800,
  })
  for (const title of ['A day at the wheel', 'Why clay shrinks'])
    await seller.send(postApi.create, {
      body: {
        title,
        cover,
        coverAlt: 'A workshop',
        author: 'Mara Lindt',
        body: [
          '<p>The first mug of the day is for tea.</p>',
          '<h2>At noon</h2><p>The kiln cools for a day before anyone opens it.</p>',
        ].join(''),
        tags: ['workshop'],
        status: 'published',
      },
    })
  for (const category of ['Shipping', 'Care'])
    for (const question of ['What does it cost?', 'How long does it take?'])
      await seller.send(faqQuestionApi.create, {
        body: { category, question, answer: '<p>We answer <a href="/products">it</a>.</p>' },
      })
  await seller.send(cmsApi.update, {
    body: {
      announcement: { enabled: true, text: 'Free shipping this week', dismissible: false },
      policies: {
        privacy: '<h2>Who is responsible</h2><p>Studio North, Quay 4, Hamburg.</p>',
        refund: '<p>Send goods back within 14 days.</p>',
      },
      contact: { phone: '+49 40 123456', email: 'hello@harbour.example' },
      social: { instagram: 'https://instagram.com/harbour' },
      footer: {
        text: 'Things for the table.',
        showSocial: true,
        showContact: true,
        showNewsletter: true,
        paymentIcons: ['visa', 'paypal', 'bankTransfer'],
      },
      password: seller.password,
    },
  })
}

async function prepareCheckout(seller: Seller) {
  const [zone] = await seller.send(shippingApi.list)
  const [rate] = zone?.rates ?? []
  if (!zone || !rate) throw new Error('A new store has no shipping rate.')
  const countries = ['DE', 'FR'].map(country => ({ country, regions: [], postalCodes: [] }))
  await seller.send(shippingApi.update, {
    params: { id: zone._id },
    body: { destinations: countries, rates: [{ ...rate, minDays: 2, maxDays: 4, freeFrom: 9000 }] },
  })
  await seller.send(paymentMethodApi.create, {
    body: {
      kind: 'bank_transfer',
      name: 'Bank transfer',
      instructions: 'IBAN DE00 1234',
      password: seller.password,
    },
  })
  await seller.send(storeApi.update, {
    params: { id: seller.session.business ?? '' },
    body: {
      data: { languages: ['ar'], timezone: 'UTC', email: 'hello@harbour.example' },
      password: seller.password,
    },
  })
}

async function addToCart(page: Page, productUrl: string) {
  await page.goto(productUrl)
  await page.locator('#add-to-cart button').first().click()
  await expect(page.locator('main .cart-line').first()).toBeVisible()
}

/** Orders a mug as a shopper and returns the path of the page of the order. */
async function orderMug(page: Page, url: string): Promise<string> {
  await addToCart(page, `${url}/products/stoneware-mug`)
  await page.goto(`${url}/checkout`)
  await getDeliveryField(page, 'Country').selectOption('DE')
  await page.getByRole('button', { name: 'Update total' }).click()
  await expect(page.locator('.amount-total dd')).toContainText('23.90')
  await fillCheckout(page)
  await page.getByRole('button', { name: 'Buy now' }).click()
  await expect(page).toHaveURL(/\/orders\//)
  return new URL(page.url()).pathname
}

async function deliverOrders(seller: Seller) {
  const { items } = await seller.send(orderApi.list)
  for (const { _id: id } of items)
    for (const status of ['shipped', 'delivered'] as const)
      await seller.send(orderApi.updateStatus, {
        params: { id },
        body: {
          status,
          ...(status === 'shipped' && { tracking: { carrier: 'DHL', number: '00340434161094' } }),
        },
      })
}

/** Reviews the mug as a shopper, and approves the review. */
async function reviewOrder(page: Page, seller: Seller, orderUrl: string) {
  await page.goto(`${orderUrl}/review`)
  await page.locator('[name=rating][value="4"]').check({ force: true })
  await page.locator('[name=text]').fill('The handle fits two fingers. Tea stays warm.')
  await page.locator('.review-form [type=submit]').click()
  await expect(page.locator('.review-form')).toHaveCount(0)
  const { items } = await seller.send(reviewApi.list)
  for (const { _id: id } of items)
    await seller.send(reviewApi.updateStatus, { params: { id }, body: { status: 'approved' } })
}

async function fillCart(page: Page, url: string) {
  await addToCart(page, `${url}/products/stoneware-mug`)
  await addToCart(page, `${url}/products/candle-no-1`)
}

async function fillWishList(page: Page, url: string, { slug }: Product) {
  for (const path of ['/products/stoneware-mug', `/products/${slug}`]) {
    await page.goto(url + path)
    await page.locator('.product-details .wish-button button').first().click()
    await expect(page.locator('.wish-card').first()).toBeVisible()
  }
}

/** A job encodes images again, as smaller files that differ in some pixels. */
async function waitForImages(page: Page, url: string) {
  const countOldImages = async () => {
    let count = 0
    for (const path of ['/', '/products', '/products?page=2', '/products/stoneware-mug', '/blog']) {
      await page.goto(url + path)
      count += await page.locator('picture:not(:has([type="image/avif"]))').count()
    }
    return count
  }
  await expect.poll(countOldImages).toBe(0)
}

/** Returns the cookie that a link by email sets. */
async function createSession(seller: Seller, url: string) {
  const token = randomBytes(32).toString('base64url')
  const storeId = seller.session.business ?? ''
  const sql = postgres(getRunningDatabaseUrl(getE2eDataDir()), { max: 1, onnotice: () => {} })
  await sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${storeId}, true)`
    await tx`
      insert into shopper_session (token_hash, email, expires_at)
      values (${hashToken(token)}, ${email}, now() + interval '1 day')`
  })
  await sql.end()
  return {
    name: '__Host-account',
    value: token,
    domain: new URL(url).hostname,
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax' as const,
  }
}
