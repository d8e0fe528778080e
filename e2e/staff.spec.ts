import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { roleApi } from '#contract/staff/role.ts'
import { staffApi } from '#contract/staff/staff.ts'
import { getE2eDataDir } from './e2e-data-dir.ts'
import { test } from './fixtures.ts'

const getHeading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true, level: 1 })
const openAsVisitor = async (browser: Browser) =>
  (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage()

/** Waits for the invitation email and returns its link. */
async function waitForInvitationLink(email: string): Promise<string> {
  const folder = join(getE2eDataDir(), 'outbox')
  let link = ''
  await expect(async () => {
    const mails = await Promise.all(
      (await readdir(folder)).map(file => readFile(join(folder, file), 'utf8')),
    )
    const mail =
      mails
        .find(message => message.includes(`To: ${email}`))
        ?.replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '=') ?? ''
    link = /https?:\/\/\S+\/accept-invitation#token=[\w-]+/.exec(mail)?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  return link
}

test('invites a staff member and applies later permission changes to their open pages', async ({
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

  const staffMemberPage = await openAsVisitor(browser)
  const link = await waitForInvitationLink(email)
  await staffMemberPage.goto(link)
  await expect(
    staffMemberPage.getByText('Mara Lindt invited you to join Harbour Supply as Manager.'),
  ).toBeVisible()
  await expect(staffMemberPage).toHaveURL('/accept-invitation')
  await staffMemberPage.getByLabel('Your name').fill('Noor Haddad')
  await staffMemberPage.getByLabel('Password', { exact: true }).fill('a long enough sentence')
  await staffMemberPage.getByRole('button', { name: 'Create account and join' }).click()
  await expect(staffMemberPage).toHaveURL('/dashboard')
  await staffMemberPage.goto('/apps/cms')
  await expect(getHeading(staffMemberPage, 'Content')).toBeVisible()
  const otherTab = await staffMemberPage.context().newPage()
  await otherTab.goto('/apps/product/list')
  await expect(otherTab.getByRole('link', { name: 'Themes' })).toBeVisible()

  const [{ _id: id } = { _id: '' }] = (await seller.send(staffApi.list, { query: { q: email } }))
    .items
  await seller.send(staffApi.update, { params: { id }, body: { role: 'restricted-user' } })
  await expect(getHeading(staffMemberPage, 'You don’t have access to this page')).toBeVisible()
  await expect(otherTab.getByRole('link', { name: 'Themes' })).toBeHidden()
  await expect(otherTab.getByRole('button', { name: 'Add product' })).toBeHidden()

  await seller.send(staffApi.delete, { params: { id } })
  await expect(getHeading(staffMemberPage, 'You don’t have access to any store')).toBeVisible()
  await expect(getHeading(otherTab, 'You don’t have access to any store')).toBeVisible()
  await otherTab.goto(link)
  await expect(getHeading(otherTab, 'This invitation is no longer valid')).toBeVisible()
  await staffMemberPage.context().close()
})

test('transfers ownership when both users have confirmed', async ({ page, browser, seller }) => {
  const email = `heir-${seller.session._id.slice(-12)}@example.com`
  await seller.send(staffApi.invite, { body: { email, role: 'administrator' } })
  const heirPage = await openAsVisitor(browser)
  await heirPage.goto(await waitForInvitationLink(email))
  await heirPage.getByLabel('Your name').fill('Noor Haddad')
  await heirPage.getByLabel('Password', { exact: true }).fill('a long enough sentence')
  await heirPage.getByRole('button', { name: 'Create account and join' }).click()
  await expect(heirPage).toHaveURL('/dashboard')

  await page.goto('/apps/staff/list')
  await page.getByRole('link', { name: /Noor Haddad/ }).click()
  await page.getByRole('button', { name: 'Offer ownership' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(seller.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Offer ownership' }).click()
  await expect(page.getByText(/^Waiting for Noor Haddad to respond/)).toBeVisible()

  await heirPage.goto(`/apps/staff/ownership/${seller.session.business}`)
  await heirPage.getByLabel('Password', { exact: true }).fill('not my password')
  await heirPage.getByRole('button', { name: 'Accept ownership' }).click()
  await expect(heirPage.getByText('This password is incorrect. Try again.')).toBeVisible()
  await heirPage.getByLabel('Password', { exact: true }).fill('a long enough sentence')
  await heirPage.getByRole('button', { name: 'Accept ownership' }).click()
  await expect(getHeading(heirPage, 'Staff')).toBeVisible()
  await expect(heirPage.getByRole('row', { name: /Noor Haddad/ })).toContainText('Owner')
  const roles = await seller.send(roleApi.list)
  expect(roles.map(({ role, staffCount }) => [role, staffCount]).slice(0, 2)).toEqual([
    ['owner', 1],
    ['administrator', 1],
  ])
  await heirPage.context().close()
})
