import { expect } from '@playwright/test'
import { measurePageLoad } from '../scripts/measure-page-load.ts'
import { seededStoreTest, visitorTest } from './fixtures.ts'

const rowSelector = 'main [data-row-link]'

visitorTest('transfers at most 150 kB of script for the login page', async ({ page }) => {
  const load = await measurePageLoad(page, '/login', 'form [type=submit]')
  expect(load.totalScriptBytes).toBeLessThan(150_000)
  expect(load.scriptFiles).toBeLessThanOrEqual(12)
  expect(load.layoutShift).toBeLessThanOrEqual(0.02)
})

seededStoreTest('transfers at most 300 kB of script for the product list', async ({ page }) => {
  const load = await measurePageLoad(page, '/apps/product/list', rowSelector)
  expect(load.totalScriptBytes).toBeLessThan(300_000)
  expect(load.scriptFiles).toBeLessThanOrEqual(12)
  expect(load.layoutShift).toBeLessThanOrEqual(0.02)
})
