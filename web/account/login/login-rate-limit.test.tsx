import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { changeLanguage } from '../../lib/preference/i18n.ts'
import { enterText } from '../../testing/enter-text.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ LIMIT_FACTOR: '1', LIMIT_LOGIN: '1/1h' })
})
afterAll(() => app.close())
afterEach(async () => {
  cleanup()
  await changeLanguage('en')
})

test('the login form shows in each language when to try again and keeps the password', async () => {
  await renderApp(app, '/login', { user: 'visitor' })
  await screen.findByRole('heading', { name: 'Log in' })
  await enterText(screen.getByLabelText('Email'), 'owner@example.com')
  await enterText(screen.getByLabelText('Password'), 'not the right one')
  const logIn = screen.getByRole('button', { name: 'Log in' })
  await userEvent.click(logIn)
  await screen.findByText('Email or Password is Invalid')
  for (const [language, sentence] of [
    ['en', /^Too many attempts\. Try again in \d+ minutes\.$/],
    ['de', /^Zu viele Versuche\. Versuchen Sie es in \d+ Minuten erneut\.$/],
  ] as const) {
    await changeLanguage(language)
    await userEvent.click(logIn)
    await screen.findByText(sentence)
    expect(screen.getByLabelText(language === 'en' ? 'Password' : 'Passwort')).toHaveProperty(
      'value',
      'not the right one',
    )
  }
})
