import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { accountProfileApi } from '#contract/account/account-profile.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { getLanguageDirection, languageCodes } from '#contract/lib/text/languages.ts'
import { staffApi } from '#contract/staff/staff.ts'
import { UpcomingPage } from '#contract/store/upcoming-page.ts'
import { withStoreTransaction } from '../../lib/db/db.ts'
import { renderMailHtml, renderMailText } from '../../lib/mail/render-mail.ts'
import { serverTexts } from '../../locales/texts.ts'
import { createAccountTester } from '../../testing/subject/account-testing.ts'
import { startTestApp, type TestApp, type Tester } from '../../testing/testing.ts'
import { PlanNotice } from './account-mail.ts'
import {
  buildEmailChangeMail,
  buildEmailVerificationMail,
  buildNotificationMail,
  buildPageReadyMail,
  buildPasswordResetMail,
  buildPlanMail,
} from './account-mail-template.ts'
import { AccountNotification, type NotificationDetail } from './account-notification.ts'
import { formatNotificationDetail } from './format-notification-detail.ts'

const recipient = {
  personId: 'a',
  email: 'ada@example.org',
  fullName: 'Ada Verne',
  isVerified: false,
  passkeys: 3,
}

describe.each(languageCodes)('emails in %s', language => {
  const context = { siteUrl: 'https://store.example', language }
  const mails = [
    buildEmailVerificationMail('t', recipient, context),
    buildPasswordResetMail('t', recipient, context),
    buildEmailChangeMail('t', recipient.email, recipient, context),
    ...UpcomingPage.options.map(page => buildPageReadyMail(page, recipient, context)),
    ...PlanNotice.options.map(notice => buildPlanMail(notice, recipient, context)),
    ...AccountNotification.options.map(notification =>
      buildNotificationMail(
        { kind: 'notification', notification, personId: 'a' },
        recipient.email,
        recipient,
        context,
      ),
    ),
  ]

  test('have the language and direction of their texts', () => {
    for (const mail of mails)
      expect(renderMailHtml(mail)).toContain(
        `<html lang="${language}" dir="${getLanguageDirection(language)}">`,
      )
  })

  test('greet by name, and have a subject and an advice of their own language', () => {
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(mails.length)
    for (const mail of mails) {
      expect(mail.lines[0]).toBe(serverTexts[language]('account.greeting', { name: 'Ada Verne' }))
      const text = `${mail.subject}\n${renderMailText(mail)}`
      expect(text).not.toContain('{{')
      if (language !== 'en') expect(text).not.toMatch(/\b(the|your|this|you)\b/i)
      if (language === 'ar')
        for (const line of [mail.subject, ...mail.lines, ...(mail.after ?? [])])
          expect(line === 'SEO' || /\p{Script=Arabic}/u.test(line)).toBe(true)
    }
  })
})

test('details have the plural forms and the device in the language of the recipient', () => {
  const device = { kind: 'device', browser: 'Firefox', system: 'Linux', ip: '192.0.2.7' } as const
  const used: NotificationDetail = { ...device, recoveryCodesLeft: 2 }
  expect(formatNotificationDetail(used, serverTexts.en)).toBe(
    'It came from Firefox on Linux, at 192.0.2.7. 2 recovery codes are left.',
  )
  expect(formatNotificationDetail(used, serverTexts.de)).toBe(
    'Das Gerät: Firefox unter Linux, IP-Adresse 192.0.2.7. Sie haben noch 2 Wiederherstellungscodes.',
  )
  expect(formatNotificationDetail(used, serverTexts.ar)).toContain('بقي لديك رمزا استرداد.')
  expect(formatNotificationDetail({ ...device, recoveryCodesLeft: 0 }, serverTexts.fr)).toContain(
    'Il ne vous reste aucun code de récupération.',
  )
  expect(formatNotificationDetail({ kind: 'credentials', count: 5 }, serverTexts.ar)).toContain(
    'ما زالت 5 من مفاتيح API',
  )
})

describe('the language of a person', () => {
  let t: TestApp
  let accounts: ReturnType<typeof createAccountTester>
  beforeAll(async () => {
    t = await startTestApp()
    accounts = createAccountTester(t)
  })
  afterAll(() => t.close())

  /** Returns the last email. Texts in Arabic letters are sent as base64. */
  const readLast = async (email: string) =>
    ((await accounts.readMails(email)).at(-1) ?? '').replaceAll(
      /encoding: base64\r?\n\r?\n([\w+/=\r\n]+)/gi,
      (_, encoded: string) => Buffer.from(encoded, 'base64').toString(),
    )
  const updateStore = ({ as }: { as: Tester }, change: { locale: string } | { status: string }) =>
    withStoreTransaction(
      t.app.db,
      as.storeId,
      tx => tx`update store set ${tx({ ...change })} where id = ${as.storeId}`,
    )
  const requestReset = async (email: string) => {
    await t.call(undefined, accountSecurityApi.forgotPassword, { body: { email } })
    await t.runJobs()
    return readLast(email)
  }

  test('is that of the browser in the first email', async () => {
    const email = 'greta@example.org'
    await t.call(undefined, accountApi.signup, {
      body: {
        fullName: 'Greta',
        email,
        password: accounts.password,
        businessName: 'Pots',
        country: 'FR',
        locale: 'de',
      },
    })
    await t.runJobs()
    expect(await readLast(email)).toContain('<html lang="de" dir="ltr">')
    expect(await readLast(email), 'without a profile').not.toContain('Welcome to Storewright')
  })

  test('is that of the profile, otherwise that of the first store', async () => {
    const person = await accounts.signUp()
    expect(await requestReset(person.email)).toContain('<html lang="en" dir="ltr">')
    await updateStore(person, { locale: 'fr-CA' })
    expect(await requestReset(person.email)).toContain('<html lang="fr" dir="ltr">')
    await t.call(person.as, accountApi.updatePreferences, { body: { language: 'ar' } })
    expect(await requestReset(person.email)).toContain('<html lang="ar" dir="rtl">')
    await t.call(person.as, accountApi.updatePreferences, { body: { language: 'nl' } })
    expect(await requestReset(person.email), 'a language without texts').toContain(
      '<html lang="en" dir="ltr">',
    )
  })

  test('stays in the last email to a deleted account', async () => {
    const person = await accounts.signUp()
    await t.call(person.as, accountApi.updatePreferences, { body: { language: 'es' } })
    await updateStore(person, { status: 'closed' })
    await t.call(person.as, accountProfileApi.deleteAccount, {
      body: { password: accounts.password },
    })
    await t.runJobs()
    expect(await readLast(person.email)).toContain('<html lang="es" dir="ltr">')
  })

  test('of the person who invites decides about an invitation, otherwise that of the store', async () => {
    const person = await accounts.signUp()
    const invite = async (email: string) => {
      await t.call(person.as, staffApi.invite, { body: { email, role: 'user' } })
      await t.runJobs()
      return readLast(email)
    }
    await updateStore(person, { locale: 'pt-BR' })
    expect(await invite('first@example.org')).toContain('<html lang="pt" dir="ltr">')
    await t.call(person.as, accountApi.updatePreferences, { body: { language: 'ar' } })
    expect(await invite('second@example.org')).toContain('<html lang="ar" dir="rtl">')
  })
})
