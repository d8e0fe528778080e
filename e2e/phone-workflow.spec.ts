import { expect, type Page } from '@playwright/test'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { visitorTest as test } from './fixtures.ts'
import { findOverflow } from './watch-page.ts'

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
})

const getHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name })
const getBottomBarLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true })

test('creates and ships an order and changes a price on a phone', async ({ page, seller }) => {
  await seller.send(productApi.create, {
    body: { title: 'Stoneware mug', price: 1900, stock: 5, status: 'active' },
  })
  await page.goto('/login')
  await expectFitsScreen(page)
  await page.getByLabel('Email').fill(seller.email)
  await page.getByLabel('Password', { exact: true }).fill(seller.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).tap()
  await expect(getHeading(page, 'Dashboard')).toBeVisible()
  await expectFitsScreen(page)
  await test.step('measures the navbar', () => expectLargeNavbarTargets(page))

  await test.step('creates an order', () => createOrder(page))
  await test.step('changes its items and its customer', () => changeOrder(page))
  await test.step('ships it', () => shipOrder(page))
  await test.step('changes a price', () => changePrice(page))
  await test.step('opens a page from the menu', () => openMenu(page))
  const { items } = await seller.send(orderApi.list)
  expect(items.map(({ number, status, total }) => [number, status, total])).toEqual([
    ['#1001', 'shipped', 6000],
  ])
  expect(items[0]?.customer).toMatchObject({ name: 'Grace Hopper' })
})

/** Expects no horizontal overflow, and no button, tab or menu link below 24 by 24 pixels. */
async function expectFitsScreen(page: Page) {
  await expect.poll(() => findOverflow(page)).toEqual([])
  const listSmallTargets = () =>
    page.locator('button:visible, [role=tab]:visible, nav a:visible').evaluateAll(elements =>
      elements
        .map(element => ({
          description: element.outerHTML.slice(0, 120),
          rect: element.getBoundingClientRect(),
        }))
        .filter(({ rect }) => rect.width > 1 && (rect.width < 24 || rect.height < 24))
        .map(({ description, rect }) => `${rect.width}×${rect.height} ${description}`),
    )
  await expect.poll(listSmallTargets).toEqual([])
}

/** Expects that each button and link of the navbar is at least 44 by 44 pixels. */
async function expectLargeNavbarTargets(page: Page) {
  const targets = page.getByRole('banner').locator('button:visible, a:visible')
  await expect.poll(() => targets.count()).toBeGreaterThanOrEqual(4)
  const getSmallestSize = () =>
    targets.evaluateAll(elements =>
      Math.min(
        ...elements.map(element => {
          const { width, height } = element.getBoundingClientRect()
          return Math.min(width, height)
        }),
      ),
    )
  await expect.poll(getSmallestSize).toBeGreaterThanOrEqual(44)
}

async function createOrder(page: Page) {
  await getBottomBarLink(page, 'Orders').tap()
  await expect(getHeading(page, 'Orders')).toBeVisible()
  await expectFitsScreen(page)
  await page.getByRole('main').getByRole('link', { name: 'Create order' }).first().tap()
  await page.getByRole('textbox', { name: 'Search products by name' }).fill('Stoneware')
  await page.getByRole('option', { name: 'Stoneware mug' }).first().tap()
  await page.getByLabel('Name', { exact: true }).first().fill('Ada Verne')
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByLabel('Address', { exact: true }).fill('Quay 4')
  await page.getByLabel('Postal code').fill('20457')
  await page.getByLabel('City').fill('Hamburg')
  await page.getByRole('combobox', { name: 'Country' }).fill('Germany')
  await page.keyboard.press('Enter')
  await expectFitsScreen(page)
  await page.getByRole('button', { name: 'Create order' }).tap()
  await expect(getHeading(page, '#1001')).toBeVisible()
}

async function changeOrder(page: Page) {
  await page.getByRole('link', { name: 'Edit items' }).tap()
  await expect(getHeading(page, 'Edit items')).toBeVisible()
  await page.getByLabel('Quantity of Stoneware mug').fill('3')
  await page.getByLabel('Price of Stoneware mug').fill('21')
  await page.getByLabel('Order discount').fill('3')
  await expectFitsScreen(page)
  await page.getByRole('button', { name: 'Save', exact: true }).tap()
  await expect(getHeading(page, '#1001')).toBeVisible()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByText('Items changed, new total €60.00')).toBeVisible()
  await page.getByRole('button', { name: 'Change customer' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Grace Hopper')
  await dialog.getByLabel('Email', { exact: true }).fill('grace@example.com')
  await expectFitsScreen(page)
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByRole('link', { name: 'Grace Hopper' })).toBeVisible()
}

async function shipOrder(page: Page) {
  await expectFitsScreen(page)
  await page.getByRole('button', { name: 'Fulfill items' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tracking number').fill('00340434161094042557')
  await expectFitsScreen(page)
  await dialog.getByRole('button', { name: 'Fulfill items' }).tap()
  await expect(page.getByText('00340434161094042557').first()).toBeVisible()
}

async function changePrice(page: Page) {
  await getBottomBarLink(page, 'Products').tap()
  await expect(getHeading(page, 'Products')).toBeVisible()
  await expectFitsScreen(page)
  await page
    .getByRole('link', { name: /Stoneware mug/ })
    .first()
    .tap()
  await page.getByRole('textbox', { name: /^Price( of .*)?$/ }).fill('21.50')
  await expectFitsScreen(page)
  await page.getByRole('button', { name: 'Save', exact: true }).tap()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Product Update Successfully' }).first(),
  ).toBeVisible()
}

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Open menu' }).tap()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toBeVisible()
  await expectFitsScreen(page)
  await drawer.getByRole('link', { name: 'Themes', exact: true }).tap()
  await expect(getHeading(page, 'Themes')).toBeVisible()
  await expect(drawer).toBeHidden()
  await expectFitsScreen(page)
}
