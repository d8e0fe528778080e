import { expect, type Page } from '@playwright/test'
import { productApi } from '#contract/product/product.ts'
import { test, visitorTest } from './fixtures.ts'
import { watchPage } from './watch-page.ts'

const sessionKeys = ['userData', 'accessToken', 'refreshToken']
const getStoredSession = (page: Page) =>
  page.evaluate(keys => keys.map(key => localStorage.getItem(key)), sessionKeys)
const getHeading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true, level: 1 })

/** Makes stored tokens invalid, as if they had expired. */
const corruptTokens = (page: Page, ...keys: string[]) =>
  page.evaluate(storageKeys => {
    for (const key of storageKeys)
      localStorage.setItem(key, `${localStorage.getItem(key)?.slice(0, -8)}xxxxxxxx`)
  }, keys)

visitorTest('returns to the requested page after login', async ({ page, seller }) => {
  await page.goto('/apps/product/list?q=mug&sort=-price')
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel('Email').fill(seller.email)
  await page.getByLabel('Password', { exact: true }).fill('not the right one')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Email or Password is Invalid')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(seller.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(getHeading(page, 'Products')).toBeVisible()
  await expect(page).toHaveURL('/apps/product/list?q=mug&sort=-price')
})

test('refreshes an expired token once for all requests of a page', async ({ page, seller }) => {
  await seller.send(productApi.create, { body: { title: 'Stoneware mug', price: 1900 } })
  const { settle } = watchPage(page)
  await page.goto('/apps/seo')
  // A late request of this page would refresh the token.
  await settle()
  await corruptTokens(page, 'accessToken')
  const refreshUrls: string[] = []
  const rejectedUrls: string[] = []
  page.on('response', response => {
    if (response.url().endsWith('/api/jwt/refresh-token')) refreshUrls.push(response.url())
    else if (response.status() === 401) rejectedUrls.push(response.url())
  })
  const sessionBefore = await getStoredSession(page)
  await page.goto('/apps/product/list')
  await expect(page.getByRole('link', { name: /Stoneware mug/ })).toBeVisible()
  // Requests after the first 401 wait for the refresh.
  expect(rejectedUrls.length).toBeGreaterThan(0)
  expect(refreshUrls).toHaveLength(1)
  const sessionAfter = await getStoredSession(page)
  expect(sessionAfter[1]).not.toBe(sessionBefore[1])
  expect(sessionAfter[2]).not.toBe(sessionBefore[2])
})

test('ends a session that cannot be refreshed and returns to the page after login', async ({
  page,
  seller,
}) => {
  const { settle } = watchPage(page)
  await page.goto('/apps/seo')
  // A late request of this page would refresh the token.
  await settle()
  await corruptTokens(page, 'accessToken', 'refreshToken')
  await page.goto('/apps/domains/list')
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/apps/domains/list')}`)
  await expect.poll(() => getStoredSession(page)).toEqual([null, null, null])
  await page.getByLabel('Email').fill(seller.email)
  await page.getByLabel('Password', { exact: true }).fill(seller.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(getHeading(page, 'Domains')).toBeVisible()
})

test('logs out all tabs', async ({ page, context }) => {
  await page.goto('/dashboard')
  await expect(getHeading(page, 'Dashboard')).toBeVisible()
  const otherTab = await context.newPage()
  await otherTab.goto('/apps/product/list')
  await expect(getHeading(otherTab, 'Products')).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(otherTab).toHaveURL(/\/login/)
  await expect.poll(() => getStoredSession(otherTab)).toEqual([null, null, null])
})
