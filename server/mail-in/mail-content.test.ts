import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { conversationApi } from '#contract/desk/conversation.ts'
import { type ConversationMessage, messageApi } from '#contract/desk/message.ts'
import { fetchRemoteImage, findRemoteImage } from '../conversation/message-content-store.ts'
import { dnsClient } from '../lib/http/dns-client.ts'
import { publicInternetPolicy } from '../lib/security/guarded-request.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'
import { startMailListener } from './mail-in-listener.ts'

vi.spyOn(dnsClient, 'resolve').mockRejectedValue(
  Object.assign(new Error('No such name'), { code: 'ENOTFOUND' }),
)

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
let t: TestApp
let images: ReturnType<typeof createServer>
let imageUrl: string
let requestCount = 0
let id: string
let message: ConversationMessage
beforeAll(async () => {
  images = createServer((request, reply) => {
    requestCount += 1
    const isImage = request.url?.startsWith('/pixel')
    if (request.url === '/moved') reply.writeHead(302, { location: '/pixel.png' }).end()
    else reply.writeHead(200).end(isImage ? png : '<svg onload="alert(1)"/>')
  })
  images.listen(0, '127.0.0.1')
  await once(images, 'listening')
  imageUrl = `http://127.0.0.1:${(images.address() as AddressInfo).port}`
  t = await startTestApp({ MAIL_IN_HOST: 'mail.example.com', MAIL_IN_PORT: '0' })
  const port = await startMailListener(t.app)
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  await transport.sendMail({
    envelope: { from: 'ann@example.com', to: 'store-of-owner@mail.example.com' },
    from: 'Ann <ann@example.com>',
    to: 'store-of-owner@mail.example.com',
    subject: 'Broken cup',
    text: 'See the photo',
    html: `<p onclick="alert(1)">See the photo</p><img src="cid:photo"><img src="${imageUrl}/pixel?a=1&amp;b=2">`,
    attachments: [
      { filename: 'photo.png', content: png, cid: 'photo' },
      { filename: '../../page.html', content: '<script>alert(1)</script>' },
    ],
  })
  transport.close()
  await t.runJobs({ 'mailIn.file': t.app.jobs['mailIn.file'] })
  const { body } = await t.call('owner', conversationApi.list)
  id = body.data[0]._id
  const { body: found } = await t.call('owner', conversationApi.get, { params: { id } })
  message = found.data.messages[0]
})
afterAll(async () => {
  images.close()
  await t.close()
})

test('a message names its files, and their bytes are only ever downloaded', async () => {
  expect(message.files).toMatchObject([
    { name: 'photo.png', contentType: 'image/png', bytes: png.length },
    { name: 'page.html', contentType: 'text/html' },
  ])
  expect(message).toMatchObject({ hasHtml: true, original: { omittedFileCount: 0 } })
  const reply = await t.call('owner', messageApi.getFile, {
    params: { id: message.files[1]?._id ?? '' },
  })
  expect(reply.status).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="page.html"',
    'x-content-type-options': 'nosniff',
  })
  const original = await t.call('owner', messageApi.getOriginal, { params: { id: message._id } })
  expect(original.headers).toMatchObject({
    'content-type': 'message/rfc822',
    'content-disposition': 'attachment; filename="message.eml"',
  })
})

test('the HTML has no scripts, and images of other servers only by their position', async () => {
  const { body } = await t.call('owner', messageApi.getHtml, { params: { id: message._id } })
  const { html, remoteImageCount } = body.data
  expect(remoteImageCount).toBe(1)
  expect(html).toContain('data-file="0"')
  expect(html).not.toMatch(/onclick| src="http/)
  expect(findRemoteImage(html, 0)).toBe(`${imageUrl}/pixel?a=1&b=2`)
  expect(() => findRemoteImage(html, 1)).toThrow()
})

test('images are not fetched from the network of the server', async () => {
  const before = requestCount
  const request = { params: { id: message._id }, query: { position: 0 } }
  const reply = await t.call('owner', messageApi.getRemoteImage, request)
  expect([reply.status, reply.body.code]).toEqual([404, 'image_not_found'])
  expect(requestCount).toBe(before)
})

test('only images are fetched from other servers', async () => {
  const policy = { ...publicInternetPolicy, isAllowed: () => true }
  expect(await fetchRemoteImage(`${imageUrl}/moved`, policy)).toEqual(png)
  await expect(fetchRemoteImage(`${imageUrl}/image.svg`, policy)).rejects.toMatchObject({
    code: 'image_not_found',
  })
})

test('the content of a private conversation is not for other staff', async () => {
  const colleague = await makePerson(t.app, t.sql, 'colleague', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'conversation' }],
  })
  const statuses = async () => [
    (await t.call(colleague, messageApi.getHtml, { params: { id: message._id } })).status,
    (await t.call(colleague, messageApi.getOriginal, { params: { id: message._id } })).status,
    (await t.call(colleague, messageApi.getFile, { params: { id: message.files[0]?._id ?? '' } }))
      .status,
  ]
  expect(await statuses()).toEqual([200, 200, 200])
  await t.call('owner', conversationApi.update, {
    params: { id },
    body: { addLabels: ['private'] },
  })
  expect(await statuses()).toEqual([404, 404, 404])
})
