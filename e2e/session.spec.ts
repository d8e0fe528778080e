import { expect, type Page } from '@playwright/test'
import { productApi } from '#contract/product.ts'
import { test, visitorTest } from './fixtures.ts'

const sessionKeys = ['userData', 'accessToken', 'refreshToken']
const kept = (page: Page) =>
  page.evaluate(keys => keys.map(key => localStorage.getItem(key)), sessionKeys)
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true, level: 1 })

/** A token of the right shape that the server no longer takes, as one that has run out. */
const spoil = (page: Page, ...keys: string[]) =>
  page.evaluate(of => {
    for (const key of of)
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
    await expect(heading(page, 'Products')).toBeVisible()
    await expect(page).toHaveURL('/apps/product/list?q=mug&sort=-price')
  },
)

test('a token that has run out is renewed once for all calls of a page, unseen', async ({
  page,
  seller,
}) => {
  await seller.send(productApi.create, { body: { title: 'Stoneware mug', price: 1900 } })
  await page.goto('/apps/seo')
  await spoil(page, 'accessToken')
  const renewals: string[] = []
  const refused: string[] = []
  page.on('response', answer => {
    if (answer.url().endsWith('/api/jwt/refresh-token')) renewals.push(answer.url())
    else if (answer.status() === 401) refused.push(answer.url())
  })
  const before = await kept(page)
  await page.goto('/apps/product/list')
  await expect(page.getByRole('link', { name: /Stoneware mug/ })).toBeVisible()
  // Who asks after the first refusal waits for the renewal.
  expect(refused.length).toBeGreaterThan(0)
  expect(renewals).toHaveLength(1)
  const after = await kept(page)
  expect(after[1]).not.toBe(before[1])
  expect(after[2]).not.toBe(before[2])
})

test('a session that cannot be renewed ends: keys gone, login page, and back afterwards', async ({
  page,
  seller,
}) => {
  await page.goto('/apps/seo')
  await spoil(page, 'accessToken', 'refreshToken')
  await page.goto('/apps/domains/list')
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/apps/domains/list')}`)
  expect(await kept(page)).toEqual([null, null, null])
  await page.getByLabel('Email').fill(seller.email)
  await page.getByLabel('Password', { exact: true }).fill(seller.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(heading(page, 'Domains')).toBeVisible()
})

test('logging out in one tab logs the others out', async ({ page, context }) => {
  await page.goto('/dashboard')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/apps/product/list')
  await expect(heading(other, 'Products')).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL(/\/login/)
  expect(await kept(other)).toEqual([null, null, null])
})
