import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { accountApi } from '#contract/account.ts'
import { orderApi } from '#contract/order.ts'
import { productApi } from '#contract/product.ts'
import { test, visitorTest } from './fixtures.ts'
import { choose } from './page-watch.ts'
import { storageOf } from './seller.ts'

/** The name in the menu, and how the language writes 12345.67 euros: in full, so that no formatter proves itself. */
const languages = {
  de: { name: 'Deutsch', money: '12.345,67 €' },
  fr: { name: 'Français', money: '12 345,67 €' },
  pt: { name: 'Português', money: '€ 12.345,67' },
  es: { name: 'Español', money: '12.345,67 €' },
  ar: { name: 'العربية', money: '12,345.67 €' },
  en: { name: 'English', money: '€12,345.67' },
} as const
type Code = keyof typeof languages

const textsOf = (code: Code, section: string) =>
  code === 'en'
    ? JSON.parse(readFileSync(`web/locales/en/${section}.json`, 'utf8'))
    : JSON.parse(readFileSync(`web/locales/${code}.json`, 'utf8'))[section]
/** The text of a language, by its path. */
const said = (code: Code, section: string, ...path: string[]): string =>
  path.reduce((texts, key) => texts[key], textsOf(code, section))

/** The languages whose texts were fetched since the last look. */
function watchTexts(page: Page) {
  let fetched = new Set<string>()
  page.on('request', request => {
    const code = /\/assets\/(de|fr|pt|es|ar|en)(?:-login)?-[\w-]+\.js$/.exec(request.url())?.[1]
    if (code) fetched.add(code)
  })
  return () => {
    const before = [...fetched]
    fetched = new Set()
    return before
  }
}

const html = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])
/** Language and direction of every moment in which the page could be painted, from the very first. */
const watchFlash = (page: Page) =>
  page.addInitScript(() => {
    const seen = new Set<string>()
    const look = () => {
      if (document.body)
        seen.add(`${document.documentElement.lang} ${document.documentElement.dir}`)
      document.documentElement?.setAttribute('data-test-seen', [...seen].join(','))
      requestAnimationFrame(look)
    }
    look()
  })
const flashes = (page: Page) => page.locator('html').getAttribute('data-test-seen')

const menu = (page: Page) => page.getByRole('banner').locator('button:has(.tabler-icon-language)')
async function chooseLanguage(page: Page, code: Code) {
  await menu(page).click()
  await page.getByRole('menuitemradio', { name: languages[code].name }).click()
}

test('each language shows at once, with its own numbers, money and dates, and only its file is loaded', async ({
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
  const fetched = watchTexts(page)
  await watchFlash(page)
  await page.goto(`/apps/order/orderDetail/${order._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.number)
  expect(fetched()).toEqual(['en'])
  await page.evaluate(() => document.documentElement.setAttribute('data-test-same', 'page'))

  // In Arabic the month is a word: in figures alone, a day could not be told from one that begins with the year.
  const styleOf = (code: Code): Intl.DateTimeFormatOptions =>
    code === 'ar' ? { day: 'numeric', month: 'short', year: 'numeric' } : { dateStyle: 'medium' }
  const day = (code: Code) =>
    new Intl.DateTimeFormat(`${code === 'en' ? 'en-US' : code}-u-nu-latn`, {
      ...styleOf(code),
      timeZone: 'Europe/Berlin',
    }).format(new Date(order.createdAt))
  for (const code of ['de', 'fr', 'pt', 'es', 'ar', 'en'] as const) {
    await chooseLanguage(page, code)
    await expect.poll(() => html(page)).toEqual([code, code === 'ar' ? 'rtl' : 'ltr'])
    await expect(
      page.getByRole('link', { name: said(code, 'shell', 'menu', 'products') }).first(),
    ).toBeVisible()
    await expect(page.getByRole('main')).toContainText(languages[code].money)
    await expect(page.getByRole('main')).toContainText(day(code))
    expect(fetched()).toEqual(code === 'en' ? [] : [code])
  }
  await expect(page.locator('html'), 'nothing was loaded anew').toHaveAttribute(
    'data-test-same',
    'page',
  )

  await chooseLanguage(page, 'ar')
  await choose(page, 'direction', 'ltr')
  const keptOnServer = async () => (await seller.send(accountApi.me, {})).preferences.language
  await chooseLanguage(page, 'de')
  await expect.poll(keptOnServer).toBe('de')
  await chooseLanguage(page, 'ar')
  await expect.poll(keptOnServer).toBe('ar')
  expect(await html(page), 'somebody who chose a direction keeps it').toEqual(['ar', 'ltr'])
  await page.evaluate(() => localStorage.removeItem('direction'))
  fetched()
  await page.reload()
  await expect(page.getByRole('main')).toContainText(languages.ar.money)
  expect(await flashes(page)).toBe('ar rtl')
  expect(fetched()).toEqual(['ar'])

  const other = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: storageOf(baseURL ?? '', seller.session),
  })
  const theirs = await other.newPage()
  await theirs.goto('/apps/order/list')
  await expect(
    theirs.getByRole('heading', { level: 1, name: said('ar', 'order', 'list', 'title') }),
  ).toBeVisible()
  await other.close()
})

visitorTest.describe('somebody whose browser speaks German', () => {
  visitorTest.use({ locale: 'de-DE' })

  visitorTest(
    'is spoken to in German from the login page on, in another language when they choose it, and refusals too',
    async ({ page, seller }) => {
      const fetched = watchTexts(page)
      await watchFlash(page)
      await page.goto('/login')
      await expect(
        page.getByRole('heading', { level: 1, name: said('de', 'account', 'login', 'title') }),
      ).toBeVisible()
      expect(await flashes(page)).toBe('de ltr')
      expect(fetched()).toEqual(['de'])

      const wrong = (code: Code) => said(code, 'server', 'sentence', 'Email or Password is Invalid')
      const refuse = async (code: Code) => {
        await page.getByLabel(said(code, 'account', 'email')).fill(seller.email)
        await page
          .getByLabel(said(code, 'account', 'password'), { exact: true })
          .fill('not the right one')
        await page
          .getByRole('button', { name: said(code, 'account', 'login', 'do'), exact: true })
          .click()
        await expect(page.getByText(wrong(code))).toBeVisible()
      }
      await refuse('de')
      await page.getByRole('combobox', { name: said('de', 'ui', 'language') }).selectOption('ar')
      await expect(
        page.getByRole('heading', { level: 1, name: said('ar', 'account', 'login', 'title') }),
      ).toBeVisible()
      expect(await html(page)).toEqual(['ar', 'rtl'])
      expect(fetched()).toEqual(['ar'])
      await refuse('ar')

      await page.getByRole('link', { name: said('ar', 'account', 'login', 'register') }).click()
      await page.getByLabel(said('ar', 'account', 'fullName')).fill('Mara Lindt')
      const email = page.getByLabel(said('ar', 'account', 'email'))
      await email.fill(seller.email)
      await page
        .getByLabel(said('ar', 'account', 'password'), { exact: true })
        .fill('kettle-shed-oak-7')
      await page.getByLabel(said('ar', 'account', 'register', 'businessName')).fill('Harbour Two')
      await page.getByRole('button', { name: said('ar', 'account', 'register', 'do') }).click()
      await expect(email).toHaveAccessibleDescription(
        said('ar', 'server', 'sentence', 'This email is already in use.'),
      )
      await expect(email).toBeFocused()
    },
  )
})
