import { expect, type Page } from '@playwright/test'
import { storeApi } from '#contract/store/store.ts'
import { themeApi } from '#contract/theme/theme.ts'
import type { Seller } from './test-seller.ts'

export const appearances = [
  { direction: 'ltr', locale: 'en', colorScheme: 'device' },
  { direction: 'rtl', locale: 'ar', colorScheme: 'dark' },
] as const
export type Appearance = (typeof appearances)[number]

export type LaunchedStore = { seller: Seller; url: string }

/** Activates a theme of a store, and waits until its pages have it. */
export async function showTheme(
  page: Page,
  { seller, url }: LaunchedStore,
  code: string,
  { locale, colorScheme, direction }: Appearance = appearances[0],
) {
  const themes = await seller.send(themeApi.list)
  const theme = themes.find(each => each.code === code)
  const params = { id: theme?._id ?? '' }
  await seller.send(themeApi.update, { params, body: { settings: { colorScheme } } })
  await seller.send(themeApi.activate, { params })
  await seller.send(storeApi.update, {
    params: { id: seller.session.business ?? '' },
    body: { data: { locale } },
  })
  // The server may display an old page for a second. The direction changes last.
  async function readAppearance() {
    await page.goto(url)
    const html = page.locator('html')
    return [await html.getAttribute('dir'), await html.getAttribute('data-theme')]
  }
  await expect.poll(readAppearance).toEqual([direction, code])
}
