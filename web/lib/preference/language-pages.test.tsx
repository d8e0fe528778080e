import { readdirSync, readFileSync } from 'node:fs'
import { cleanup, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { languages } from '#contract/lib/text/languages.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { renderApp } from '../../testing/testing.tsx'
import { callApi } from '../call/call-api.ts'
import { ApiError } from '../call/request.ts'
import {
  translateError,
  translateImportProblem,
  translateProblem,
  translateSuccess,
} from '../call/translate-server-message.ts'
import { createFormatters } from '../formatters.ts'
import { changeLanguage, i18next, initTexts, loadLazyTexts } from './i18n.ts'
import { getLocale, getPreferredLanguage } from './language.ts'
import { mergePreferences } from './preferences.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await initTexts()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())
afterEach(async () => {
  vi.restoreAllMocks()
  cleanup()
  await changeLanguage('en')
  localStorage.clear()
})

const root = document.documentElement
const readErrorTexts = (code: string): Record<string, string> =>
  JSON.parse(readFileSync(`web/locales/${code}.json`, 'utf8')).error
const translatedLanguages = languages.map(({ code }) => code).filter(code => code !== 'en')

test('has one file of texts for each language that the user can choose', () => {
  expect(
    readdirSync('web/locales')
      .filter(name => name.endsWith('.json'))
      .map(name => name.slice(0, -5))
      .toSorted(),
  ).toEqual(languages.map(({ code }) => code).toSorted())
})

test('has the same languages in the script that runs before the first paint', () => {
  const [, list = ''] =
    /codes = \[([^\]]*)\]/.exec(readFileSync('web/public/skin.js', 'utf8')) ?? []
  expect(list.match(/\w+/g)).toEqual(languages.map(({ code }) => code))
})

describe.each(translatedLanguages)('in %s', code => {
  test('shows an error of the server in that language at its field', async () => {
    await renderApp(t, '/login', { user: 'visitor' })
    await changeLanguage(code)
    const account = await t.call('owner', accountApi.me)
    const error = await callApi(accountApi.signup, {
      body: {
        fullName: 'Ada',
        email: account.body.data.email,
        password: 'kettle-shed-oak-7',
        businessName: 'Two',
      },
    }).catch(error => error)
    expect(error).toBeInstanceOf(ApiError)
    expect(error.problem.errors).toMatchObject([
      { path: 'email', message: readErrorTexts(code)['email_taken'] },
    ])
  })

  test('keeps the English message of an error code without a text', async () => {
    await changeLanguage(code)
    expect(translateError({ code: 'code_of_next_year', message: 'From the server' })).toBe(
      'From the server',
    )
  })

  test('takes the language and its text direction to another device', async () => {
    await t.call('owner', accountApi.updatePreferences, { body: { language: code } })
    await mergePreferences((await t.call('owner', accountApi.me)).body.data.preferences)
    expect([getPreferredLanguage(), root.lang, root.dir]).toEqual([
      code,
      code,
      code === 'ar' ? 'rtl' : 'ltr',
    ])
  })
})

test('renders a page with a missing text and does not add texts during the render', async () => {
  await renderApp(t, '/apps/audit')
  await screen.findByRole('heading', { level: 1 })
  cleanup()
  const { audit, ...others }: Record<string, unknown> = i18next.getResourceBundle(
    'en',
    'translation',
  )
  i18next.removeResourceBundle('en', 'translation')
  i18next.addResourceBundle('en', 'translation', others)
  await renderApp(t, '/apps/audit')
  await screen.findByRole('heading', { name: 'audit.title' })
  expect(
    i18next.getResource('en', 'translation', 'audit'),
    'added during the render',
  ).toBeUndefined()
  cleanup()
  i18next.addResourceBundle('en', 'translation', { ...others, audit })
})

test('translates errors with plural forms and status labels', async () => {
  const limitOf = (count: number) =>
    translateError({ code: 'too_many_categories', message: '', params: { count } })
  await changeLanguage('ar')
  const forms = [0, 1, 2, 3, 11, 100].map(limitOf)
  expect(new Set(forms).size).toBe(6)
  expect(forms[3]).toContain('3')
  await changeLanguage('de')
  expect(
    translateError({
      code: 'illegal_transition',
      message: '',
      params: { fromStatus: 'shipped', toStatus: 'draft' },
    }),
  ).toBe(
    'Der Status einer Bestellung lässt sich nicht von „Versandt“ in „Entwurf“ ändern. Öffnen Sie die Bestellung, um die möglichen Änderungen zu sehen.',
  )
  expect(limitOf(1000)).toContain('1.000 Kategorien')
  expect(
    translateProblem({
      status: false,
      code: 'invalid',
      message: 'Some fields aren’t valid. Correct them and try again.',
      errors: [{ path: 'title', code: 'too_short', message: '', params: { count: 3 } }],
    }).message,
  ).toBe('Geben Sie mindestens 3 Zeichen ein.')
})

test('translates success messages by their call and keeps the English message without a text', async () => {
  await changeLanguage('de')
  expect(translateSuccess(themeApi.activate, 'Theme activated')).toBe('Design aktiviert')
  expect(translateSuccess({ feature: 'theme', name: 'callOfNextYear' }, 'Theme copied')).toBe(
    'Theme copied',
  )
})

test('translates problems of imports by code and values', async () => {
  await changeLanguage('de')
  await loadLazyTexts()
  expect(
    translateImportProblem({ code: 'not_a_number', message: '', params: { value: 'ten' } }),
  ).toMatch(/^„.?ten.?“ ist keine Zahl\. Geben Sie eine Zahl ein\.$/)
  expect(translateImportProblem({ code: 'product_handle_taken', message: '' })).toBe(
    readErrorTexts('de')['product_handle_taken'],
  )
  expect(
    translateImportProblem({ code: 'not_a_number', message: '“ten” isn’t a number.', params: {} }),
    'a problem from before problems had values',
  ).toBe('“ten” isn’t a number.')
})

describe('formats numbers, amounts and dates', () => {
  const mockBrowserLanguages = (...tags: string[]) =>
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags)
  const stripMarks = (text: string) =>
    text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
  const formatSamples = (code: string) => {
    const format = createFormatters(getLocale(code))
    return [
      format.number(1234567.5),
      format.money(1234567, 'EUR'),
      format.money(1234, 'JPY'),
      format.percent(0.125),
      format.date('2026-03-04T12:00:00Z'),
      format.decimalMark,
    ].map(stripMarks)
  }

  test.each([
    ['en', '1,234,567.5', '€12,345.67', '¥1,234', '12.5%', 'Mar 4, 2026', '.'],
    ['de', '1.234.567,5', '12.345,67 €', '1.234 ¥', '12,5 %', '04.03.2026', ','],
    ['fr', '1 234 567,5', '12 345,67 €', '1 234 JPY', '12,5 %', '4 mars 2026', ','],
    ['pt', '1.234.567,5', '€ 12.345,67', 'JP¥ 1.234', '12,5%', '4 de mar. de 2026', ','],
    ['es', '1.234.567,5', '12.345,67 €', '1234 JPY', '12,5 %', '4 mar 2026', ','],
    ['ar', '1,234,567.5', '12,345.67 €', '1,234 ¥', '12.5%', '4 مارس 2026', '.'],
  ])('in %s', (code, ...expected) => {
    mockBrowserLanguages('xx')
    expect(formatSamples(code)).toEqual(expected)
  })

  test('uses the browser’s variant of a language with Latin digits and Gregorian dates', () => {
    mockBrowserLanguages('en-GB', 'de-CH', 'ar-EG', 'fa')
    expect(formatSamples('en')[4]).toBe('4 Mar 2026')
    expect(formatSamples('de')[5]).toBe('.')
    expect(formatSamples('ar')[0]).toBe('1,234,567.5')
    expect(getLocale('ar')).toBe('ar-EG-u-ca-gregory-nu-latn')
  })
})
