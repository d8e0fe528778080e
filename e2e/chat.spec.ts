import { expect } from '@playwright/test'
import { cmsApi } from '#contract/cms/cms.ts'
import { maxShopperMessageLength } from '#contract/storefront/storefront-chat.ts'
import { findViolations } from './find-violations.ts'
import { test } from './fixtures.ts'
import { watchActiveContent } from './hostile/find-active-content.ts'
import { hostileTexts } from './hostile/hostile-texts.ts'
import { launchStore } from './launch-store.ts'

test('a shopper writes, the seller answers, and both see it at once', async ({
  page,
  browser,
  seller,
}) => {
  await seller.send(cmsApi.update, { body: { chat: { enabled: true } } })
  const url = await launchStore(seller)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const shopper = await context.newPage()
  await page.goto('/apps/chat')
  await expect(page.getByText('No chats yet')).toBeVisible()

  await shopper.goto(url)
  const button = shopper.getByRole('button', { name: 'Chat', exact: true })
  await button.click()
  const panel = shopper.getByRole('dialog')
  await expect(panel.getByLabel('Message', { exact: true })).toBeFocused()
  await shopper.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await button.press('Enter')
  await expect(panel.getByLabel('Message', { exact: true })).toBeFocused()
  expect(await findViolations(shopper)).toEqual([])
  expect(await context.cookies()).toEqual([])
  await panel.getByLabel('Name').fill('Ann')
  await panel.getByLabel('Email').fill('ann@shopper.example')
  await panel.getByLabel('Message', { exact: true }).fill('Is it blue?')
  await shopper.keyboard.press('Enter')
  await expect(panel.getByText('Is it blue?')).toBeVisible()
  await expect(panel.getByLabel('Email')).toBeHidden()
  expect(await context.cookies()).toMatchObject([{ name: '__Host-chat', httpOnly: true }])

  await page.getByRole('link', { name: /Ann/ }).click()
  const log = page.getByRole('log')
  await expect(log.getByText('Is it blue?')).toBeVisible()
  await page.getByRole('textbox', { name: 'Message' }).fill('It is red.')
  await page.keyboard.press('Enter')
  await expect(log.getByText('It is red.')).toBeVisible()
  await expect(panel.getByText('It is red.')).toBeVisible()
  expect(await findViolations(shopper)).toEqual([])

  // The chat stays open on the next page, and another tab has it too.
  await shopper.reload()
  await expect(shopper.getByRole('dialog').getByText('It is red.')).toBeVisible()
  const tab = await context.newPage()
  await tab.goto(url)
  await tab.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(tab.getByRole('dialog').getByText('It is red.')).toBeVisible()

  const { hostname } = new URL(url)
  const watchers = [page, tab].map(watched => watchActiveContent(watched, ['localhost', hostname]))
  const field = tab.getByLabel('Message', { exact: true })
  for (const text of groupTexts(hostileTexts.filter(text => /^\P{Cc}+$/u.test(text)))) {
    await field.fill(text)
    await tab.keyboard.press('Enter')
    await expect(field).toHaveValue('')
  }
  await field.fill('The last one')
  await tab.keyboard.press('Enter')
  await expect(log.getByText('The last one')).toBeVisible()
  for (const { problems, check } of watchers) {
    await check()
    expect(problems).toEqual([])
  }
  await context.close()
})

/** Joins texts to few messages, because a shopper can send only so many. */
function groupTexts(texts: readonly string[]): string[] {
  const groups: string[] = []
  for (const text of texts) {
    const last = groups.at(-1)
    if (last !== undefined && last.length + text.length < maxShopperMessageLength)
      groups[groups.length - 1] = `${last}\n${text}`
    else groups.push(text)
  }
  return groups
}
