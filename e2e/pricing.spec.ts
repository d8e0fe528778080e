import { expect } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { visitorTest } from './fixtures.ts'
import { findOverflow } from './watch-page.ts'

for (const width of [1440, 390])
  visitorTest(`a visitor compares plans at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/pricing')
    await expect(page.getByRole('heading', { level: 1, name: 'Plans and prices' })).toBeVisible()
    const standard = page.getByRole('listitem').filter({ hasText: 'Popular' })
    await expect(standard).toContainText('$40')
    await page.getByText('Monthly', { exact: true }).click()
    await expect(standard).toContainText('$49')
    await expect(page.getByText('This installation has no limits.')).toBeVisible()
    expect(await findOverflow(page)).toEqual([])
    expect(await findViolations(page)).toEqual([])
  })
