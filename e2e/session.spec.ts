import { expect, type Page } from '@playwright/test'
import { productApi } from '#contract/product.ts'
import { test, visitorTest } from './fixtures.ts'

const sessionKeys = ['userData', 'accessToken', 'refreshToken']
const getStoredSession = (page: Page) =>
  page.evaluate(keys => keys.map(key => localStorage.getItem(key)), sessionKeys)
const getHeading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true, level: 1 })

/** A token of the right shape that the server no longer takes, as one that has run out. */
const corruptTokens = (page: Page, ...keys: string[]) =>
  page.evaluate(storageKeys => {
    for (const key of storageKeys)
      localStorage.setItem(key, `${localStorage.getItem(key)?.slice(0, -8)}xxxxxxxx`)
  }, keys)

visitorTest(
  'somebody without a session logs in and is back where they wanted to go',
  async ({ page, seller }) => {
    await page.goto('/apps/product/list?q=mug&sort=-price')
    await expect(page).toHaveURL(/\/login\?next=/)
    await page.getByLabel('Email').fill(seller.email)
    await page.getByLabel('Password', { exact: true }).fill('not the right one')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByText('Email or Password is Invalid')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(seller.password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(getHeading(page, 'Products')).toBeVisible()
    await expect(page).toHaveURL('/apps/product/list?q=mug&sort=-price')
  },
)

test('a token that has run out is renewed once for all calls of a page, unseen', async ({
  page,
  seller,
}) => {
  await seller.send(productApi.create, { body: { title: 'Stoneware mug', price: 1900 } })
  await page.goto('/apps/seo')
  await corruptTokens(page, 'accessToken')
  const renewals: string[] = []
  const rejectedUrls: string[] = []
  page.on('response', response => {
    if (response.url().endsWith('/api/jwt/refresh-token')) renewals.push(response.url())
    else if (response.status() === 401) rejectedUrls.push(response.url())
  })
  const sessionBefore = await getStoredSession(page)
  await page.goto('/apps/product/list')
  await expect(page.getByRole('link', { name: /Stoneware mug/ })).toBeVisible()
  // Who asks after the first refusal waits for the renewal.
  expect(rejectedUrls.length).toBeGreaterThan(0)
  expect(renewals).toHaveLength(1)
  const sessionAfter = await getStoredSession(page)
  expect(sessionAfter[1]).not.toBe(sessionBefore[1])
  expect(sessionAfter[2]).not.toBe(sessionBefore[2])
})

test('a session that cannot be renewed ends: keys gone, login page, and back afterwards', async ({
  page,
  seller,
}) => {
  await page.goto('/apps/seo')
  await corruptTokens(page, 'accessToken', 'refreshToken')
  await page.goto('/apps/domains/list')
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/apps/domains/list')}`)
  expect(await getStoredSession(page)).toEqual([null, null, null])
  await page.getByLabel('Email').fill(seller.email)
  await page.getByLabel('Password', { exact: true }).fill(seller.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(getHeading(page, 'Domains')).toBeVisible()
})

test('logging out in one tab logs the others out', async ({ page, context }) => {
  await page.goto('/dashboard')
  await expect(getHeading(page, 'Dashboard')).toBeVisible()
  const otherTab = await context.newPage()
  await otherTab.goto('/apps/product/list')
  await expect(getHeading(otherTab, 'Products')).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(otherTab).toHaveURL(/\/login/)
  expect(await getStoredSession(otherTab)).toEqual([null, null, null])
})
