import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(cleanup)

const fill = async (label: string | RegExp, text: string) => {
  const box = screen.getByLabelText(label)
  await userEvent.clear(box)
  await userEvent.paste(text)
}

test('redirects a visitor to the login page and back after login', async () => {
  const signup = {
    fullName: 'Mara Lindt',
    email: 'mara@example.com',
    password: 'a long enough sentence',
    businessName: 'Harbour Supply',
  }
  expect(
    (await app.app.inject({ method: 'POST', url: '/api/business/signup', payload: signup }))
      .statusCode,
  ).toBe(201)
  const { router } = await renderApp(app, '/apps/seo', { user: 'visitor' })
  await screen.findByRole('heading', { name: 'Log in' })
  expect(router.state.location.search).toBe('?next=%2Fapps%2Fseo')

  await fill('Email', signup.email)
  await fill('Password', 'not the right one')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByText('Email or Password is Invalid')
  expect(localStorage.getItem('accessToken')).toBeNull()

  await fill('Password', signup.password)
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByText('We are launching soon')
  expect(router.state.location.pathname).toBe('/apps/seo')
  expect(localStorage.getItem('userData')).toContain('Mara Lindt')
})

test('a store name without Latin letters gets a URL that the form shows', async () => {
  await renderApp(app, '/register', { user: 'visitor' })
  await screen.findByRole('heading', { name: 'Create your store' })
  await fill('Store name', '山田茶舗')
  await screen.findByText(/is available$/)
  expect(screen.getByLabelText(/^Store URL/)).toHaveProperty(
    'value',
    expect.stringMatching(/^store-[0-9a-f]{6}$/),
  )
})

test('registration shows field errors and suggests a URL for a taken store name', async () => {
  await renderApp(app, '/register', { user: 'visitor' })
  await screen.findByRole('heading', { name: 'Create your store' })
  await userEvent.click(screen.getByRole('button', { name: 'Create store' }))
  expect(
    screen.getAllByText('This field is required.'),
    'name, email, password and store name',
  ).toHaveLength(4)
  const isMarkedInvalid = (label: RegExp | string) =>
    screen.getByLabelText(label).getAttribute('aria-invalid') === 'true'
  expect(isMarkedInvalid('Password')).toBe(true)
  expect(isMarkedInvalid(/^Store URL/)).toBe(false)

  await fill('Your name', 'Jo Harbour')
  await fill('Email', 'owner@example.com')
  await fill('Password', 'Store-of-OWNER-7-kilns')
  await fill('Store name', 'Store of owner')
  await screen.findByText('Too weak')
  await fill('Password', 'a store by the quay-7')
  await screen.findByText('Strong')
  await userEvent.click(
    (await screen.findAllByRole('button', { name: /^store-of-owner-/ }))[0] ?? document.body,
  )
  await screen.findByText(/is available$/)
  await userEvent.click(screen.getByRole('button', { name: 'Create store' }))
  await waitFor(() =>
    expect(
      screen.getAllByText('This email is already in use.'),
      'at the field and as a toast',
    ).toHaveLength(2),
  )
})

test('logging out removes the three session keys', async () => {
  await renderApp(app, '/apps/seo')
  await userEvent.click(await screen.findByRole('button', { name: 'Account menu' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await screen.findByRole('heading', { name: 'Log in' })
  expect(['userData', 'accessToken', 'refreshToken'].map(key => localStorage.getItem(key))).toEqual(
    [null, null, null],
  )
})
