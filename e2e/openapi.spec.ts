import { expect, type Page } from '@playwright/test'
import { visitorTest as test } from './fixtures.ts'
import { findOverflow } from './watch-page.ts'

const getOperation = (page: Page, path: RegExp) => page.getByRole('button', { name: path }).first()

/** Opens the API reference and returns a list that receives the errors of the browser. */
async function openReference(page: Page): Promise<string[]> {
  const problems: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(error.message))
  await page.goto('/api/docs')
  await expect(getOperation(page, /business\/login/)).toBeVisible()
  return problems
}

test('finds an operation of the API reference by its summary', async ({ page }) => {
  const problems = await openReference(page)
  await page.getByRole('searchbox', { name: 'Search operations' }).fill('record refund')
  await expect(getOperation(page, /business\/login/)).toBeHidden()
  await getOperation(page, /addRefund/).click()
  await expect(page.getByText('order:write')).toBeVisible()
  await expect(page.getByText('Request body')).toBeVisible()
  // These fields are in schemas that the operation refers to.
  await expect(page.getByText('"method": "cod"').first()).toBeVisible()
  await expect(page.getByText('"paymentStatus": "unpaid"').first()).toBeVisible()
  expect(problems).toEqual([])
})

test('shows the API reference without horizontal overflow on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const problems = await openReference(page)
  expect(await findOverflow(page)).toEqual([])
  expect(problems).toEqual([])
})
