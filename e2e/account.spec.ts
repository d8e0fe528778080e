import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { accountApi } from '#contract/account/account.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { test, visitorTest } from './fixtures.ts'
import { createPng } from './seed-store.ts'
import type { Seller } from './test-seller.ts'
import { waitForMailLink } from './wait-for-mail-link.ts'

const getHeading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true, level: 1 })
const getPasswordField = (page: Page, label = 'Password') => page.getByLabel(label, { exact: true })

async function logIn(page: Page, seller: Seller, password = seller.password) {
  await page.getByLabel('Email').fill(seller.email)
  await getPasswordField(page).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

visitorTest(
  'resets a forgotten password by email, which logs out other devices',
  async ({ page, seller }) => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(getHeading(page, 'Forgot your password?')).toBeVisible()
    await page.getByLabel('Email').fill(seller.email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(getHeading(page, 'Check your email')).toBeVisible()

    const link = await waitForMailLink(seller.email, 'reset-password')
    await page.goto(link)
    await expect(getHeading(page, 'Set a new password')).toBeVisible()
    await expect(page).toHaveURL('/reset-password')
    await getPasswordField(page, 'New password').fill('a long enough sentence')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(getHeading(page, 'Log in')).toBeVisible()
    await expect(seller.send(accountApi.me)).rejects.toThrow(/401/)

    await logIn(page, seller)
    await expect(page.getByText('Email or Password is Invalid')).toBeVisible()
    await getPasswordField(page).fill('a long enough sentence')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')

    await page.goto(link)
    await expect(getHeading(page, 'This link has expired')).toBeVisible()
  },
)

test('confirms an email by the link in the message and removes the reminder', async ({
  page,
  seller,
}) => {
  await page.goto('/apps/seo')
  await page.getByRole('link', { name: 'Resend email' }).click()
  await expect(getHeading(page, 'Confirm your email')).toBeVisible()
  await page.goto(await waitForMailLink(seller.email, 'verify-email'))
  await expect(getHeading(page, 'Email confirmed')).toBeVisible()
  await expect(page).toHaveURL('/verify-email')
  await page.getByRole('link', { name: 'Go to your store' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(/^Confirm your email address/)).toHaveCount(0)
})

test('sets and removes the profile image, and changes the email by a link', async ({
  page,
  seller,
}) => {
  await page.goto('/apps/account')
  const images = page.locator('img[src^="/media/"]')
  await page.locator('input[type=file]').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await createPng(600, 400, '#3a6ab8'),
  })
  await expect(images, 'on the page and in the navbar').toHaveCount(2)
  await page.reload()
  await expect(images).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove image', exact: true }).click()
  await expect(images).toHaveCount(0)

  const newEmail = `next-${seller.email}`
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await dialog.getByLabel('New email').fill(newEmail)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(seller.password)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`We sent a link to ${newEmail}`)).toBeVisible()
  await page.goto(await waitForMailLink(newEmail, 'confirm-email'))
  await expect(page.getByText(`You now log in with ${newEmail}.`)).toBeVisible()
  await expect(page).toHaveURL('/confirm-email')
})

visitorTest(
  'rejects a wrong two-step code and logs in with a pasted correct code',
  async ({ page, seller, context }) => {
    const { secret } = await seller.send(accountSecurityApi.startTwoStep, {
      body: { password: seller.password },
    })
    // Each code works once. The server also accepts the next one, so the login can use it at once.
    const generateCode = (seconds: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: Date.now() + seconds * 1000,
      })
    const { recoveryCodes } = await seller.send(accountSecurityApi.confirmTwoStep, {
      body: { code: generateCode(0) },
    })
    await page.goto('/login?next=%2Fapps%2Fblogs')
    await logIn(page, seller)
    await expect(getHeading(page, 'Enter your code')).toBeVisible()
    await page.keyboard.type('000000')
    await expect(page.getByText(/This code is incorrect/)).toBeVisible()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(code => navigator.clipboard.writeText(code), generateCode(30))
    await page.getByLabel('Digit 1 of 6').focus()
    await page.keyboard.press('Control+V')
    await expect(page).toHaveURL('/apps/blogs')

    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await logIn(page, seller)
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
  },
)

test('locks the screen in every tab and after a reload, and keeps the entered text', async ({
  page,
  seller,
  context,
}) => {
  const name = page.locator('[data-path=name]')
  await page.goto('/apps/customer/create')
  await name.fill('Half a name')
  const otherTab = await context.newPage()
  await otherTab.goto('/lock-screen')
  for (const tab of [page, otherTab]) await expect(getHeading(tab, 'Screen locked')).toBeVisible()
  await expect(name).toBeHidden()
  await expect(page).toHaveTitle('Screen locked · Storewright')
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.activeElement?.closest('[data-overlay]') !== null,
      ),
      'the focus stays on the lock screen',
    ).toBe(true)
  }
  await otherTab.reload()
  await expect(getHeading(otherTab, 'Screen locked')).toBeVisible()
  await expect(otherTab.locator('nav')).toHaveCount(0)

  await getPasswordField(otherTab).fill('not the right one')
  await getPasswordField(otherTab).press('Enter')
  await expect(otherTab.getByText('This password is incorrect. Try again.')).toBeVisible()
  await getPasswordField(otherTab).fill(seller.password)
  await getPasswordField(otherTab).press('Enter')
  await expect(otherTab).toHaveURL('/dashboard')
  await expect(name).toBeVisible()
  await expect(name).toHaveValue('Half a name')
})

test('shows a maintenance message while the server returns 503 and keeps the entered text', async ({
  page,
}) => {
  const busyReply = {
    status: 503,
    headers: { 'retry-after': '1' },
    json: {
      status: false,
      code: 'unavailable',
      message: 'The service is busy. Try again in a moment.',
    },
  }
  await page.goto('/apps/customer/create')
  const name = page.locator('[data-path=name]')
  await name.fill('Half a name')
  let rejectedCount = 0
  await page.route('**/api/customer/create', route =>
    rejectedCount++ === 0 ? route.fulfill(busyReply) : route.continue(),
  )
  const healthCheck = page.waitForResponse('**/health/ready')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('The service is busy')).toBeVisible()
  expect((await healthCheck).ok()).toBe(true)
  await expect(
    getHeading(page, 'Storewright is unavailable'),
    'no message for one busy response',
  ).toHaveCount(0)

  const serverPaths = /\/(api\/customer\/create|health\/ready)/
  await page.route(serverPaths, route => route.fulfill(busyReply))
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(getHeading(page, 'Storewright is unavailable')).toBeVisible()
  await expect(name).toBeHidden()
  await page.unroute(serverPaths)
  await expect(getHeading(page, 'Storewright is unavailable')).toHaveCount(0)
  await expect(name).toHaveValue('Half a name')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(getHeading(page, 'Half a name')).toBeVisible()
})

test('adds a passkey that logs in and unlocks the screen', async ({ page, seller }) => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const setUserVerified = (isUserVerified: boolean) =>
    browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  await page.goto('/apps/account')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add passkey' })
  await dialog.getByLabel('Name').fill('Work laptop')
  await dialog.getByRole('textbox', { name: 'Password' }).fill(seller.password)
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  // Checks the button of the row, because the dialog also contains the name.
  await expect(page.getByRole('button', { name: 'Actions for Work laptop' })).toBeVisible()

  await page.goto('/lock-screen')
  await page.getByRole('button', { name: 'Unlock with a passkey' }).click()
  await expect(page).toHaveURL('/dashboard')

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await setUserVerified(false)
  const passkeyButton = page.getByRole('button', { name: 'Log in with a passkey' })
  await passkeyButton.click()
  await expect(page.getByText(/We couldn’t use a passkey/)).toBeVisible()
  await setUserVerified(true)
  await page.goto('/login?next=%2Fapps%2Faccount')
  await passkeyButton.click()
  await expect(page).toHaveURL('/apps/account')

  await page.getByRole('button', { name: 'Actions for Work laptop' }).click()
  await page.getByRole('menuitem', { name: 'Remove passkey' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('You don’t have any passkeys yet.')).toBeVisible()
})
