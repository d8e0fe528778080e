import { expect, type Page } from '@playwright/test'
import { conversationApi } from '#contract/desk/conversation.ts'
import { messageApi } from '#contract/desk/message.ts'
import { deliverMail } from './deliver-mail.ts'
import { watchActiveContent } from './find-active-content.ts'
import { test } from './fixtures.ts'
import { canaryName, hostileTexts } from './hostile-texts.ts'
import type { Seller } from './test-seller.ts'

const openFormatted = async (page: Page, id: string) => {
  await page.goto(`/apps/email/view/${id}`)
  await page.getByRole('button', { name: 'Show formatted' }).click()
  return page.frameLocator('iframe[title="Formatted email"]')
}

async function findConversation(seller: Seller, subject: string): Promise<string> {
  const find = async () => {
    const { items } = await seller.send(conversationApi.list, { query: { q: subject } })
    return items[0]?._id
  }
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ''
}

const hasRun = async (page: Page) =>
  Promise.all(
    page.frames().map(frame => frame.evaluate(canary => canary in window, canaryName)),
  ).then(results => results.some(Boolean))

test('the HTML of an email never becomes active content', async ({
  page,
  seller,
  playwright,
  baseURL,
}) => {
  const http = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const { problems, check } = watchActiveContent(page, ['localhost'])
  const size = 60
  for (let start = 0; start < hostileTexts.length; start += size) {
    const payloads = hostileTexts.slice(start, start + size)
    const subject = `Offer${start}`
    const body = payloads.map(text => `<div>${text}</div><a href="${text}">x</a>`).join('')
    await deliverMail(http, {
      handle: seller.domain,
      subject,
      html: `<p>Hello</p><img src="https://foreign.example/pixel.gif">${body}`,
    })
    const frame = await openFormatted(page, await findConversation(seller, subject))
    await expect(frame.getByText('Hello', { exact: true })).toBeVisible()
    await check()
    expect(await hasRun(page)).toBe(false)
  }
  await http.dispose()
  expect(problems).toEqual([])
})

test('the frame runs and loads nothing, even if the HTML were not cleaned', async ({
  page,
  seller,
  playwright,
  baseURL,
}) => {
  const http = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await deliverMail(http, { handle: seller.domain, subject: 'Raw', html: '<b>Raw</b>' })
  await http.dispose()
  const id = await findConversation(seller, 'Raw')
  const foreignRequests: string[] = []
  page.on('request', ({ url }) => {
    const { protocol, hostname } = new URL(url())
    if (/^https?:$/.test(protocol) && hostname !== 'localhost') foreignRequests.push(url())
  })
  let html = ''
  await page.route(`**/api${messageApi.getHtml.path.replace(':id', '*')}`, route =>
    route.fulfill({ json: { status: true, data: { html, remoteImageCount: 0 } } }),
  )
  const size = 40
  for (let start = 0; start < hostileTexts.length; start += size) {
    html = `<p>Hello</p>${hostileTexts
      .slice(start, start + size)
      .map(text => `<div>${text}</div>`)
      .join('')}`
    const frame = await openFormatted(page, id)
    await expect(frame.getByText('Hello', { exact: true }).first()).toBeAttached()
    expect(await hasRun(page), `payloads from ${start}`).toBe(false)
  }
  expect(foreignRequests).toEqual([])
})
