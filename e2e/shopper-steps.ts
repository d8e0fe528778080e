import { expect, type Locator, type Page } from '@playwright/test'
import { journeyCategory } from './journey-store.ts'
import { tabTo } from './tab-to.ts'

/** How a shopper acts: with a mouse, a finger or the keyboard alone. */
export type ShopperInput = {
  press: (target: Locator) => Promise<void>
  check: (target: Locator) => Promise<void>
  type: (target: Locator, text: string) => Promise<void>
}

export const mouse: ShopperInput = {
  press: target => target.click(),
  check: target => target.check(),
  type: (target, text) => target.pressSequentially(text),
}

export const finger: ShopperInput = {
  press: target => target.tap(),
  check: target => target.tap(),
  type: (target, text) => target.pressSequentially(text),
}

export function createKeyboard(page: Page): ShopperInput {
  const pressOn = async (target: Locator, press: () => Promise<void>) => {
    await tabTo(page, target)
    await press()
  }
  return {
    press: target => pressOn(target, () => page.keyboard.press('Enter')),
    check: target => pressOn(target, () => page.keyboard.press('Space')),
    type: (target, text) => pressOn(target, () => page.keyboard.type(text)),
  }
}

const findCards = (page: Page) => page.locator('.list .card')
const findAddButton = (scope: Locator) =>
  scope.locator('.add-to-cart button[type=submit]:not([name=next])')

/** Opens the category with the first suggestion of a search. */
export async function openCategoryBySearch(page: Page, { press, type }: ShopperInput) {
  let field = page.locator('header input[type=search]')
  if (!(await field.isVisible())) {
    await press(page.locator('.search-link'))
    field = page.locator('main input[type=search]')
  }
  await type(field, journeyCategory.name.slice(0, 4))
  await expect(page.locator('[role=option]').nth(1)).toContainText('Stoneware mug')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${journeyCategory.path}$`))
  await expect(findCards(page)).toHaveCount(24)
}

/** Selects a filter, which acts at once, and goes back. */
export async function filterAndGoBack(page: Page, { press, check }: ShopperInput) {
  await page.evaluate(() => document.body.setAttribute('data-loaded-once', ''))
  const summary = page.locator('.filters > summary')
  const isInDrawer = await summary.isVisible()
  if (isInDrawer) await press(summary)
  await check(page.locator('.filter-form input[value="Studio North"]'))
  await expect(page).toHaveURL(/vendor=Studio(\+|%20)North/)
  await expect(findCards(page)).toHaveCount(1)
  await expect(page.locator('.chips li')).toHaveCount(2)
  if (isInDrawer) await press(page.locator('dialog.drawer .filter-apply button'))
  await page.goBack()
  await expect(findCards(page)).toHaveCount(24)
  await expect(page.locator('.filter-form input[value="Studio North"]')).not.toBeChecked()
  await expect(page.locator('body')).toHaveAttribute('data-loaded-once')
}

/** Shows more products, opens the last one, and comes back to the same place. */
export async function showMoreAndComeBack(page: Page, { press }: ShopperInput) {
  await press(page.locator('.list-more'))
  await expect(findCards(page)).toHaveCount(journeyCategory.count)
  const card = findCards(page).last().locator('.card-title a')
  const title = await card.textContent()
  await press(card)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
  await page.goBack()
  await expect(findCards(page)).toHaveCount(journeyCategory.count)
  await expect(card).toBeInViewport()
}

/** Adds the large mug: in the picker of its card, or on its page if the theme has no picker. */
export async function addLargeMug(page: Page, { press }: ShopperInput) {
  const card = findCards(page).filter({ hasText: 'Stoneware mug' })
  const pickerLink = card.locator('.quick-choose')
  const hasPicker = (await pickerLink.count()) > 0
  await press(hasPicker ? pickerLink : card.locator('.card-title a'))
  const scope = page.locator(hasPicker ? 'dialog.picker' : '.product-details')
  await press(scope.locator('.option-value', { hasText: 'Large' }))
  await expect(scope.locator('.option-value[aria-current]')).toHaveText('Large')
  await press(findAddButton(scope).first())
  await expect(page.locator('dialog.picker')).toHaveCount(0)
  await expectLargeMugInDrawer(page)
}

async function expectLargeMugInDrawer(page: Page) {
  const line = page.locator('.cart-drawer .cart-line')
  await expect(line).toHaveCount(1)
  await expect(line.locator('.cart-option')).toContainText('Large')
  // The page has no styles of the cart until the script has loaded them.
  await expect(line).toHaveCSS('display', 'grid')
  await expect(page.locator('.cart-link .cart-count')).toHaveText('1')
}

/** Removes the line in the drawer, and undoes it. */
export async function removeAndUndo(page: Page, { press }: ShopperInput) {
  await press(page.locator('.cart-drawer .cart-remove'))
  await expect(page.locator('.cart-drawer .cart-line')).toHaveCount(0)
  await press(page.locator('.cart-drawer .cart-removed button'))
  await expectLargeMugInDrawer(page)
}

/** Opens the checkout from the cart and fills it in. */
export async function fillCheckoutOfCart(page: Page, { press, type }: ShopperInput) {
  await press(page.locator('.cart-checkout'))
  const findField = (name: string) => page.locator(`.checkout-form [name="${name}"]`)
  const entries = {
    email: 'ada@example.com',
    name: 'آدا Verne',
    line1: 'Quay 4',
    postalCode: '20457',
    city: 'Hamburg',
  }
  for (const [name, text] of Object.entries(entries)) await type(findField(name), text)
  await expect(findField('country')).toHaveValue('DE')
}

export const placeButton = (page: Page) => page.locator('.checkout-summary [value=place]')

/** Pays on the page of the provider, which leads to the order. */
export async function payOrder(page: Page, { press }: ShopperInput) {
  await press(page.getByRole('button', { name: 'Pay' }))
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}\/[\w-]{43}$/)
  await expect(page.locator('.order-page')).toContainText('Stoneware mug')
  await expect(page.locator('.cart-link .cart-count')).toBeHidden()
}
