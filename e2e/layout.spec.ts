import { type Browser, expect, type Page } from '@playwright/test'
import { accountApi } from '#contract/account/account.ts'
import { test } from './fixtures.ts'
import type { Seller } from './test-seller.ts'

const getPageState = (page: Page) =>
  page.evaluate(() => ({
    ...document.documentElement.dataset,
    dir: document.documentElement.dir,
    lang: document.documentElement.lang,
  }))
const getOption = (page: Page, group: string, name: string) =>
  page
    .getByRole('dialog', { name: 'Layout' })
    .getByRole('group', { name: group, exact: true })
    .getByText(name, { exact: true })
const getMenu = (page: Page) => page.locator('aside[aria-label="Store and main menu"]')
const getHeading = (page: Page) => page.getByRole('heading', { name: 'Products', level: 1 })

/** Records the layout attributes of the page before the application code runs. */
const recordInitialState = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener(
      'DOMContentLoaded',
      () => {
        sessionStorage.setItem(
          'initialState',
          JSON.stringify({
            ...document.documentElement.dataset,
            dir: document.documentElement.dir,
          }),
        )
      },
      { once: true },
    )
  })
const getInitialState = async (page: Page): Promise<unknown> =>
  JSON.parse((await page.evaluate(() => sessionStorage.getItem('initialState'))) ?? '{}')

test('applies each layout option immediately and before the first paint after a reload', async ({
  page,
}) => {
  await recordInitialState(page)
  await page.goto('/apps/product/list')
  await expect(getHeading(page)).toBeVisible()
  await page.keyboard.press(',')
  const content = page.locator('main')
  const initialBox = await content.boundingBox()

  await getOption(page, 'Appearance', 'Dark').click()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(22, 22, 29)')
  await getOption(page, 'Appearance', 'Semi-dark').click()
  await expect(getMenu(page)).toHaveCSS('background-color', 'rgb(26, 26, 36)')
  await getOption(page, 'Appearance', 'Bordered').click()
  await expect(page.getByRole('banner')).toHaveCSS('box-shadow', 'none')
  await getOption(page, 'Menu', 'Collapsed').click()
  await expect(getMenu(page)).toHaveCSS('width', '72px')
  await getOption(page, 'Menu', 'Hidden').click()
  await expect(getMenu(page)).toHaveCount(0)
  await getOption(page, 'Menu', 'Horizontal').click()
  await expect(
    page.getByRole('navigation', { name: 'Main menu', includeHidden: true }),
  ).toHaveCount(1)
  await getOption(page, 'Content width', 'Full').click()
  await expect
    .poll(async () => (await content.boundingBox())?.width)
    .toBeGreaterThan(initialBox?.width ?? 0)
  await getOption(page, 'Navbar', 'Hidden').click()
  // The essential buttons stay visible at the edge of the page.
  await expect(page.getByRole('banner')).toHaveCSS('position', 'fixed')
  await getOption(page, 'Navbar', 'Static').click()
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static')
  await getOption(page, 'Navbar', 'Sticky').click()
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky')
  await getOption(page, 'Navbar color', 'Accent').click()
  await expect(page.getByRole('banner')).toHaveCSS('background-color', 'rgb(74, 74, 192)')
  await getOption(page, 'Footer', 'Sticky').click()
  await expect(page.locator('footer')).toHaveCSS('position', 'sticky')
  await getOption(page, 'Text direction', 'Right to left').click()
  await getOption(page, 'Page transition', 'Zoom in').click()
  const expectedState = {
    skin: 'bordered',
    menu: 'horizontal',
    width: 'full',
    navbar: 'sticky',
    navbarColor: 'accent',
    footer: 'sticky',
    transition: 'zoom-in',
    dir: 'rtl',
  }
  await expect.poll(() => getPageState(page)).toMatchObject(expectedState)

  await page.reload()
  await expect(getHeading(page)).toBeVisible()
  expect(await getInitialState(page)).toMatchObject(expectedState)
  await expect.poll(() => getPageState(page)).toMatchObject(expectedState)
})

test('opens, uses and closes the layout panel with the keyboard and restores the focus', async ({
  page,
}) => {
  await page.goto('/apps/product/list')
  await expect(getHeading(page)).toBeVisible()
  const button = page.getByRole('button', { name: 'Account menu' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Layout' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Layout' })).toBeVisible()
  await expect
    .poll(
      () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null),
      'the focus is in the panel',
    )
    .toBe(true)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'Light', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'dark')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Layout' })).toBeHidden()
  await expect(button).toBeFocused()
})

test('applies the layout on a second device after login', async ({ page, browser, seller }) => {
  await page.goto('/apps/product/list')
  await expect(getHeading(page)).toBeVisible()
  await page.keyboard.press(',')
  await getOption(page, 'Appearance', 'Semi-dark').click()
  await getOption(page, 'Menu', 'Collapsed').click()
  await expect
    .poll(async () => (await seller.send(accountApi.me, {})).preferences)
    .toMatchObject({ skin: 'semi-dark', menuCollapsed: true })
  await expectLayoutOnOtherDevice(browser, seller)
})

async function expectLayoutOnOtherDevice(browser: Browser, { email, password }: Seller) {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(getMenu(page)).toHaveCSS('width', '72px')
  await expect
    .poll(() => getPageState(page))
    .toMatchObject({ skin: 'semi-dark', menu: 'collapsed' })
  await expect
    .poll(() =>
      page.evaluate(() => ['skin', 'menuCollapsed'].map(key => localStorage.getItem(key))),
    )
    .toEqual(['semi-dark', 'true'])
  await context.close()
}

test('follows the system appearance, and shows a ripple of 500 ms on click', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('skin', 'system'))
  await page.goto('/apps/product/list')
  await expect(getHeading(page)).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  const duration = await page.evaluate(() => {
    document.querySelector<HTMLElement>('header button[aria-haspopup="menu"]')?.click()
    const wave = document.querySelector('.sw-wave')
    return wave?.getAnimations()[0]?.effect?.getComputedTiming().duration
  })
  expect(duration).toBe(500)
  await expect(page.locator('.sw-wave')).toHaveCount(0)
})
