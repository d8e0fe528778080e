import { expect, type Page } from '@playwright/test'
import { conversationApi } from '#contract/desk/conversation.ts'
import { messageApi } from '#contract/desk/message.ts'
import { deliverMail } from './deliver-mail.ts'
import { test } from './fixtures.ts'
import { watchActiveContent } from './hostile/find-active-content.ts'
import { canaryName, hostileTexts } from './hostile/hostile-texts.ts'
import type { Seller } from './test-seller.ts'

const openFormatted = async (page: Page, id: string) => {
  await page.goto(`/apps/email/view/${id}`)
  await page.getByRole('button', { name: 'Show formatted email' }).click()
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

/** Payloads that run by themselves and load no other document into the frame. */
const scriptTexts = hostileTexts.filter(
  text => /<script|\son\w+=/i.test(text) && !/frame|object|embed|refresh|base|link/i.test(text),
)

/** Returns whether a script has run in the page or in the frame with the email. */
async function hasRun(page: Page): Promise<boolean> {
  const frames = [page.mainFrame(), ...page.mainFrame().childFrames()]
  const results = await Promise.all(
    frames.map(frame => frame.evaluate(canary => canary in window, canaryName)),
  )
  return results.includes(true)
}

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
  page.on('request', request => {
    const { protocol, hostname, href } = new URL(request.url())
    if (/^https?:$/.test(protocol) && hostname !== 'localhost') foreignRequests.push(href)
  })
  let html = ''
  await page.route(`**/api${messageApi.getHtml.path.replace(':id', '*')}`, route =>
    route.fulfill({ json: { status: true, data: { html, remoteImageCount: 0 } } }),
  )
  expect(scriptTexts.length).toBeGreaterThan(20)
  html = `<p>Hello</p>${scriptTexts.map(text => `<div>${text}</div>`).join('')}`
  const frame = await openFormatted(page, id)
  await expect(frame.getByText('Hello', { exact: true }).first()).toBeAttached()
  expect(await hasRun(page)).toBe(false)
  expect(foreignRequests).toEqual([])
})
