import { expect, type Page } from '@playwright/test'
import { apiKeyApi } from '#contract/developer/api-key.ts'
import { webhookApi } from '#contract/developer/webhook.ts'
import { getRouteUrl } from '#contract/lib/call/api.ts'
import { productApi } from '#contract/product/product.ts'
import { test } from './fixtures.ts'

/** Reads the secret and closes the dialog, which only its button closes. */
async function readSecret(page: Page, title: string, pattern: RegExp): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title })
  const secret = (await dialog.getByText(pattern).textContent()) ?? ''
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(dialog).toBeHidden()
  return secret
}

test('creates an API key and a webhook and shows each secret once', async ({
  page,
  seller,
  request,
}) => {
  await page.goto('/apps/developers')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const keyForm = page.getByRole('dialog', { name: 'Create API key' })
  await keyForm.getByRole('textbox', { name: 'Name' }).fill('Warehouse')
  await keyForm.getByRole('checkbox', { name: 'View: Products' }).check()
  await keyForm.getByLabel('Password', { exact: true }).fill(seller.password)
  await keyForm.getByRole('button', { name: 'Create API key' }).click()
  const key = await readSecret(page, 'Your new API key', /^sw_live_[\w-]{43}$/)
  const response = await request.get(getRouteUrl(productApi.list), {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(response.status()).toBe(200)

  await page.getByRole('button', { name: 'Add webhook' }).click()
  const hookForm = page.getByRole('dialog', { name: 'Add webhook' })
  await hookForm.getByRole('textbox', { name: 'URL' }).fill('https://example.com/in')
  await hookForm.getByRole('checkbox', { name: 'Order paid' }).check()
  await hookForm.getByLabel('Password', { exact: true }).fill(seller.password)
  await hookForm.getByRole('button', { name: 'Add webhook' }).click()
  const secret = await readSecret(page, 'Webhook secret', /^whsec_[\w+/]{32}$/)

  await page.reload()
  await expect(page.getByText(`sw_live_…${key.slice(-4)}`)).toBeVisible()
  await page.getByRole('link', { name: 'example.com' }).first().click()
  await expect(page.getByText(`whsec_…${secret.slice(-4)}`)).toBeVisible()
  await expect(page.getByRole('main').getByText('Mara Lindt')).toBeVisible()
  expect((await page.content()).includes(key) || (await page.content()).includes(secret)).toBe(
    false,
  )
  expect([
    (await seller.send(apiKeyApi.list)).length,
    (await seller.send(webhookApi.list)).length,
  ]).toEqual([1, 1])
})
