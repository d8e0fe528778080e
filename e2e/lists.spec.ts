import { expect, type Locator, type Page } from '@playwright/test'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { test } from './fixtures.ts'
import type { Seller } from './test-seller.ts'
import { waitForPaint } from './watch-page.ts'

const getRows = (page: Page) =>
  page.getByRole('table', { name: 'Products' }).locator('tbody').getByRole('row')
const getTitles = (page: Page) => getRows(page).getByRole('link')
const expectRange = (page: Page, rangeLabel: string) =>
  expect(page.getByRole('navigation', { name: rangeLabel })).toBeVisible()

/** Creates 24 candles that cost 10.00 to 33.00, every third one from another vendor. */
const createCandles = (seller: Seller) =>
  Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      seller.send(productApi.create, {
        body: {
          title: `Candle ${String(index).padStart(2, '0')}`,
          price: 1000 + index * 100,
          stock: 5,
          vendor: index % 3 === 0 ? 'Lantern & Sons' : 'Studio North',
        },
      }),
    ),
  )

test('keeps search, filter, sort, page and page size in the URL after reload and back', async ({
  page,
  seller,
}) => {
  await createCandles(seller)
  await page.goto('/apps/product/list')
  await expectRange(page, '1–24 of 24')
  await page.getByLabel('Rows per page').selectOption('10')
  await expectRange(page, '1–10 of 24')
  await page.getByRole('button', { name: 'Price' }).click()
  await expect(page).toHaveURL(/sort=price$/)
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.getByRole('button', { name: 'Price' }).click()
  await expect(page).toHaveURL(/sort=-price$/)
  await expect(getTitles(page).first()).toHaveText(/Candle 23/)

  await page.getByRole('button', { name: 'Next page' }).click()
  await expectRange(page, '11–20 of 24')
  await expect(getTitles(page).first()).toHaveText(/Candle 13/)
  await page.reload()
  await expectRange(page, '11–20 of 24')
  await expect(getTitles(page).first()).toHaveText(/Candle 13/)
  await page.goBack()
  await expect(getTitles(page).first()).toHaveText(/Candle 23/)

  await page.getByLabel('Rows per page').selectOption('25')
  await expectRange(page, '1–24 of 24')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: 'Vendor' }).click()
  await page.getByRole('checkbox', { name: 'Lantern & Sons' }).click()
  await expect(getRows(page)).toHaveCount(8)
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search products' }).fill('Candle 21')
  await expect(getRows(page)).toHaveCount(1)
  await page.reload()
  await expect(getTitles(page)).toHaveText([/Candle 21/])
  await expect(page.getByRole('button', { name: 'Vendor is Lantern & Sons' })).toBeVisible()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    sort: '-price',
    perPage: '25',
    vendor: 'Lantern & Sons',
    q: 'Candle 21',
  })

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\?perPage=25&sort=-price$/)
  await expect(getRows(page)).toHaveCount(24)
})

test('shows the first steps on an empty list and how to clear a search without results', async ({
  page,
  seller,
}) => {
  await page.goto('/apps/product/list')
  await expect(page.getByRole('heading', { name: 'Add your products' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Import products' })).toBeVisible()
  await seller.send(productApi.create, { body: { title: 'Stoneware mug', price: 1900 } })
  await page.goto('/apps/product/list?q=teapot&status=active')
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(getTitles(page)).toHaveText([/Stoneware mug/])
  await expect(page).toHaveURL('/apps/product/list')
})

test('shows a server error in a list and loads it again on request', async ({ page, seller }) => {
  await seller.send(productApi.create, { body: { title: 'Stoneware mug', price: 1900 } })
  const errorReply = {
    status: 500,
    json: {
      status: false,
      code: 'internal',
      message: 'Something went wrong on our side',
      requestId: 'req-77',
    },
  }
  await page.route('**/api/product/getAll*', route => route.fulfill(errorReply))
  await page.goto('/apps/product/list')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Something went wrong on our side')
  await expect(alert).toContainText('Request ID req-77')
  await page.unroute('**/api/product/getAll*')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(getTitles(page)).toHaveText([/Stoneware mug/])
})

test('filters orders by a product and the activity log by a record with clicks', async ({
  page,
  seller,
}) => {
  const create = (title: string) =>
    seller.send(productApi.create, { body: { title, price: 1900, stock: 5 } })
  const [mug] = [await create('Stoneware mug'), await create('Water jug')]
  const line = { variant: mug.variants[0]?._id ?? '', quantity: 1 }
  const { number } = await seller.send(orderApi.create, { body: { lines: [line] } })
  const pick = async (filter: string, title: string) => {
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name: filter, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: filter })
    await dialog.getByRole('textbox').fill(title)
    await dialog.getByRole('option', { name: title }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: `${filter} is ${title}` })).toBeVisible()
  }
  await page.goto('/apps/order/list')
  await pick('Product', 'Water jug')
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Product' }).click()
  await pick('Product', 'Stoneware mug')
  await expect(page.getByRole('link', { name: number })).toBeVisible()

  await page.goto('/apps/audit')
  await pick('Record', 'Water jug')
})

test('asks before unsaved changes are lost', async ({ page, seller }) => {
  const { _id } = await seller.send(productApi.create, {
    body: { title: 'Stoneware mug', price: 1900 },
  })
  await page.goto(`/apps/product/update/${_id}`)
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Stoneware jug')
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/product\/update/)
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(
    'Stoneware jug',
  )
  await page.goBack()
  await expect(dialog).toBeHidden()
})

test('selects, updates and opens a product with the keyboard alone', async ({ page, seller }) => {
  for (const title of ['Stoneware mug', 'Water jug'])
    await seller.send(productApi.create, { body: { title, price: 1900, status: 'draft' } })
  await page.goto('/apps/product/list')
  await expect(getRows(page)).toHaveCount(2)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#content$/)
  await pressTabUntil(page, 'Search products')
  await page.keyboard.type('mug')
  await expect(getRows(page)).toHaveCount(1)
  await pressTabUntil(page, 'Select Stoneware mug')
  await page.keyboard.press('Space')
  // The code of the bulk actions loads when the first row is selected.
  await expect(
    page
      .getByRole('toolbar', { name: '1 selected' })
      .getByRole('button', { name: 'Set as active' }),
  ).toBeVisible()
  await pressTabUntil(page, 'Set as active', { isReverse: true })
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 product updated')).toBeVisible()
  await expect(getRows(page).getByText('Active')).toBeVisible()
  await pressTabUntil(page, 'Stoneware mug')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/apps\/product\/update\//)
})

/** Presses Tab until the name of the focused element starts with `name`. */
async function pressTabUntil(page: Page, name: string, { isReverse = false } = {}) {
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press(isReverse ? 'Shift+Tab' : 'Tab')
    const focusedName = await page.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    })
    if (focusedName.startsWith(name)) return
  }
  throw new Error(`Tab did not reach “${name}”`)
}

for (const width of [1440, 390])
  test(`keeps the bulk actions below the navbar, and the rows in place, at ${width} px`, async ({
    page,
    seller,
  }) => {
    await createCandles(seller)
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/apps/product/list')
    const getTop = (locator: Locator) =>
      locator.evaluate(element => element.getBoundingClientRect().top)
    const row = getRows(page).first()
    const firstRow = page.locator('tbody tr:first-child')
    await expect(row).toBeVisible()
    // The text above the rows wraps differently until its typeface is loaded.
    await waitForPaint(page)
    const before = await getTop(firstRow)
    await row.getByRole('checkbox').click()
    const toolbar = page.getByRole('toolbar', { name: '1 selected' })
    await expect(toolbar.getByRole('button', { name: 'Set as active' })).toBeAttached()
    expect(await getTop(firstRow)).toBe(before)
    await page.mouse.move(width / 2, 500)
    await page.mouse.wheel(0, 600)
    const getNavbarBottom = () =>
      page
        .locator('header')
        .first()
        .evaluate(element => element.getBoundingClientRect().bottom)
    await expect.poll(() => getTop(toolbar)).toBe(await getNavbarBottom())
  })
