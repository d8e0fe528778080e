import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { roleApi } from '#contract/role.ts'
import { staffApi } from '#contract/staff.ts'
import { e2eDataDir } from './e2e-data-dir.ts'
import { test } from './fixtures.ts'

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true, level: 1 })
const newcomer = async (browser: Browser) =>
  (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage()

/** The link of an invitation, once its mail is there. */
async function linkTo(email: string): Promise<string> {
  const folder = join(e2eDataDir(), 'outbox')
  let link = ''
  await expect(async () => {
    const mails = await Promise.all(
      (await readdir(folder)).map(file => readFile(join(folder, file), 'utf8')),
    )
    const mail =
      mails
        .find(one => one.includes(`To: ${email}`))
        ?.replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '=') ?? ''
    link = /https?:\/\/\S+\/accept-invitation#token=[\w-]+/.exec(mail)?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 60_000 })
  return link
}

test('a colleague is invited, joins by the link, and loses in an open page what is taken away', async ({
  page,
  browser,
  seller,
}) => {
  const email = `noor-${seller.session._id.slice(-12)}@example.com`
  await page.goto('/apps/staff/list')
  await page.getByRole('button', { name: 'Invite staff' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Manager' }).click()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Pending')

  const noor = await newcomer(browser)
  const link = await linkTo(email)
  await noor.goto(link)
  await expect(
    noor.getByText('Mara Lindt invites you to Harbour Supply, as Manager.'),
  ).toBeVisible()
  await expect(noor).toHaveURL('/accept-invitation')
  await noor.getByLabel('Your name').fill('Noor Haddad')
  await noor.getByLabel('Password', { exact: true }).fill('a long enough sentence')
  await noor.getByRole('button', { name: 'Create account and join' }).click()
  await expect(noor).toHaveURL('/dashboard')
  await noor.goto('/apps/cms')
  await expect(heading(noor, 'Content')).toBeVisible()
  const other = await noor.context().newPage()
  await other.goto('/apps/product/list')
  await expect(other.getByRole('link', { name: 'Themes' })).toBeVisible()

  const [{ _id: id } = { _id: '' }] = (await seller.send(staffApi.list, { query: { q: email } }))
    .items
  await seller.send(staffApi.update, { params: { id }, body: { role: 'restricted-user' } })
  await expect(heading(noor, "You don't have access to this page")).toBeVisible()
  await expect(other.getByRole('link', { name: 'Themes' })).toBeHidden()
  await expect(other.getByRole('button', { name: 'Add product' })).toBeHidden()

  await seller.send(staffApi.delete, { params: { id } })
  await expect(heading(noor, "You don't have access to any store")).toBeVisible()
  await expect(heading(other, "You don't have access to any store")).toBeVisible()
  await other.goto(link)
  await expect(heading(other, 'This invitation is no longer valid')).toBeVisible()
  await noor.context().close()
})

test('ownership goes over when both have confirmed it', async ({ page, browser, seller }) => {
  const email = `heir-${seller.session._id.slice(-12)}@example.com`
  await seller.send(staffApi.invite, { body: { email, role: 'administrator' } })
  const heir = await newcomer(browser)
  await heir.goto(await linkTo(email))
  await heir.getByLabel('Your name').fill('Noor Haddad')
  await heir.getByLabel('Password', { exact: true }).fill('a long enough sentence')
  await heir.getByRole('button', { name: 'Create account and join' }).click()
  await expect(heir).toHaveURL('/dashboard')

  await page.goto('/apps/staff/list')
  await page.getByRole('link', { name: /Noor Haddad/ }).click()
  await page.getByRole('button', { name: 'Offer ownership' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(seller.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Offer ownership' }).click()
  await expect(page.getByText(/^Waits for Noor Haddad to answer/)).toBeVisible()

  await heir.goto(`/apps/staff/ownership/${seller.session.business}`)
  await heir.getByLabel('Your password').fill('not my password')
  await heir.getByRole('button', { name: 'Accept ownership' }).click()
  await expect(heir.getByText('This is not your password.')).toBeVisible()
  await heir.getByLabel('Your password').fill('a long enough sentence')
  await heir.getByRole('button', { name: 'Accept ownership' }).click()
  await expect(heading(heir, 'Staff')).toBeVisible()
  await expect(heir.getByRole('row', { name: /Noor Haddad/ })).toContainText('Owner')
  const roles = await seller.send(roleApi.list)
  expect(roles.map(({ role, people }) => [role, people]).slice(0, 2)).toEqual([
    ['owner', 1],
    ['administrator', 1],
  ])
  await heir.context().close()
})
