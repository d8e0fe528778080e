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
export async function activateTheme(
  page: Page,
  { seller, url }: LaunchedStore,
  code: string,
  direction = 'ltr',
) {
  await seller.send(themeApi.activate, { params: { id: await findThemeId(seller, code) } })
  // The server may display an old page for a second.
  async function readAppearance() {
    await page.goto(url)
    const html = page.locator('html')
    return [await html.getAttribute('dir'), await html.getAttribute('data-theme')]
  }
  await expect.poll(readAppearance).toEqual([direction, code])
}

/** Activates a theme of a store with a color scheme and in a language. */
export async function showTheme(
  page: Page,
  store: LaunchedStore,
  code: string,
  { locale, colorScheme, direction }: Appearance = appearances[0],
) {
  const { seller } = store
  const params = { id: await findThemeId(seller, code) }
  await seller.send(themeApi.update, { params, body: { settings: { colorScheme } } })
  await seller.send(storeApi.update, {
    params: { id: seller.session.business ?? '' },
    body: { data: { locale } },
  })
  await activateTheme(page, store, code, direction)
}

async function findThemeId(seller: Seller, code: string): Promise<string> {
  const themes = await seller.send(themeApi.list)
  return themes.find(theme => theme.code === code)?._id ?? ''
}
