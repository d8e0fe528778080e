import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { accountApi } from '#contract/account.ts'
import { orderApi } from '#contract/order.ts'
import { productApi } from '#contract/product.ts'
import { test, visitorTest } from './fixtures.ts'
import { toStorageState } from './test-seller.ts'
import { setPreference } from './watch-page.ts'

/** The name in the menu, and how the language writes 12345.67 euros: in full, so that no formatter proves itself. */
const languages = {
  de: { name: 'Deutsch', money: '12.345,67 €' },
  fr: { name: 'Français', money: '12 345,67 €' },
  pt: { name: 'Português', money: '€ 12.345,67' },
  es: { name: 'Español', money: '12.345,67 €' },
  ar: { name: 'العربية', money: '12,345.67 €' },
  en: { name: 'English', money: '€12,345.67' },
} as const
type LanguageCode = keyof typeof languages

const loadTexts = (code: LanguageCode, section: string) =>
  JSON.parse(readFileSync(`web/locales/${code}.json`, 'utf8'))[section]
/** The text of a language, by its path. */
const getText = (code: LanguageCode, section: string, ...path: string[]): string =>
  path.reduce((texts, key) => texts[key], loadTexts(code, section))

/** The languages whose texts were fetched since the last look. */
function trackLoadedTexts(page: Page) {
  let loadedTexts = new Set<string>()
  page.on('request', request => {
    const code = /\/assets\/(de|fr|pt|es|ar|en)(?:-login)?-[\w-]+\.js$/.exec(request.url())?.[1]
    if (code) loadedTexts.add(code)
  })
  return () => {
    const loadedBefore = [...loadedTexts]
    loadedTexts = new Set()
    return loadedBefore
  }
}

const getHtmlAttributes = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])
/** Language and direction of every moment in which the page could be painted, from the very first. */
const recordFirstPaints = (page: Page) =>
  page.addInitScript(() => {
    const observed = new Set<string>()
    const observe = () => {
      if (document.body)
        observed.add(`${document.documentElement.lang} ${document.documentElement.dir}`)
      document.documentElement?.setAttribute('data-test-seen', [...observed].join(','))
      requestAnimationFrame(observe)
    }
    observe()
  })
const getFirstPaints = (page: Page) => page.locator('html').getAttribute('data-test-seen')

const getLanguageMenu = (page: Page) =>
  page.getByRole('banner').locator('button:has(.tabler-icon-language)')
async function chooseLanguage(page: Page, code: LanguageCode) {
  await getLanguageMenu(page).click()
  await page.getByRole('menuitemradio', { name: languages[code].name }).click()
}

test('switches languages immediately with their number formats and loads only their texts', async ({
  page,
  seller,
  browser,
  baseURL,
}) => {
  const product = await seller.send(productApi.create, {
    body: { title: 'Grand piano', price: 1_234_567, stock: 5 },
  })
  const order = await seller.send(orderApi.create, {
    body: {
      customer: { name: 'Ada Verne' },
      lines: [{ variant: product.variants[0]?._id ?? '', quantity: 1 }],
    },
  })
  const loadedTexts = trackLoadedTexts(page)
  await recordFirstPaints(page)
  await page.goto(`/apps/order/orderDetail/${order._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.number)
  expect(loadedTexts()).toEqual(['en'])
  await page.evaluate(() => document.documentElement.setAttribute('data-test-same', 'page'))

  // In Arabic the month is a word: in figures alone, a day could not be told from one that begins with the year.
  const dateStyleFor = (code: LanguageCode): Intl.DateTimeFormatOptions =>
    code === 'ar' ? { day: 'numeric', month: 'short', year: 'numeric' } : { dateStyle: 'medium' }
  const formatDay = (code: LanguageCode) =>
    new Intl.DateTimeFormat(`${code === 'en' ? 'en-US' : code}-u-nu-latn`, {
      ...dateStyleFor(code),
      timeZone: 'Europe/Berlin',
    }).format(new Date(order.createdAt))
  for (const code of ['de', 'fr', 'pt', 'es', 'ar', 'en'] as const) {
    await chooseLanguage(page, code)
    await expect.poll(() => getHtmlAttributes(page)).toEqual([code, code === 'ar' ? 'rtl' : 'ltr'])
    await expect(
      page.getByRole('link', { name: getText(code, 'shell', 'menu', 'products') }).first(),
    ).toBeVisible()
    await expect(page.getByRole('main')).toContainText(languages[code].money)
    await expect(page.getByRole('main')).toContainText(formatDay(code))
    expect(loadedTexts()).toEqual(code === 'en' ? [] : [code])
  }
  await expect(page.locator('html'), 'the page did not reload').toHaveAttribute(
    'data-test-same',
    'page',
  )

  await chooseLanguage(page, 'ar')
  await setPreference(page, 'direction', 'ltr')
  const getSavedLanguage = async () => (await seller.send(accountApi.me, {})).preferences.language
  await chooseLanguage(page, 'de')
  await expect.poll(getSavedLanguage).toBe('de')
  await chooseLanguage(page, 'ar')
  await expect.poll(getSavedLanguage).toBe('ar')
  expect(await getHtmlAttributes(page), 'a chosen direction is kept').toEqual(['ar', 'ltr'])
  await page.evaluate(() => localStorage.removeItem('direction'))
  loadedTexts()
  await page.reload()
  await expect(page.getByRole('main')).toContainText(languages.ar.money)
  expect(await getFirstPaints(page)).toBe('ar rtl')
  expect(loadedTexts()).toEqual(['ar'])

  const otherContext = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: toStorageState(baseURL ?? '', seller.session),
  })
  const otherPage = await otherContext.newPage()
  await otherPage.goto('/apps/order/list')
  await expect(
    otherPage.getByRole('heading', { level: 1, name: getText('ar', 'order', 'list', 'title') }),
  ).toBeVisible()
  await otherContext.close()
})

visitorTest.describe('with a German browser', () => {
  visitorTest.use({ locale: 'de-DE' })

  visitorTest(
    'shows the login page and errors in German, and in another language once chosen',
    async ({ page, seller }) => {
      const loadedTexts = trackLoadedTexts(page)
      await recordFirstPaints(page)
      await page.goto('/login')
      await expect(
        page.getByRole('heading', { level: 1, name: getText('de', 'account', 'login', 'title') }),
      ).toBeVisible()
      expect(await getFirstPaints(page)).toBe('de ltr')
      expect(loadedTexts()).toEqual(['de'])

      const getLoginError = (code: LanguageCode) => getText(code, 'error', 'wrong_credentials')
      const expectRejectedLogin = async (code: LanguageCode) => {
        await page.getByLabel(getText(code, 'account', 'email')).fill(seller.email)
        await page
          .getByLabel(getText(code, 'account', 'password'), { exact: true })
          .fill('not the right one')
        await page
          .getByRole('button', { name: getText(code, 'account', 'login', 'do'), exact: true })
          .click()
        await expect(page.getByText(getLoginError(code))).toBeVisible()
      }
      await expectRejectedLogin('de')
      await page.getByRole('combobox', { name: getText('de', 'ui', 'language') }).selectOption('ar')
      await expect(
        page.getByRole('heading', { level: 1, name: getText('ar', 'account', 'login', 'title') }),
      ).toBeVisible()
      expect(await getHtmlAttributes(page)).toEqual(['ar', 'rtl'])
      expect(loadedTexts()).toEqual(['ar'])
      await expectRejectedLogin('ar')

      await page.getByRole('link', { name: getText('ar', 'account', 'login', 'register') }).click()
      await page.getByLabel(getText('ar', 'account', 'fullName')).fill('Mara Lindt')
      const email = page.getByLabel(getText('ar', 'account', 'email'))
      await email.fill(seller.email)
      await page
        .getByLabel(getText('ar', 'account', 'password'), { exact: true })
        .fill('kettle-shed-oak-7')
      await page
        .getByLabel(getText('ar', 'account', 'register', 'businessName'))
        .fill('Harbour Two')
      await page.getByRole('button', { name: getText('ar', 'account', 'register', 'do') }).click()
      await expect(email).toHaveAccessibleDescription(getText('ar', 'error', 'email_taken'))
      await expect(email).toBeFocused()
    },
  )
})
