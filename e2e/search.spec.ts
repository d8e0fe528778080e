import { expect } from '@playwright/test'
import { customerApi } from '#contract/customer/customer.ts'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { test } from './fixtures.ts'

test('opens an order, a list, the shortcuts, a form and a bookmark with the keyboard', async ({
  page,
  seller,
}) => {
  const product = await seller.send(productApi.create, {
    body: { title: 'Stoneware mug', price: 1900, stock: 5 },
  })
  const customer = await seller.send(customerApi.create, { body: { name: 'Ada Verne' } })
  const order = await seller.send(orderApi.create, {
    body: {
      customer: { _id: customer._id },
      lines: [{ variant: product.variants[0]?._id ?? '', quantity: 1 }],
    },
  })
  const getHeading = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.goto('/dashboard')
  await expect(getHeading('Dashboard')).toBeVisible()

  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search' })
  await expect(field).toBeFocused()
  await page.keyboard.type(order.number)
  await expect(page.getByRole('option', { selected: true })).toContainText('Ada Verne')
  await page.keyboard.press('Enter')
  await expect(getHeading(order.number)).toBeVisible()

  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(getHeading('Orders')).toBeVisible()
  await expect(getHeading('Orders')).toBeFocused()

  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const pinButton = page.getByRole('button', { name: 'Bookmark this page' })
  await pinButton.focus()
  await page.keyboard.press('Space')
  await expect(
    page.getByRole('navigation', { name: 'Bookmarks' }).getByRole('link', { name: 'Orders' }),
  ).toBeVisible()

  await page.keyboard.press('c')
  await expect(page).toHaveURL('/apps/order/create')
  await page.reload()
  await expect(
    page.getByRole('navigation', { name: 'Bookmarks' }).getByRole('link', { name: 'Orders' }),
  ).toBeVisible()
})
