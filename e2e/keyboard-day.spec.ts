import { expect, type Locator, type Page } from '@playwright/test'
import { productApi } from '#contract/product.ts'
import { visitorTest as test } from './fixtures.ts'

// From the login to a parcel on its way, without a mouse: after the first address only keys are pressed.

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('a day at work by keyboard alone, from logging in to a shipped order', async ({
  page,
  seller,
}) => {
  await seller.send(productApi.create, {
    body: { title: 'Stoneware mug', price: 1900, stock: 5, status: 'active' },
  })
  await page.goto('/login')
  await test.step('logs in', () => logIn(page, seller.email, seller.password))
  await test.step('passes the menu by', () => skipMenu(page))
  await test.step('goes to the orders, and hears so', () => goToOrders(page))
  await test.step('takes an order', () => takeOrder(page))
  await test.step('ships it', () => ship(page))
})

/** Presses Tab until the focus is there; each stop on the way can be seen. */
async function walkTo(page: Page, goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(goal).toBeVisible()
  for (let step = 0; step < 90; step++) {
    if (await goal.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press(key)
    const stop = await readStop(page)
    expect(stop.isMarked, `the focus can be seen on ${stop.what}`).toBe(true)
  }
  throw new Error(`Tab does not lead to ${goal}`)
}

/** Whether something is drawn around what has the focus, or on what stands for it. */
const readStop = (page: Page) =>
  page.evaluate(() => {
    const stop = document.activeElement
    if (!stop || stop === document.body)
      return { what: 'the page itself, between its end and its start', isMarked: true }
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--sw-accent)'
    const accent = getComputedStyle(probe).color
    probe.remove()
    const isRing = ({
      outlineStyle,
      outlineWidth,
      boxShadow,
      borderTopColor,
      borderTopWidth,
    }: CSSStyleDeclaration) =>
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) ||
      boxShadow !== 'none' ||
      (borderTopColor === accent && Number.parseFloat(borderTopWidth) >= 1)
    // A field's frame, a hidden checkbox' box, a drawn slider's thumb.
    const near = [
      stop,
      stop.parentElement,
      stop.parentElement?.parentElement,
      stop.nextElementSibling,
      stop.parentElement?.nextElementSibling,
      stop.closest('label'),
    ]
    const inSight = stop.getBoundingClientRect()
    const isThere = inSight.bottom > 0 && inSight.top < innerHeight
    return {
      what: stop.outerHTML.slice(0, 160),
      isMarked: isThere && near.some(one => one && isRing(getComputedStyle(one))),
    }
  })

async function logIn(page: Page, email: string, password: string) {
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(email)
  await walkTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Dashboard')).toBeVisible()
}

async function skipMenu(page: Page) {
  await page.reload()
  // A page that is still being loaded has no stop of its own yet.
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(
    await page.evaluate(() => document.activeElement?.closest('main') !== null),
    'the next stop is in the page itself',
  ).toBe(true)
}

async function goToOrders(page: Page) {
  const orders = page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Orders', exact: true })
  await walkTo(page, orders, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Orders')).toBeFocused()
  await expect(
    page.locator('[aria-live=polite]').filter({ hasText: 'Orders · Storewright' }),
  ).toBeAttached()
}

async function takeOrder(page: Page) {
  await walkTo(page, page.getByRole('main').getByRole('link', { name: 'Create order' }).first())
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Create order')).toBeFocused()
  await walkTo(page, page.getByRole('textbox', { name: 'Search products by name' }))
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
  for (const [label, words] of Object.entries(fields)) {
    await walkTo(page, page.getByLabel(label, { exact: true }).first())
    await page.keyboard.type(words)
  }
  await walkTo(page, page.getByRole('button', { name: 'Create order' }))
  await page.keyboard.press('Enter')
  await expect(heading(page, '#1001')).toBeFocused()
}

async function ship(page: Page) {
  await walkTo(page, page.getByRole('button', { name: 'Confirm order' }))
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Order status updated' }).first(),
  ).toBeVisible()
  const more = page.getByRole('button', { name: 'More actions' })
  await walkTo(page, more, (await isBefore(more)) ? 'Shift+Tab' : 'Tab')
  await page.keyboard.press('Enter')
  const entry = page.getByRole('menuitem', { name: 'Ship order' })
  for (
    let step = 0;
    step < 8 && !(await entry.evaluate(element => element === document.activeElement));
    step++
  )
    await page.keyboard.press('ArrowDown')
  await expect(entry).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await staysIn(page, dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(more).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(entry).toBeVisible()
  for (
    let step = 0;
    step < 8 && !(await entry.evaluate(element => element === document.activeElement));
    step++
  )
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await walkTo(page, dialog.getByLabel('Carrier'))
  await page.keyboard.type('DHL')
  await walkTo(page, dialog.getByLabel('Tracking number'))
  await page.keyboard.type('00340434161094042557')
  await walkTo(page, dialog.getByRole('button', { name: 'Ship order' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('00340434161094042557').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as delivered' })).toBeVisible()
  expect(
    await page.evaluate(() => document.activeElement !== document.body),
    'the focus is not lost with the dialog',
  ).toBe(true)
}

const isBefore = (goal: Locator) =>
  goal.evaluate(element =>
    Boolean(
      (document.activeElement ?? document.body).compareDocumentPosition(element) &
        Node.DOCUMENT_POSITION_PRECEDING,
    ),
  )

/** However often Tab is pressed, the dialog keeps the focus. */
async function staysIn(page: Page, dialog: Locator) {
  await expect(dialog).toBeVisible()
  for (let step = 0; step < 12; step++) {
    expect(
      await dialog.evaluate(element => element.contains(document.activeElement)),
      'the focus stays in the dialog',
    ).toBe(true)
    await page.keyboard.press('Tab')
  }
}
