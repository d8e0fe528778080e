import { expect, type Page } from '@playwright/test'
import { productApi } from '#contract/product.ts'
import { viewApi } from '#contract/view.ts'
import { test } from './fixtures.ts'
import { type Seller, storageOf } from './seller.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Products' })
const rows = (page: Page) => table(page).locator('tbody').getByRole('row')
const titles = (page: Page) => rows(page).getByRole('link')
const heads = (page: Page) => table(page).getByRole('columnheader')
const tab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Products by status' }).getByRole('button', { name, exact: true })

const addTeas = (seller: Seller, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      seller.send(productApi.create, {
        body: {
          title: `Tea ${String(at).padStart(2, '0')}`,
          price: 1000 + at * 100,
          stock: 5,
          status: 'active',
          vendor: at % 2 === 0 ? 'Leaf' : 'Cup',
        },
      }),
    ),
  )

test('a view is saved and shared; its link shows a colleague the same rows, with or without the view', async ({
  page,
  seller,
  browser,
  baseURL,
}) => {
  await addTeas(seller, 6)
  await page.goto('/apps/product/list?vendor=Leaf&sort=-price')
  await expect(titles(page)).toHaveText([/Tea 04/, /Tea 02/, /Tea 00/])
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Leaf, dearest first')
  await dialog.getByRole('switch', { name: 'Share with staff' }).click()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(tab(page, 'Leaf, dearest first Shared with the store')).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const link = page.url()
  expect(new URL(link).searchParams.get('vendor')).toBe('Leaf')

  const colleague = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: storageOf(baseURL ?? '', seller.session),
  })
  const theirs = await colleague.newPage()
  await theirs.goto(link)
  await expect(titles(theirs)).toHaveText([/Tea 04/, /Tea 02/, /Tea 00/])
  await theirs.goto('/apps/product/list')
  await expect(rows(theirs)).toHaveCount(6)
  await tab(theirs, 'Leaf, dearest first Shared with the store').click()
  await expect(titles(theirs)).toHaveText([/Tea 04/, /Tea 02/, /Tea 00/])

  const { views } = await seller.send(viewApi.list, { query: { list: 'product' } })
  await seller.send(viewApi.delete, { params: { id: views[0]?._id ?? '' } })
  await theirs.goto(link)
  await expect(titles(theirs)).toHaveText([/Tea 04/, /Tea 02/, /Tea 00/])
  await expect(theirs.getByText('Leaf, dearest first')).toHaveCount(0)
  await colleague.close()
})

test('columns are hidden, moved and widened by keyboard, and stay so in another browser', async ({
  page,
  seller,
  browser,
  baseURL,
}) => {
  await addTeas(seller, 2)
  await page.goto('/apps/product/list')
  await expect(heads(page)).toHaveText([
    '',
    'Product',
    'Status',
    'Quantity',
    'Price',
    'Type',
    'Vendor',
  ])
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await columns.getByRole('checkbox', { name: 'Type' }).press('Space')
  await columns.getByRole('button', { name: 'Move Price' }).press('ArrowUp')
  await columns.getByRole('button', { name: 'Move Price' }).press('ArrowUp')
  await page.keyboard.press('Escape')
  await expect(heads(page)).toHaveText(['', 'Product', 'Price', 'Status', 'Quantity', 'Vendor'])
  const edge = page.getByRole('separator', { name: 'Width of Price' })
  const widthOf = async (on: Page) =>
    (await heads(on).filter({ hasText: 'Price' }).boundingBox())?.width ?? 0
  const before = await widthOf(page)
  await edge.press('ArrowRight')
  await edge.press('ArrowRight')
  await edge.press('ArrowRight')
  await expect.poll(() => widthOf(page)).toBeCloseTo(before + 48, -1)
  const kept = page.waitForResponse(/view\/layout/)
  await kept
  const other = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: storageOf(baseURL ?? '', seller.session),
  })
  for (const on of [page, await other.newPage()]) {
    await on.goto('/apps/product/list')
    await expect(heads(on)).toHaveText(['', 'Product', 'Price', 'Status', 'Quantity', 'Vendor'])
    await expect.poll(() => widthOf(on)).toBeCloseTo(before + 48, -1)
  }
  await other.close()
})

test('all that match are chosen and archived at once; a row left out stays', async ({
  page,
  seller,
}) => {
  await addTeas(seller, 24)
  await page.goto('/apps/product/list?vendor=Leaf')
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: 'Select all 12 matching' }).click()
  await page.getByRole('checkbox', { name: 'Select Tea 22' }).uncheck()
  await expect(page.getByRole('toolbar', { name: '11 selected' })).toBeVisible()
  await page.getByRole('button', { name: 'Archive products', exact: true }).click()
  await expect(page.getByText('Products updated: 11')).toBeVisible()
  await expect(tab(page, 'Archived 11')).toBeVisible()
  await expect(tab(page, 'Active 13')).toBeVisible()
})

test("back from a row lands on it, by the page's own way and by the browser's", async ({
  page,
  seller,
}) => {
  await addTeas(seller, 40)
  await page.goto('/apps/product/list?perPage=50&sort=title')
  for (const back of [
    () => page.goBack(),
    () => page.getByRole('link', { name: 'Back to Products' }).click(),
  ]) {
    await titles(page).filter({ hasText: 'Tea 33' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tea 33' })).toBeVisible()
    await back()
    await expect(page).toHaveURL(/perPage=50&sort=title$/)
    const row = titles(page).filter({ hasText: 'Tea 33' })
    await expect(row).toBeFocused()
    await expect(row).toBeInViewport()
  }
})
