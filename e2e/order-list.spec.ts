import { expect } from '@playwright/test'
import { accountApi } from '#contract/account/account.ts'
import { languages } from '#contract/lib/text/languages.ts'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { test } from './fixtures.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('tags do not break the name of a customer, and the menu of filters ends in the window', async ({
  page,
  seller,
}) => {
  const { variants } = await seller.send(productApi.create, {
    body: { title: 'Stoneware mug', stock: 5 },
  })
  await seller.send(orderApi.create, {
    body: {
      customer: { name: 'Marguerite van den Berg', email: 'marguerite@example.com' },
      lines: [{ variant: variants[0]?._id ?? '', quantity: 1 }],
      tags: ['wholesale', 'gift wrapped', 'call before delivery'],
    },
  })
  await page.goto('/apps/order/list')
  const name = page.getByRole('table').getByText('Marguerite van den Berg', { exact: true })
  const lineCount = await name.evaluate(element => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(lineCount).toBe(1)

  await page.getByRole('button', { name: 'Add filter' }).click()
  const menu = page.getByRole('menu')
  const lastItem = menu.getByRole('menuitem').last()
  await expect(lastItem).toBeAttached()
  await expect
    .poll(async () => {
      const box = await menu.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 900)
    })
    .toBeLessThanOrEqual(900)
  await page.keyboard.press('End')
  await expect(lastItem).toBeFocused()
  await expect(lastItem).toBeInViewport({ ratio: 1 })
})

test('on a phone, the bulk actions fit in one line in each language, above the dimmed filters', async ({
  page,
  seller,
}) => {
  const { variants } = await seller.send(productApi.create, {
    body: { title: 'Stoneware mug', stock: 20 },
  })
  for (let count = 0; count < 2; count += 1)
    await seller.send(orderApi.create, {
      body: {
        customer: { name: 'Marguerite van den Berg', email: 'marguerite@example.com' },
        lines: [{ variant: variants[0]?._id ?? '', quantity: 1 }],
      },
    })
  await page.setViewportSize({ width: 390, height: 800 })
  for (const { code } of languages) {
    await seller.send(accountApi.updatePreferences, { body: { language: code } })
    await page.goto('/apps/order/list')
    await expect(page.locator('html')).toHaveAttribute('lang', code)
    await page.getByRole('table').getByRole('checkbox').last().check({ force: true })
    const toolbar = page.getByRole('toolbar').filter({ has: page.locator('[aria-haspopup=menu]') })
    await expect(toolbar.locator('[aria-haspopup=menu]')).toHaveCount(2)
    const hiddenWidth = await toolbar.evaluate(bar => bar.scrollWidth - bar.clientWidth)
    expect(hiddenWidth, code).toBeLessThanOrEqual(0)
    const filters = page.locator('[role=search][inert]')
    await expect(filters.locator('button').last()).toHaveCSS('visibility', 'visible')
  }
})
