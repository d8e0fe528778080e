import { expect, type Page } from '@playwright/test'
import { searchRuleApi } from '#contract/cms/search-rule.ts'
import { productApi } from '#contract/product/product.ts'
import { findViolations } from './find-violations.ts'
import { journeyCategory, journeyTest as test } from './journey-store.ts'
import { type LaunchedStore, showTheme } from './show-theme.ts'
import { toStorageState } from './test-seller.ts'
import { waitForMailText } from './wait-for-mail-link.ts'
import { findOverflow } from './watch-page.ts'

const email = 'noor@shopper.example'

test('a wish list and a cart move to a phone with an account, and an empty search becomes a rule', async ({
  page,
  browser,
  store,
  baseURL,
}) => {
  await showTheme(page, store, 'orchard')
  await page.goto(`${store.url}/search?q=tumbler`)
  await expect(page.locator('.search-fallback a').first()).toBeVisible()
  const sharedUrl = await shareWishList(page, store.url)
  const cartUrl = await createCartLink(page, store.url)
  const phone = await browser.newContext({ viewport: { width: 320, height: 720 } })
  const phonePage = await phone.newPage()
  await openSharedWishList(phonePage, sharedUrl)
  await phonePage.goto(cartUrl)
  await phonePage.locator('.cart-link-page form button').click()
  await expect(phonePage.locator('.cart-line')).toContainText('Bowl no. 1')
  await signIn(phonePage, store.url)
  await phone.close()

  const storageState = toStorageState(baseURL ?? '', store.seller.session)
  const office = await browser.newContext({ baseURL: baseURL ?? '', storageState })
  await addSearchRules(await office.newPage(), store)
  await office.close()
  await expectRules(page, store.url)
})

/** Adds the mug without an account, requests a link that keeps the list, and returns the shared link. */
async function shareWishList(page: Page, storeUrl: string): Promise<string> {
  await page.goto(storeUrl + journeyCategory.path)
  const heart = page.locator('.card', { hasText: 'Stoneware mug' }).locator('.wish-button button')
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.header .wish-count').first()).toHaveText('1')
  await page.locator('.header .wish-link').click()
  await expect(page.locator('.wish-card')).toContainText('Stoneware mug')
  await page.locator('#share [name=name]').fill('Noor')
  await page.locator('#share button').click()
  const sharedUrl = await page.locator('#field-share').inputValue()
  await page.locator('#keep [name=email]').fill(email)
  await page.locator('#keep button').click()
  await expect(page.locator('#keep [role=status]')).toBeVisible()
  return sharedUrl
}

async function openSharedWishList(page: Page, url: string) {
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Noor')
  await expect(page.locator('.wish-card')).toContainText('Stoneware mug')
  await expect(page.locator('.wish-remove, #share')).toHaveCount(0)
  expect(await page.context().cookies(), 'readers get no cookie').toEqual([])
}

/** Adds a bowl and creates a link to the cart. */
async function createCartLink(page: Page, storeUrl: string): Promise<string> {
  await page.goto(`${storeUrl}/products/bowl-no-1`)
  await page.locator('#add-to-cart button').first().click()
  await page
    .locator('.cart-drawer')
    .getByRole('button', { name: 'Continue on another device' })
    .click()
  await expect(page.locator('.cart-link-page svg').first()).toBeVisible()
  return page.locator('#field-link').inputValue()
}

/** Opens the link of the email, wants an alert, saves an address, orders to it and signs out. */
async function signIn(page: Page, storeUrl: string) {
  await page.goto(await waitForMailText(email, /https?:\/\/\S+\/account\/[\w-]{43}/))
  await page.locator('main form button').click()
  await expect(page).toHaveURL(`${storeUrl}/wish-list`)
  const alert = page.locator('.wish-alert')
  await alert.click()
  await expect(alert).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => findOverflow(page)).toEqual([])

  await page.goto(`${storeUrl}/account`)
  await expect(page.locator('main')).toContainText(email)
  await expect(page.locator('#emails')).toContainText('Stoneware mug')
  await page.locator('#addresses a.button').click()
  const form = page.locator('#address-form')
  await form.locator('[name=country]').selectOption('DE')
  for (const [name, text] of Object.entries({
    name: 'Noor Verne',
    line1: 'Quay 4',
    postalCode: '20457',
    city: 'Hamburg',
  }))
    await form.locator(`[name=${name}]`).fill(text)
  await form.locator('button.button').click()
  await expect(page.locator('#addresses')).toContainText('20457 Hamburg')
  await expect.poll(() => findOverflow(page)).toEqual([])
  expect(await findViolations(page)).toEqual([])
  await page.goto(`${storeUrl}/checkout`)
  await expect(page.locator('.checkout-saved')).toContainText('Quay 4')
  await page.goto(`${storeUrl}/account`)
  await page.locator('.account-menu button').click()
  await page.goto(`${storeUrl}/wish-list`)
  await expect(page.locator('.wish-card')).toHaveCount(0)
}

/** Makes a rule of a search without a result, and pins and hides products of another search. */
async function addSearchRules(office: Page, { seller }: LaunchedStore) {
  // The store saves the counts of searches after some seconds.
  await expect(async () => {
    await office.goto('/apps/product/search-rules')
    await office.getByRole('link', { name: 'Add rule for tumbler' }).click({ timeout: 3000 })
  }).toPass()
  const drawer = office.getByRole('dialog', { name: 'Add rule' })
  await drawer.getByRole('combobox', { name: 'Search terms' }).fill('mug')
  await office.keyboard.press('Enter')
  await drawer.getByRole('button', { name: 'Add rule' }).click()
  await expect(office.getByText('Search rule created')).toBeVisible()
  const { items } = await seller.send(productApi.list, { query: { q: 'Bowl no. 1', perPage: 100 } })
  const find = (title: string) => items.find(item => item.title === title)?._id ?? ''
  await seller.send(searchRuleApi.create, {
    body: {
      terms: ['bowl'],
      pinnedProducts: [find('Bowl no. 10')],
      hiddenProducts: [find('Bowl no. 1')],
    },
  })
}

async function expectRules(page: Page, storeUrl: string) {
  const titles = page.locator('.card-title')
  // The server may display an old page for a second.
  const search = async (term: string) => {
    await page.goto(`${storeUrl}/search?q=${term}`)
    return titles.allTextContents()
  }
  await expect.poll(() => search('tumbler')).toEqual(['Stoneware mug'])
  await expect.poll(async () => (await search('bowl'))[0]).toBe('Bowl no. 10')
  expect(await titles.allTextContents()).not.toContain('Bowl no. 1')
}
