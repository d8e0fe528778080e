import { expect, type Page } from '@playwright/test'
import { orderApi } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { fakeCarrierSecret, startFakeCarrier } from '../server/testing/provider/fake-carrier.ts'
import { findViolations } from './find-violations.ts'
import { test } from './fixtures.ts'
import type { Seller } from './test-seller.ts'
import { findOverflow } from './watch-page.ts'

const address = {
  name: 'Ada Byron',
  line1: '12 St James Square',
  city: 'London',
  postalCode: 'SW1Y 4JH',
  country: 'GB',
}

/** Creates an order with a packed parcel, in a store with an address. */
async function createPackedOrder(seller: Seller) {
  await seller.send(storeApi.update, {
    params: { id: seller.session.business ?? '' },
    body: { data: { address } },
  })
  const product = await seller.send(productApi.create, {
    body: { title: 'Stoneware mug', price: 1900, stock: 5, status: 'active' },
  })
  const order = await seller.send(orderApi.create, {
    body: {
      customer: { name: 'Ada Byron', email: 'ada@shopper.example' },
      shippingAddress: address,
      lines: [{ variant: product.variants[0]?._id ?? '', quantity: 2 }],
    },
  })
  return seller.send(orderChangeApi.applyChange, {
    params: { id: order._id },
    body: {
      version: order.version,
      change: { kind: 'createParcel', status: 'packed', box: 'Small box', weight: 900 },
    },
  })
}

async function connectCarrier(page: Page, seller: Seller, url: string) {
  await page.goto('/apps/settings/shipping')
  await page.getByRole('button', { name: 'Connect label service' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Parcels Ltd')
  await dialog.getByLabel('URL').fill(url)
  await dialog.getByLabel('Secret').fill(fakeCarrierSecret)
  await dialog.getByLabel('Password', { exact: true }).fill(seller.password)
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Parcels Ltd')).toBeVisible()
}

test('a seller creates the label of a parcel, prints it and cancels both', async ({
  page,
  seller,
}) => {
  const carrier = await startFakeCarrier()
  const order = await createPackedOrder(seller)
  const parcel = `${order.number}-F1`
  const parcels = page.getByRole('region', { name: 'Parcels' })
  const openMenu = () => page.getByRole('button', { name: `Actions for ${parcel}` }).click()
  const menuItem = (name: string) => page.getByRole('menuitem', { name })

  await test.step('connects the carrier', () => connectCarrier(page, seller, carrier.url))

  await test.step('creates the label', async () => {
    await page.goto(`/apps/order/orderDetail/${order._id}`)
    await expect(parcels.getByText('Small box · 0.9 kg')).toBeVisible()
    await openMenu()
    await menuItem('Create shipping label').click()
    await expect(parcels.getByText('UPS 1Z-L1')).toBeVisible()
    await expect(parcels.getByText('Small box · 0.9 kg · Postage €5.90')).toBeVisible()
    await expect(parcels.getByText('Shipping label:')).toBeVisible()
    expect(carrier.messages.at(-1)?.data).toMatchObject({ reference: parcel })
    await expect.poll(() => findOverflow(page)).toEqual([])
    expect(await findViolations(page)).toEqual([])
  })

  await test.step('prints it, and is offered no second one', async () => {
    await openMenu()
    await expect(menuItem('Create shipping label')).toHaveCount(0)
    const tab = page.waitForEvent('popup')
    await menuItem('Print label').click()
    await (await tab).close()
  })

  await test.step('learns that the label shows the old address', async () => {
    await page.goto(`/apps/order/orderDetail/${order._id}?do=shippingAddress`)
    await expect(page.getByRole('dialog').getByText(/the shipping label shows/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('cancels the parcel, and the carrier its label', async () => {
    await openMenu()
    await menuItem('Cancel parcel').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/it is canceled there/)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel parcel' }).click()
    await expect(dialog).toHaveCount(0)
    await expect
      .poll(() => [...carrier.labels.values()].map(({ isCanceled }) => isCanceled))
      .toEqual([true])
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('Shipping label canceled at Parcels Ltd')).toBeVisible({
        timeout: 1000,
      })
    }).toPass()
  })

  await test.step('restores the parcel without its label', async () => {
    await openMenu()
    await menuItem('Restore parcel').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore parcel' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(parcels.getByText('No tracking number')).toBeVisible()
    await openMenu()
    await expect(menuItem('Create shipping label')).toBeVisible()
  })
  await carrier.close()
})
