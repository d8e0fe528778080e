import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { accountApi } from '#contract/account/account.ts'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { test, visitorTest } from './fixtures.ts'
import { toStorageState } from './test-seller.ts'
import { setPreferences } from './watch-page.ts'

/**
 * The name in the menu, and 12345.67 euros in the format of the language. The amounts are literals,
 * so that the test does not check a formatter against itself.
 */
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
/** Returns the text at the path in the language. */
function getText(code: LanguageCode, section: string, ...path: string[]): string {
  const text: unknown = path.reduce((texts, key) => texts[key], loadTexts(code, section))
  if (typeof text !== 'string') throw new Error(`The text ${path.join('.')} is missing.`)
  return text
}

/** Returns a function that lists the languages whose texts have loaded since its last call. */
function trackLoadedTexts(page: Page) {
  let loadedLanguages = new Set<string>()
  page.on('request', request => {
    const code = /\/assets\/(de|fr|pt|es|ar|en)(?:-login)?-[\w-]+\.js$/.exec(request.url())?.[1]
    if (code) loadedLanguages.add(code)
  })
  return () => {
    const languagesSinceLastCall = [...loadedLanguages]
    loadedLanguages = new Set()
    return languagesSinceLastCall
  }
}

const getHtmlAttributes = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])
/** Records the language and direction of each frame in which the page may be painted. */
const recordFirstPaints = (page: Page) =>
  page.addInitScript(() => {
    const states = new Set<string>()
    const observe = () => {
      if (document.body)
        states.add(`${document.documentElement.lang} ${document.documentElement.dir}`)
      document.documentElement?.setAttribute('data-test-seen', [...states].join(','))
      requestAnimationFrame(observe)
    }
    observe()
  })
const getFirstPaints = (page: Page) => page.locator('html').getAttribute('data-test-seen')

async function chooseLanguage(page: Page, code: LanguageCode) {
  await page.getByRole('banner').locator('button[aria-haspopup=menu]').last().click()
  await page
    .getByRole('menuitem')
    .filter({ has: page.locator('.tabler-icon-language') })
    .click()
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
  const takeLoadedLanguages = trackLoadedTexts(page)
  await recordFirstPaints(page)
  await page.goto(`/apps/order/orderDetail/${order._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.number)
  // The search loads its texts shortly after the page.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(takeLoadedLanguages()).toEqual(['en'])
  await page.evaluate(() => document.documentElement.setAttribute('data-test-same', 'page'))

  // Arabic dates use the name of the month, because numeric dates are ambiguous.
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
    expect(takeLoadedLanguages()).toEqual(code === 'en' ? [] : [code])
  }
  await expect(page.locator('html'), 'the page did not reload').toHaveAttribute(
    'data-test-same',
    'page',
  )

  await chooseLanguage(page, 'ar')
  await setPreferences(page, { direction: 'ltr' })
  const getSavedLanguage = async () => (await seller.send(accountApi.me, {})).preferences.language
  await chooseLanguage(page, 'de')
  await expect.poll(getSavedLanguage).toBe('de')
  await chooseLanguage(page, 'ar')
  await expect.poll(getSavedLanguage).toBe('ar')
  await expect
    .poll(() => getHtmlAttributes(page), 'a selected direction stays')
    .toEqual(['ar', 'ltr'])
  await page.evaluate(() => localStorage.removeItem('direction'))
  takeLoadedLanguages()
  await page.reload()
  await expect(page.getByRole('main')).toContainText(languages.ar.money)
  expect(await getFirstPaints(page)).toBe('ar rtl')
  expect(takeLoadedLanguages()).toEqual(['ar'])

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
    'shows the login page and its errors in German, and in the selected language',
    async ({ page, seller }) => {
      const takeLoadedLanguages = trackLoadedTexts(page)
      await recordFirstPaints(page)
      await page.goto('/login')
      await expect(
        page.getByRole('heading', { level: 1, name: getText('de', 'account', 'login', 'title') }),
      ).toBeVisible()
      expect(await getFirstPaints(page)).toBe('de ltr')
      expect(takeLoadedLanguages()).toEqual(['de'])

      const getLoginError = (code: LanguageCode) => getText(code, 'error', 'wrong_credentials')
      const expectRejectedLogin = async (code: LanguageCode) => {
        await page.getByLabel(getText(code, 'account', 'email')).fill(seller.email)
        await page
          .getByLabel(getText(code, 'account', 'password'), { exact: true })
          .fill('not the right one')
        await page
          .getByRole('button', { name: getText(code, 'account', 'login', 'submit'), exact: true })
          .click()
        await expect(page.getByText(getLoginError(code))).toBeVisible()
      }
      await expectRejectedLogin('de')
      await page.getByRole('combobox', { name: getText('de', 'ui', 'language') }).selectOption('ar')
      await expect(
        page.getByRole('heading', { level: 1, name: getText('ar', 'account', 'login', 'title') }),
      ).toBeVisible()
      await expect.poll(() => getHtmlAttributes(page)).toEqual(['ar', 'rtl'])
      expect(takeLoadedLanguages()).toEqual(['ar'])
      await expectRejectedLogin('ar')

      await page
        .getByRole('link', { name: getText('ar', 'account', 'login', 'createStore') })
        .click()
      await page.getByLabel(getText('ar', 'account', 'fullName')).fill('Mara Lindt')
      const email = page.getByLabel(getText('ar', 'account', 'email'))
      await email.fill(seller.email)
      await page
        .getByLabel(getText('ar', 'account', 'password'), { exact: true })
        .fill('kettle-shed-oak-7')
      await page.getByLabel(getText('ar', 'account', 'register', 'storeName')).fill('Harbour Two')
      await page
        .getByRole('button', { name: getText('ar', 'account', 'register', 'submit') })
        .click()
      await expect(email).toHaveAccessibleDescription(getText('ar', 'error', 'email_taken'))
      await expect(email).toBeFocused()
    },
  )
})
