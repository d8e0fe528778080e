import { expect, type Page } from '@playwright/test'
import { productApi } from '#contract/product/product.ts'
import { viewApi } from '#contract/staff/view.ts'
import { test } from './fixtures.ts'
import { type Seller, toStorageState } from './test-seller.ts'

const getTable = (page: Page) => page.getByRole('table', { name: 'Products' })
const getRows = (page: Page) => getTable(page).locator('tbody').getByRole('row')
const getTitles = (page: Page) => getRows(page).getByRole('link')
const getHeaders = (page: Page) => getTable(page).getByRole('columnheader')
const getTab = (page: Page, name: string) =>
  page
    .getByRole('toolbar', { name: 'Products by status' })
    .getByRole('button', { name, exact: true })

const createTeas = (seller: Seller, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      seller.send(productApi.create, {
        body: {
          title: `Tea ${String(index).padStart(2, '0')}`,
          price: 1000 + index * 100,
          stock: 5,
          status: 'active',
          vendor: index % 2 === 0 ? 'Leaf' : 'Cup',
        },
      }),
    ),
  )

test('shares a view whose link shows the same rows, even after the view is deleted', async ({
  page,
  seller,
  browser,
  baseURL,
}) => {
  await createTeas(seller, 6)
  await page.goto('/apps/product/list?vendor=Leaf&sort=-price')
  await expect(getTitles(page)).toHaveText([/Tea 04/, /Tea 02/, /Tea 00/])
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Leaf, highest price first')
  await dialog.getByRole('switch', { name: 'Share with staff' }).click()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(getTab(page, 'Leaf, highest price first Shared with staff')).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const link = page.url()
  expect(new URL(link).searchParams.get('vendor')).toBe('Leaf')

  const staffMemberContext = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: toStorageState(baseURL ?? '', seller.session),
  })
  const staffMemberPage = await staffMemberContext.newPage()
  await staffMemberPage.goto(link)
  await expect(getTitles(staffMemberPage)).toHaveText([/Tea 04/, /Tea 02/, /Tea 00/])
  await staffMemberPage.goto('/apps/product/list')
  await expect(getRows(staffMemberPage)).toHaveCount(6)
  await getTab(staffMemberPage, 'Leaf, highest price first Shared with staff').click()
  await expect(getTitles(staffMemberPage)).toHaveText([/Tea 04/, /Tea 02/, /Tea 00/])

  const { views } = await seller.send(viewApi.list, { query: { list: 'product' } })
  await seller.send(viewApi.delete, { params: { id: views[0]?._id ?? '' } })
  await staffMemberPage.goto(link)
  await expect(getTitles(staffMemberPage)).toHaveText([/Tea 04/, /Tea 02/, /Tea 00/])
  await expect(staffMemberPage.getByText('Leaf, highest price first')).toHaveCount(0)
  await staffMemberContext.close()
})

test('hides, moves and resizes columns by keyboard and keeps them in another browser', async ({
  page,
  seller,
  browser,
  baseURL,
}) => {
  await createTeas(seller, 2)
  await page.goto('/apps/product/list')
  await expect(getHeaders(page)).toHaveText([
    '',
    'Product',
    'Status',
    'Quantity',
    'Price',
    'Type',
    'Vendor',
  ])
  const columnsButton = page.getByRole('button', { name: 'Columns' })
  await columnsButton.press('Enter')
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await columns.getByRole('checkbox', { name: 'Type' }).press('Space')
  await columns.getByRole('button', { name: 'Move Price' }).press('ArrowUp')
  await columns.getByRole('button', { name: 'Move Price' }).press('ArrowUp')
  await page.keyboard.press('Escape')
  await expect(columns).toBeHidden()
  // The next keys must not reach the button that gets the focus back a moment later.
  await expect(columnsButton).toBeFocused()
  await expect(getHeaders(page)).toHaveText([
    '',
    'Product',
    'Price',
    'Status',
    'Quantity',
    'Vendor',
  ])
  const resizeHandle = page.getByRole('separator', { name: 'Width of Price' })
  const getPriceWidth = async (targetPage: Page) =>
    (await getHeaders(targetPage).filter({ hasText: 'Price' }).boundingBox())?.width ?? 0
  const initialWidth = await getPriceWidth(page)
  for (const addedWidth of [16, 32, 48]) {
    await resizeHandle.press('ArrowRight')
    await expect.poll(() => getPriceWidth(page)).toBeCloseTo(initialWidth + addedWidth, -1)
  }
  const readSavedWidth = async () => {
    const { layouts } = await seller.send(viewApi.list, { query: { list: 'product' } })
    return layouts[0]?.columns?.find(({ key }) => key === 'price')?.width ?? 0
  }
  await expect.poll(readSavedWidth).toBeCloseTo(initialWidth + 48, -1)
  const otherContext = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: toStorageState(baseURL ?? '', seller.session),
  })
  for (const targetPage of [page, await otherContext.newPage()]) {
    await targetPage.goto('/apps/product/list')
    await expect(getHeaders(targetPage)).toHaveText([
      '',
      'Product',
      'Price',
      'Status',
      'Quantity',
      'Vendor',
    ])
    await expect.poll(() => getPriceWidth(targetPage)).toBeCloseTo(initialWidth + 48, -1)
  }
  await otherContext.close()
})

test('archives all matching rows except a deselected one', async ({ page, seller }) => {
  await createTeas(seller, 24)
  await page.goto('/apps/product/list?vendor=Leaf&perPage=10')
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: 'Select all 12 matching' }).click()
  await page.getByRole('checkbox', { name: 'Select Tea 22' }).uncheck()
  await expect(page.getByRole('toolbar', { name: '11 selected' })).toBeVisible()
  await page.getByRole('button', { name: 'Archive products', exact: true }).click()
  await expect(page.getByText('11 products updated')).toBeVisible()
  await expect(getTab(page, 'Archived 11')).toBeVisible()
  await expect(getTab(page, 'Active 13')).toBeVisible()
})

test('returns to the focused row with the back link and the back button of the browser', async ({
  page,
  seller,
}) => {
  await createTeas(seller, 40)
  await page.goto('/apps/product/list?perPage=50&sort=title')
  for (const goBack of [
    () => page.goBack(),
    () => page.getByRole('link', { name: 'Back to Products' }).click(),
  ]) {
    await getTitles(page).filter({ hasText: 'Tea 33' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tea 33' })).toBeVisible()
    await goBack()
    await expect(page).toHaveURL(/perPage=50&sort=title$/)
    const row = getTitles(page).filter({ hasText: 'Tea 33' })
    await expect(row).toBeFocused()
    await expect(row).toBeInViewport()
  }
})
