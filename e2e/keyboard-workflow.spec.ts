import { expect, type Locator, type Page } from '@playwright/test'
import { productApi } from '#contract/product/product.ts'
import { visitorTest as test } from './fixtures.ts'
import { tabTo } from './tab-to.ts'

// Ships an order without a mouse. After the first URL, the test only presses keys.

const getHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name })

test('logs in and ships an order with the keyboard alone', async ({ page, seller }) => {
  await seller.send(productApi.create, {
    body: { title: 'Stoneware mug', price: 1900, stock: 5, status: 'active' },
  })
  await page.goto('/login')
  await test.step('logs in', () => logIn(page, seller.email, seller.password))
  await test.step('skips the menu', () => skipMenu(page))
  await test.step('opens the orders, which a screen reader announces', () => goToOrders(page))
  await test.step('creates an order', () => createOrder(page))
  await test.step('ships it', () => shipOrder(page))
})

async function logIn(page: Page, email: string, password: string) {
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(getHeading(page, 'Dashboard')).toBeVisible()
}

async function skipMenu(page: Page) {
  await page.reload()
  // While the page loads, it has no focusable elements.
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  await page.keyboard.press('Tab')
  const skipLink = page.getByRole('link', { name: 'Skip to content' })
  await expect(skipLink).toBeFocused()
  await expect(skipLink).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#content$/)
  await page.keyboard.press('Tab')
  await expect(
    page.locator('main :focus'),
    'the next focused element is in the content',
  ).toHaveCount(1)
}

async function goToOrders(page: Page) {
  const orders = page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Orders', exact: true })
  await tabTo(page, orders, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(getHeading(page, 'Orders')).toBeFocused()
  await expect(
    page.locator('[aria-live=polite]').filter({ hasText: 'Orders · Storewright' }),
  ).toBeAttached()
}

async function createOrder(page: Page) {
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Create order' }).first())
  await page.keyboard.press('Enter')
  await expect(getHeading(page, 'Create order')).toBeFocused()
  await tabTo(page, page.getByRole('textbox', { name: 'Search products by name' }))
  await page.keyboard.type('Stoneware')
  await expect(page.getByRole('option', { name: 'Stoneware mug' }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Quantity of /)).toBeVisible()
  const fields = {
    Name: 'Ada Verne',
    Email: 'ada@example.com',
    Address: 'Quay 4',
    'Postal code': '20457',
    City: 'Hamburg',
  }
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, page.getByLabel(label, { exact: true }).first())
    await page.keyboard.type(text)
  }
  await tabTo(page, page.getByRole('combobox', { name: 'Country' }))
  await page.keyboard.type('Germany')
  await expect(page.getByRole('option', { name: 'Germany' })).toBeVisible()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Create order' }))
  await page.keyboard.press('Enter')
  await expect(getHeading(page, '#1001')).toBeFocused()
}

async function shipOrder(page: Page) {
  const fulfillButton = page.getByRole('button', { name: 'Fulfill items' })
  await tabTo(page, fulfillButton)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expectFocusTrap(page, dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(fulfillButton).toBeFocused()

  const moreButton = page.getByRole('button', { name: 'More actions' })
  await tabTo(page, moreButton, (await isBefore(moreButton)) ? 'Shift+Tab' : 'Tab')
  await page.keyboard.press('Enter')
  const menuItem = page.getByRole('menuitem', { name: 'Hold order' })
  await arrowDownTo(page, menuItem)
  await expect(menuItem).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByLabel('Reason'))
  await page.keyboard.type('Calls the customer')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Put on hold' }).first()).toBeVisible()
  const releaseButton = page.getByRole('button', { name: 'Release hold' })
  await expect(releaseButton).toBeVisible()
  await tabTo(page, releaseButton, (await isBefore(releaseButton)) ? 'Shift+Tab' : 'Tab')
  await page.keyboard.press('Enter')
  await expect(fulfillButton).toBeVisible()

  await tabTo(page, fulfillButton, (await isBefore(fulfillButton)) ? 'Shift+Tab' : 'Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('combobox', { name: 'Carrier' }))
  await page.keyboard.type('DHL')
  await tabTo(page, dialog.getByLabel('Tracking number'))
  await page.keyboard.type('00340434161094042557')
  await tabTo(page, dialog.getByRole('button', { name: 'Fulfill items' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('00340434161094042557').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as delivered' })).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => document.activeElement !== document.body), {
      message: 'the focus is not lost with the dialog',
    })
    .toBe(true)
}

/** Presses the down arrow up to eight times until the menu item has the focus. */
async function arrowDownTo(page: Page, menuItem: Locator) {
  await expect(page.locator('[role=menu] :focus')).toHaveCount(1)
  for (let step = 0; step < 8; step++) {
    if (await menuItem.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('ArrowDown')
  }
}

/** Returns whether the target is before the focused element. */
const isBefore = (target: Locator) =>
  target.evaluate(element =>
    Boolean(
      (document.activeElement ?? document.body).compareDocumentPosition(element) &
        Node.DOCUMENT_POSITION_PRECEDING,
    ),
  )

/** Presses Tab repeatedly and expects the focus to stay in the dialog. */
async function expectFocusTrap(page: Page, dialog: Locator) {
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(':focus'), 'the dialog receives the focus').toHaveCount(1)
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab')
    expect(
      await dialog.evaluate(element => element.contains(document.activeElement)),
      'the focus stays in the dialog',
    ).toBe(true)
  }
}
