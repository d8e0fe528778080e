import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { productApi } from '#contract/product/product.ts'
import { visitorTest as test } from './fixtures.ts'
import { createPng } from './seed-store.ts'

const samplesPath = join(
  resolve(process.env.STOREWRIGHT_SAMPLES ?? '../shared/data'),
  'shopify-partners-2017/snowdevil.csv',
)
const catalog = existsSync(samplesPath)
  ? { file: samplesPath, products: 278, variants: 622 }
  : { file: 'server/seed/catalogue.csv', products: undefined, variants: undefined }

const getTitle = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name })
const expectMessage = (page: Page, text: string) =>
  expect(page.getByRole('alert').filter({ hasText: text }).first()).toBeVisible()
/** The label of the pager on the first page, with 25 rows. */
const getFirstRange = (count: number) => `1–${Math.min(25, count)} of ${count}`
const openMenuItem = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name, exact: true })
    .click()

test('signs up, imports products, sells, ships and shows the sales', async ({ page, seller }) => {
  test.slow()
  test.info().annotations.push({ type: 'catalogue', description: catalog.file })
  await test.step('signs up with a free store URL', () => signUp(page, seller.domain))
  const count = await test.step('imports a catalog', () => importCatalog(page))
  await test.step('imports it again without changes', () => importCatalogAgain(page, count))
  await test.step('arranges categories', () => arrangeCategories(page))
  const product = await test.step('edits a product', () => editProduct(page))
  await test.step('creates an order, but not for more than the stock', () =>
    createOrder(page, product))
  await test.step('ships and delivers it', () => shipOrder(page))
  await test.step('edits the content', () => editContent(page))
  await test.step('activates and customizes a theme', () => pickTheme(page))
  await test.step('adds a domain', () => addDomain(page, `${seller.domain}.example.org`))
  await test.step('shows the sales on the dashboard', () => checkDashboard(page, product))
  await test.step('adds a second store without data of the first', () =>
    openSecondStore(page, seller.domain, count))
  await test.step('logs out', () => logOut(page))
})

async function signUp(page: Page, sellerHandle: string) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Create a store' }).click()
  await page.getByLabel('Your name').fill('Ingrid Solberg')
  await page.getByLabel('Email').fill(`ingrid-${sellerHandle}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('kettle-shed-oak-7')
  await page.getByLabel('Store name').fill(sellerHandle.replaceAll('-', ' '))
  await expect(page.getByLabel('Store URL')).toHaveValue(sellerHandle)
  await page.getByRole('button', { name: `${sellerHandle}-store` }).click()
  await expect(
    page.getByText(`${sellerHandle}-store`).and(page.getByText(/is available$/)),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Create store' }).click()
  await expect(getTitle(page, 'Dashboard')).toBeVisible()
  await expect(page.getByText('Set up your store')).toBeVisible()
}

/** Returns the number of products in the file. */
async function importCatalog(page: Page): Promise<number> {
  await openMenuItem(page, 'Products')
  await page.getByRole('main').getByRole('link', { name: 'Import products' }).click()
  await page.locator('input[type=file]').setInputFiles(catalog.file)
  await expect(page).toHaveURL(/\/apps\/import\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Ready to import')).toBeVisible()
  const startButton = page.getByRole('button', { name: /^Import \d+ products$/ })
  const count = Number(/\d+/.exec((await startButton.textContent()) ?? '')?.[0])
  if (catalog.products) expect(count).toBe(catalog.products)
  await expect(page.getByRole('link', { name: 'New', exact: true })).toBeVisible()
  await startButton.click()
  await expect(page.getByText('Import completed')).toBeVisible()
  await page.getByRole('link', { name: 'View products' }).click()
  await expect(page.getByRole('navigation', { name: getFirstRange(count) })).toBeVisible()
  const variants = (await listAllProducts(page)).reduce(
    (sum, { variantCount }) => sum + variantCount,
    0,
  )
  if (catalog.variants) expect(variants).toBe(catalog.variants)
  return count
}

/** Lists products as the page does, with its access token. */
async function listAllProducts(page: Page) {
  const headers = await readHeaders(page)
  const pages = [1, 2, 3].map(number =>
    page.request.get(`/api/product/getAll?perPage=100&page=${number}`, { headers }),
  )
  const replies = await Promise.all((await Promise.all(pages)).map(response => response.json()))
  return replies.flatMap(
    ({ data, meta }) => productApi.list.reply.parse({ items: data, meta }).items,
  )
}

const readHeaders = async (page: Page) => ({
  authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}`,
})

async function importCatalogAgain(page: Page, count: number) {
  await page.goto('/apps/import')
  await page.locator('input[type=file]').setInputFiles(catalog.file)
  await expect(page.getByText('Everything is up to date')).toBeVisible()
  await page.getByRole('link', { name: 'Unchanged', exact: true }).click()
  await expect(page.getByRole('navigation', { name: getFirstRange(count) })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
}

async function arrangeCategories(page: Page) {
  await openMenuItem(page, 'Categories')
  for (const name of ['Winter', 'Summer', 'Boots']) {
    const field = page.getByLabel('New category name')
    // The one below the tree; the header has a button with the same name from the start.
    const addButton = page.getByRole('button', { name: 'Add category' }).nth(1)
    await expect(field.or(addButton)).toBeVisible()
    if (!(await field.isVisible())) await addButton.click()
    await field.fill(name)
    await field.press('Enter')
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  }
  const rows = page
    .getByRole('list', { name: 'Categories' })
    .getByRole('button', { name: /^(Winter|Summer|Boots)$/ })
  await page.getByRole('button', { name: 'Move Boots' }).focus()
  for (const key of ['Space', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key)
  await expect(rows).toHaveText(['Winter', 'Boots', 'Summer'])
  const move = page.waitForResponse('**/api/category/move/*')
  await page.keyboard.press('Space')
  // A reload would end the request.
  await move
  await page.reload()
  await expect(rows).toHaveText(['Winter', 'Summer'])
  await page.getByRole('button', { name: 'Expand Winter' }).click()
  await expect(rows).toHaveText(['Winter', 'Boots', 'Summer'])
  await page
    .getByRole('button', { name: 'Move Summer' })
    .dragTo(page.getByRole('button', { name: 'Move Winter' }), { steps: 8 })
  await expect(rows).toHaveText(['Summer', 'Winter', 'Boots'])
}

/** Sets price, stock and image of a product with one variant and returns its title. */
async function editProduct(page: Page): Promise<string> {
  const products = await listAllProducts(page)
  const simpleProduct = products.find(
    ({ variantCount, trackStock, title: name }) =>
      variantCount === 1 &&
      trackStock &&
      products.filter(other => other.title.includes(name)).length === 1,
  )
  const name = simpleProduct?.title ?? ''
  await openMenuItem(page, 'Products')
  await page.getByRole('searchbox', { name: 'Search products' }).fill(name)
  await page.getByRole('link', { name }).first().click()
  await expect(getTitle(page, name)).toBeVisible()
  // A single variant with options is in a table.
  const [price, stock] = [
    page.getByRole('textbox', { name: /^Price( of .*)?$/ }),
    page.getByRole('textbox', { name: /^Quantity( of .*)?$/ }),
  ]
  await price.fill('24.50')
  await stock.fill('3')
  await page
    .getByRole('group', { name: 'Media' })
    .locator('input[type=file]')
    .setInputFiles({
      name: 'front.png',
      mimeType: 'image/png',
      buffer: await createPng(1600, 1200, '#3a6ab8'),
    })
  await expect(
    page.getByRole('group', { name: 'Media' }).locator('img[src^="/media/"]'),
  ).toBeVisible()
  await page.keyboard.press('Control+s')
  await expectMessage(page, 'Product Update Successfully')
  await page.reload()
  await expect(price).toHaveValue(/24[.,]50/)
  await expect(stock).toHaveValue('3')
  return name
}

async function createOrder(page: Page, product: string) {
  await openMenuItem(page, 'Orders')
  await page.getByRole('main').getByRole('link', { name: 'Create order' }).first().click()
  await page.getByRole('textbox', { name: 'Search products by name' }).fill(product)
  await page.getByRole('option', { name: product }).first().click()
  await page.getByLabel('Name', { exact: true }).first().fill('Ada Verne')
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByLabel('Address', { exact: true }).fill('Quay 4')
  await page.getByLabel('Postal code').fill('20457')
  await page.getByLabel('City').fill('Hamburg')
  await page.getByRole('combobox', { name: 'Country' }).fill('Germany')
  await page.keyboard.press('Enter')
  const quantity = page.getByLabel(/^Quantity of /)
  await quantity.fill('99')
  await page.getByRole('button', { name: 'Create order' }).click()
  await expect(page.getByText('Only 3 left')).toBeVisible()
  await quantity.fill('2')
  await page.getByRole('button', { name: 'Create order' }).click()
  await expect(getTitle(page, '#1001')).toBeVisible()
}

async function shipOrder(page: Page) {
  await page.getByRole('button', { name: 'Fulfill items' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Carrier' }).fill('DHL')
  await dialog.getByLabel('Tracking number').fill('00340434161094042557')
  await dialog.getByRole('button', { name: 'Fulfill items' }).click()
  await expect(page.getByText('00340434161094042557').first()).toBeVisible()
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await dialog.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(page.getByRole('button', { name: 'Record payment' }).first()).toBeVisible()
}

async function editContent(page: Page) {
  await openMenuItem(page, 'Content')
  await page.getByLabel('Tagline').fill('Boards, boots and bindings')
  await page.keyboard.press('Control+s')
  await expectMessage(page, 'Cms updated successfully')
  await page.reload()
  await expect(page.getByLabel('Tagline')).toHaveValue('Boards, boots and bindings')
}

async function pickTheme(page: Page) {
  await openMenuItem(page, 'Themes')
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Use theme' }) })
    .first()
  const name = await card.getByRole('heading').first().textContent()
  await card.getByRole('button', { name: 'Use theme' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use theme' }).click()
  await expectMessage(page, 'Theme activated')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Active' })
    .getByRole('link', { name: 'Customize theme' })
    .click()
  // The heading receives the focus shortly after the page has loaded, even if a slider has it.
  await expect(getTitle(page, `${name} theme editor`)).toBeFocused()
  const slider = page.getByRole('slider').first()
  const initialValue = Number(await slider.getAttribute('aria-valuenow'))
  // The draft saves itself.
  const draftSave = page.waitForResponse(
    response => response.request().method() === 'PATCH' && response.url().includes('/theme/draft/'),
  )
  await slider.press(
    initialValue === Number(await slider.getAttribute('aria-valuemin'))
      ? 'ArrowRight'
      : 'ArrowLeft',
  )
  await draftSave
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('slider').first()).not.toHaveAttribute(
    'aria-valuenow',
    String(initialValue),
  )
  await page.getByRole('link', { name: 'Back to Themes' }).click()
}

async function addDomain(page: Page, host: string) {
  await openMenuItem(page, 'Settings')
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Domains' })
    .click()
  await page.getByRole('main').getByRole('button', { name: 'Add domain' }).first().click()
  await page.getByRole('dialog').getByLabel('Domain').fill(host)
  await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click()
  await expectMessage(page, 'Domain added successfully')
  await expect(page.getByText(host, { exact: true }).first()).toBeVisible()
}

async function checkDashboard(page: Page, product: string) {
  await openMenuItem(page, 'Dashboard')
  await expect(
    page
      .getByRole('main')
      .getByText(/49\.00/)
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /#1001/ }).first()).toBeVisible()
  await openMenuItem(page, 'Analytics')
  await expect(
    page
      .getByRole('main')
      .getByText(/49\.00/)
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('main').getByText(product).first()).toBeVisible()
  await page.getByRole('link', { name: 'Orders', exact: true }).last().click()
  await expect(
    page.getByRole('table', { name: 'Orders' }).getByRole('link', { name: /#1001/ }),
  ).toBeVisible()
}

async function openSecondStore(page: Page, sellerHandle: string, count: number) {
  const switcher = page.getByRole('button', { name: /^Switch store/ })
  const firstStoreName = sellerHandle.replaceAll('-', ' ')
  await switcher.click()
  await page.getByRole('menuitem', { name: 'Add store' }).click()
  await page.getByLabel('Store name').fill(`Outlet ${sellerHandle}`)
  await page.getByRole('button', { name: 'Add store' }).click()
  await expect(switcher).toHaveAccessibleName(new RegExp(`^Switch store: Outlet ${sellerHandle} `))
  await openMenuItem(page, 'Products')
  await expect(page.getByRole('heading', { name: 'Add your products' })).toBeVisible()
  await openMenuItem(page, 'Orders')
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  await switcher.click()
  await page.getByRole('menuitem', { name: firstStoreName }).click()
  await openMenuItem(page, 'Products')
  await expect(page.getByRole('navigation', { name: getFirstRange(count) })).toBeVisible()
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/apps/product/list')
  await expect(page).toHaveURL(/\/login\?next=/)
}
