import { expect, type Page } from '@playwright/test'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { findViolations } from './find-violations.ts'
import { test } from './fixtures.ts'
import type { Seller } from './test-seller.ts'

const lineCount = 12

async function createLongOrder(seller: Seller): Promise<string> {
  const { variants } = await seller.send(productApi.create, {
    body: {
      title: 'Stoneware mug',
      stock: 40,
      options: [
        { name: 'Color', values: Array.from({ length: lineCount }, (_, i) => `Glaze ${i + 1}`) },
      ],
      variants: Array.from({ length: lineCount }, (_, i) => ({
        options: [`Glaze ${i + 1}`],
        price: 1900,
        stock: 40,
      })),
    },
  })
  const { _id } = await seller.send(orderApi.create, {
    body: { lines: variants.map(variant => ({ variant: variant._id, quantity: 1 })) },
  })
  return _id
}

/** Returns whether the user sees an element: it is in the window, and nothing covers it. */
const isInView = (page: Page, role: 'button' | 'heading', name: string | RegExp) =>
  page
    .getByRole('dialog')
    .getByRole(role, { name, exact: true })
    .evaluate(element => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return top >= 0 && bottom <= innerHeight && (element.contains(found) || found === element)
    })

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`a tall dialog keeps its title and buttons visible at ${width} × ${height}`, async ({
    page,
    seller,
  }) => {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`/apps/order/orderDetail/${await createLongOrder(seller)}?do=parcel`)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: /^Quantity of/ })).toHaveCount(lineCount)
    const expectFrame = async () => {
      expect(await isInView(page, 'heading', /^Fulfill items/)).toBe(true)
      expect(await isInView(page, 'button', 'Cancel')).toBe(true)
      expect(await isInView(page, 'button', 'Fulfill items')).toBe(true)
    }
    await expectFrame()
    await dialog.evaluate(element => element.scrollTo(0, element.scrollHeight))
    await expectFrame()
    // A field that receives the focus is between the title and the buttons.
    for (const field of [
      dialog.getByRole('textbox', { name: /^Quantity of/ }).nth(1),
      dialog.getByRole('textbox').last(),
    ]) {
      await field.focus()
      const box = await field.boundingBox()
      const footer = await dialog.getByRole('button', { name: 'Cancel' }).boundingBox()
      const title = await dialog.getByRole('heading').first().boundingBox()
      expect(box?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0))
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(footer?.y ?? 0)
    }
    expect(await findViolations(page)).toEqual([])
  })
