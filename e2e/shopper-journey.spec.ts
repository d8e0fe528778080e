import { expect, type Page } from '@playwright/test'
import { fillCheckout, getDeliveryField } from './fill-checkout.ts'
import { findViolations } from './find-violations.ts'
import { journeyCategory, journeyTest as test } from './journey-store.ts'
import {
  addLargeMug,
  createKeyboard,
  fillCheckoutOfCart,
  filterAndGoBack,
  finger,
  mouse,
  openCategoryBySearch,
  payOrder,
  placeButton,
  removeAndUndo,
  showMoreAndComeBack,
} from './shopper-steps.ts'
import { appearances, showTheme } from './show-theme.ts'
import { tabTo } from './tab-to.ts'
import { waitForMailText } from './wait-for-mail-link.ts'
import { findOverflow } from './watch-page.ts'

test.describe.configure({ mode: 'parallel' })

const expectNoOverflow = (page: Page) => expect.poll(() => findOverflow(page)).toEqual([])

test('Harbour: a shopper buys with the keyboard alone', async ({ page, store }) => {
  // Each focused element is in the viewport at once, without smooth scrolling.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await showTheme(page, store, 'harbour')
  const keyboard = createKeyboard(page)
  await page.keyboard.press('Tab')
  await expect(page.locator('.skip-link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
  await page.goto(store.url)
  await openCategoryBySearch(page, keyboard)
  await filterAndGoBack(page, keyboard)
  await showMoreAndComeBack(page, keyboard)
  await addLargeMug(page, keyboard)
  await removeAndUndo(page, keyboard)
  // The new total arrives while the shopper is already at the button.
  const reply = Promise.withResolvers<void>()
  await page.route('**/checkout', async route => {
    if (route.request().method() === 'POST') await reply.promise
    await route.continue()
  })
  await fillCheckoutOfCart(page, keyboard)
  await tabTo(page, placeButton(page))
  const summary = await page.locator('.checkout-summary').elementHandle()
  reply.resolve()
  await expect.poll(() => summary?.evaluate(element => element.isConnected)).toBe(false)
  await expect(placeButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await payOrder(page, keyboard)
})

test('Linen: a shopper changes the cart, leaves the payment page, returns and pays', async ({
  page,
  store,
}) => {
  await showTheme(page, store, 'linen')
  await openCategoryBySearch(page, mouse)
  await filterAndGoBack(page, mouse)
  await showMoreAndComeBack(page, mouse)
  await addLargeMug(page, mouse)
  await changeCart(page, store.url)
  await fillCheckoutOfCart(page, mouse)
  await placeButton(page).click()

  await expect(page.getByRole('heading', { name: 'Fake Stripe' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'isn’t paid yet' })).toBeVisible()
  await expect(page.locator('main')).toContainText('Your items are reserved for you until')
  await expect(page.locator('.payment-countdown')).toHaveText(/^Time left: \d+:\d\d$/)
  await expect(page.getByRole('button', { name: 'Change the order' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  await expectNoOverflow(page)
  // The cart leads back to the payment.
  await page.goto(`${store.url}/cart`)
  await page.getByRole('link', { name: 'Continue to payment' }).click()
  await payOrder(page, mouse)
  await expect(page.locator('main')).toContainText('Paid')
  await expectNoOverflow(page)
})

/** Changes the cart in the drawer and on its page, without loading a page again. */
async function changeCart(page: Page, storeUrl: string) {
  const count = page.locator('.cart-link .cart-count')
  const drawer = page.getByRole('dialog', { name: 'Cart' })
  const addButton = page.locator('#add-to-cart button').first()
  await expect(page.locator('#page-status')).toHaveText('Added to your cart.')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.locator('.card-title a', { hasText: 'Stoneware mug' }).click()
  await expect(page.locator('a.option-value[aria-current]')).toHaveText('Small')
  await addButton.click()
  await expect(count).toHaveText('2')
  const increase = drawer.getByRole('button', { name: /^Increase/ }).first()
  await increase.click()
  await expect(count).toHaveText('3')
  await expect(increase).toBeFocused()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(addButton).toBeFocused()
  await page.locator('.cart-link').click()
  await expect(drawer.locator('.cart-line')).toHaveCount(2)

  await page.goto(`${storeUrl}/cart`)
  await page.evaluate(() => document.body.setAttribute('data-loaded-once', ''))
  const quantity = page.locator('.cart-quantity input[type=number]').first()
  await quantity.fill('5')
  // A removal does not lose the change before it.
  await page.locator('.cart-remove').last().click()
  await expect(page.locator('.cart-line')).toHaveCount(1)
  await expect(page.locator('.cart-removed button')).toBeFocused()
  await expect(quantity).toHaveValue('5')
  await expect(count).toHaveText('5')
  await quantity.fill('6')
  await quantity.press('Enter')
  await expect(count).toHaveText('6')
  await expect(quantity).toBeFocused()
  await expect(page.locator('#page-status')).toContainText('Subtotal')
  await page.locator('.cart-remove').click()
  await expect(page.locator('.cart-page')).toContainText('Your cart is empty.')
  await expect(count).toBeHidden()
  await page.locator('.cart-removed button').click()
  await expect(count).toHaveText('6')
  await expect(page.locator('body')).toHaveAttribute('data-loaded-once')
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('Orchard: a shopper buys by touch', async ({ page, store }) => {
    await showTheme(page, store, 'orchard')
    await openCategoryBySearch(page, finger)
    await filterAndGoBack(page, finger)
    await showMoreAndComeBack(page, finger)
    await addLargeMug(page, finger)
    await removeAndUndo(page, finger)
    await fillCheckoutOfCart(page, finger)
    await placeButton(page).click()
    await payOrder(page, finger)
  })
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 320, height: 720 } })

  test('Nocturne: a shopper buys on Arabic pages', async ({ page, store }) => {
    const expectNarrowArabicPage = async () => {
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expectNoOverflow(page)
      expect(await findViolations(page)).toEqual([])
    }
    await showTheme(page, store, 'nocturne', appearances[1])
    await openCategoryBySearch(page, mouse)
    await filterAndGoBack(page, mouse)
    await showMoreAndComeBack(page, mouse)
    await addLargeMug(page, mouse)
    await removeAndUndo(page, mouse)
    await expectNarrowArabicPage()
    await fillCheckoutOfCart(page, mouse)
    // The last entry changes the total.
    await page.locator('.checkout-form [name=city]').blur()
    await expect(page.locator('.checkout-summary:not([aria-busy])')).toBeVisible()
    await expectNarrowArabicPage()
    await placeButton(page).click()
    await payOrder(page, mouse)
    await expect(page.locator('main')).toContainText('آدا Verne')
    await expectNarrowArabicPage()
    await expectNarrowArabicMail(page)
  })
})

/** Opens an email about the order of a page. */
async function expectNarrowArabicMail(orderPage: Page) {
  const { pathname } = new URL(orderPage.url())
  const html = await waitForMailText(
    'ada@example.com',
    new RegExp(`<!doctype html>[^]*${pathname}[^]*</html>`, 'i'),
  )
  const page = await orderPage.context().newPage()
  await page.setContent(html)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('body')).toContainText('Stoneware mug')
  await expectNoOverflow(page)
  const images = page.locator('img')
  const countLoaded = () =>
    images.evaluateAll(
      (elements: HTMLImageElement[]) =>
        elements.filter(({ naturalWidth }) => naturalWidth > 0).length,
    )
  expect(await images.count()).toBeGreaterThan(0)
  await expect.poll(countLoaded).toBe(await images.count())
  await page.close()
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('Gallery: a shopper searches, filters, fills the cart, buys and writes to the store', async ({
    page,
    store,
  }) => {
    await showTheme(page, store, 'gallery')
    await browseWithoutScript(page)
    await page.locator('.card-title a[href^="/products/stoneware-mug"]').click()
    await page.locator('a.option-value:not([aria-current])').click()
    await expect(page).toHaveURL(/variant=/)
    expect(await page.context().cookies(), 'no cookie before the first product').toEqual([])
    await page.locator('#add-to-cart input[name=quantity]').fill('2')
    await page.locator('#add-to-cart button').first().click()
    await expect(page).toHaveURL(`${store.url}/cart`)
    await changeCartWithoutScript(page)
    await buyWithoutScript(page, store.url)
    await page.goto(`${store.url}/pages/contact-us`)
    await page.locator('main input[name=name]').fill('Ada')
    await page.locator('main input[name=email]').fill('ada@example.com')
    await page.locator('main textarea[name=message]').fill('Is the mug safe in a dishwasher?')
    await page.locator('main .form button[type=submit]').click()
    await expect(page.locator('#contact-form')).toHaveText(/./)
    await expect(page).toHaveURL(/sent=1/)
  })
})

async function browseWithoutScript(page: Page) {
  await page.locator('.search-link').click()
  await page.locator('main input[type=search]').fill('stoneware')
  await page.locator('main input[type=search]').press('Enter')
  await expect(page).toHaveURL(/\/search\?q=stoneware/)
  await page.goto(new URL(journeyCategory.path, page.url()).href)
  await page.locator('.pager a[rel=next]').click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.locator('.list .card')).toHaveCount(2)
  await page.locator('.filters summary').first().click()
  await page.locator('.filters input[name=available]').check()
  await page.locator('.filters button[type=submit]').click()
  await expect(page).toHaveURL(/\?available=1/)
  await page.locator('.sort-form select').selectOption('priceDesc')
  await page.locator('.sort-form button').click()
  await expect(page).toHaveURL(/sort=priceDesc/)
}

async function changeCartWithoutScript(page: Page) {
  const quantity = page.locator('.cart-quantity input[type=number]')
  await expect(quantity).toHaveValue('2')
  await quantity.fill('1')
  await page.locator('.cart-quantity .cart-update').click()
  await expect(quantity).toHaveValue('1')
  await page.locator('.stepper button').last().click()
  await expect(quantity).toHaveValue('2')
  await page.locator('.cart-note summary').click()
  await page.locator('.cart-note textarea').fill('Please wrap it')
  await page.locator('.cart-note button').click()
  await expect(page.locator('.cart-note textarea')).toHaveValue('Please wrap it')
  await page.locator('.cart-remove').click()
  await expect(page.locator('.cart-page')).toContainText('Your cart is empty.')
  await page.locator('.cart-removed button').click()
  await expect(quantity).toHaveValue('2')
  await page.locator('.cart-checkout').click()
}

async function buyWithoutScript(page: Page, storeUrl: string) {
  await getDeliveryField(page, 'Country').selectOption({ label: 'Austria' })
  await page.getByRole('button', { name: 'Update total' }).click()
  await getDeliveryField(page, 'Country').selectOption({ label: 'Germany' })
  await page.getByRole('button', { name: 'Update total' }).click()
  await fillCheckout(page)
  // Enter shows the current total. Only the button places the order.
  const reloaded = page.waitForEvent('load')
  await page.keyboard.press('Enter')
  await reloaded
  await expect(getDeliveryField(page, 'Full name')).toHaveValue(/./)
  await placeButton(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('.payment-countdown')).toHaveText(/^Time left: \d+ minutes$/)
  await page.goto(`${storeUrl}/cart`)
  await page.getByRole('link', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible()
  await expect(page.locator('main')).toContainText('Paid')
  await page.goto(`${storeUrl}/cart`)
  await expect(page.locator('main')).toContainText('Your cart is empty.')
}
