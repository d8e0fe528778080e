import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { orderApi } from '#contract/order/order.ts'
import { deliverOrder } from './deliver-order.ts'
import { findViolations } from './find-violations.ts'
import { test } from './fixtures.ts'
import { tabTo } from './tab-to.ts'
import { findOverflow } from './watch-page.ts'

const phone = { width: 390, height: 844 }

/** Requests the return of a mug on a phone without JavaScript. */
async function requestReturn(browser: Browser, pageUrl: string) {
  const context = await browser.newContext({ viewport: phone, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(pageUrl)
  await page.getByRole('link', { name: 'Return items' }).click()
  await page.getByRole('button', { name: 'Request return' }).click()
  await expect(page.getByText('Choose at least one item.')).toBeVisible()
  await page.getByLabel('Quantity of Stoneware mug').selectOption('1')
  await page.getByLabel('Reason for Stoneware mug').selectOption('defective')
  await page.getByLabel('Details').fill('The handle is <b>broken</b>.')
  await page.getByRole('button', { name: 'Request return' }).click()
  await expect(page.getByText('Return requested')).toBeVisible()
  await context.close()
}

async function expectNarrowPage(page: Page) {
  await expect.poll(() => findOverflow(page)).toEqual([])
  expect(await findViolations(page)).toEqual([])
}

/** Opens the dialog of a button and confirms it, with the keyboard alone. */
async function confirmWithKeyboard(page: Page, opener: string, saveLabel: string | RegExp) {
  await tabTo(page, page.getByRole('main').getByRole('button', { name: opener, exact: true }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await tabTo(page, dialog.getByRole('button', { name: saveLabel }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

test('a return goes from its request to the refund with the keyboard alone', async ({
  page,
  seller,
  browser,
}) => {
  const { pageUrl } = await deliverOrder(seller)
  await requestReturn(browser, pageUrl)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/apps/return/list')
  await tabTo(page, page.getByRole('table').getByRole('link').first())
  await page.keyboard.press('Enter')
  await expect(page.getByText('The handle is <b>broken</b>.')).toBeVisible()
  await confirmWithKeyboard(page, 'Accept return', 'Accept return')
  await confirmWithKeyboard(page, 'Receive items', 'Receive items')
  await confirmWithKeyboard(page, 'Refund', 'Refund €19.00')
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()

  await page.setViewportSize(phone)
  await page.goto(pageUrl)
  await expect(page.getByText('Return completed')).toBeVisible()
  await page.goto(`${pageUrl}/invoice`)
  await expect(page.getByText('2 × €19.00')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Quantity' })).toBeHidden()
  await expectNarrowPage(page)
  await page.goto(pageUrl.replace('/orders/', '/ar/orders/'))
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectLeftToRight(page.getByText('20457 Hamburg', { exact: true }))
  await expectNarrowPage(page)
})

/** Checks that the first character of a text is on the left of its last one. */
async function expectLeftToRight(text: Locator) {
  const [first = 0, last = 0] = await text.evaluate(({ firstChild, textContent }) =>
    [0, (textContent ?? '').length - 1].map(offset => {
      const range = document.createRange()
      if (firstChild) {
        range.setStart(firstChild, offset)
        range.setEnd(firstChild, offset + 1)
      }
      return range.getBoundingClientRect().left
    }),
  )
  expect(first).toBeLessThan(last)
}

/** Downloads the label of the return from the page of the order, on a phone without JavaScript. */
async function downloadLabel(browser: Browser, pageUrl: string) {
  const context = await browser.newContext({ viewport: phone, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(pageUrl)
  await expect(page.getByText(/^Send them back by/)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download return label' }).click(),
  ])
  const content = await readFile(await download.path(), 'utf8')
  await context.close()
  return { content, fileName: download.suggestedFilename() }
}

test('staff add the label of a return, which the shopper downloads without JavaScript', async ({
  page,
  seller,
  browser,
}) => {
  const { id, pageUrl } = await deliverOrder(seller)
  await requestReturn(browser, pageUrl)
  const { returns } = await seller.send(orderApi.get, { params: { id } })
  await page.setViewportSize(phone)
  await page.goto(`/apps/return/view/${returns[0]?._id}`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Accept return' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept return' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(main.getByText(/^Send back by/)).toBeVisible()
  await main
    .getByRole('group', { name: 'Return label' })
    .locator('input[type="file"]')
    .setInputFiles({
      name: 'label.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    })
  await expect(main.getByRole('button', { name: 'label.pdf', exact: true })).toBeVisible()
  await expectNarrowPage(page)
  expect(await downloadLabel(browser, pageUrl)).toEqual({
    content: '%PDF-1.7',
    fileName: 'label.pdf',
  })
})

test('a refund of a line fits a narrow page from right to left', async ({ page, seller }) => {
  const { id } = await deliverOrder(seller)
  await page.setViewportSize(phone)
  await page.addInitScript(() => localStorage.setItem('language', 'ar'))
  await page.goto(`/apps/order/orderDetail/${id}?do=refund`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('1')
  const save = dialog.getByRole('button', { name: /^استرداد.*19/ })
  await expect(save).toBeVisible()
  await expectNarrowPage(page)
  await save.click()
  await expect(dialog).toBeHidden()
  await expectNarrowPage(page)
  const order = await seller.send(orderApi.get, { params: { id } })
  expect([order.paymentStatus, order.refundedTotal]).toEqual(['partially_refunded', 1900])
})
