import { paymentAccountApi } from '#contract/payment/payment-account.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { visitorTest } from './fixtures.ts'
import { launchStore } from './launch-store.ts'
import { createPng } from './seed-store.ts'
import type { LaunchedStore } from './show-theme.ts'
import { createSeller, type Seller } from './test-seller.ts'
import { uploadImage } from './upload-image.ts'

/** The list of the category has two pages. */
export const journeyCategory = { name: 'Stoneware', path: '/categories/stoneware', count: 26 }

/** One launched store per worker, which takes payments at the fake of Stripe. */
export const journeyTest = visitorTest.extend<object, { store: LaunchedStore }>({
  store: [
    async ({ playwright }, use, { project }) => {
      const http = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      const seller = await createSeller(http)
      await createProducts(seller)
      await openCheckout(seller)
      await use({ seller, url: await launchStore(seller) })
      await http.dispose()
    },
    { scope: 'worker' },
  ],
})

async function createProducts(seller: Seller) {
  const { _id: category } = await seller.send(categoryApi.create, {
    body: { name: journeyCategory.name },
  })
  const media = await uploadImage(seller, await createPng(600, 600, '#b8733a'))
  const shared = {
    status: 'active' as const,
    categories: [category],
    images: [{ media: media._id }],
  }
  for (let number = 1; number < journeyCategory.count; number++)
    await seller.send(productApi.create, {
      body: {
        ...shared,
        title: `Bowl no. ${number}`,
        price: 900,
        stock: 90,
        vendor: 'Kiln & Sons',
      },
    })
  await seller.send(productApi.create, {
    body: {
      ...shared,
      title: 'Stoneware mug',
      vendor: 'Studio North',
      options: [{ name: 'Size', values: ['Small', 'Large'] }],
      variants: [
        { options: ['Small'], price: 1900, stock: 90 },
        { options: ['Large'], price: 2400, stock: 90 },
      ],
    },
  })
}

/** The store delivers to two countries, so that the keyboard reaches both soon. */
async function openCheckout(seller: Seller) {
  const [zone] = await seller.send(shippingApi.list)
  await seller.send(shippingApi.update, {
    params: { id: zone?._id ?? '' },
    body: {
      destinations: ['DE', 'AT'].map(country => ({ country, regions: [], postalCodes: [] })),
    },
  })
  await seller.send(paymentAccountApi.connect, {
    body: {
      provider: 'stripe',
      key: 'rk_test_fake',
      webhookSecret: 'whsec_pasted',
      name: 'Card',
      password: seller.password,
    },
  })
  await seller.send(storeApi.update, {
    params: { id: seller.session.business ?? '' },
    body: { data: { address: { country: 'DE' } } },
  })
}
