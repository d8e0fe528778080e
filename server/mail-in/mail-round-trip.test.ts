import { generateKeyPairSync } from 'node:crypto'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { conversationApi } from '#contract/desk/conversation.ts'
import { dnsClient } from '../lib/http/dns-client.ts'
import { startTestMailServer } from '../testing/test-mail-server.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { startMailListener } from './mail-in-listener.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const records: Record<string, string> = {
  'key._domainkey.example.com': `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`,
  '_dmarc.example.com': 'v=DMARC1; p=reject',
}
vi.spyOn(dnsClient, 'resolve').mockImplementation((async (name: string, type: string) => {
  const record = type === 'TXT' ? records[name.toLowerCase()] : undefined
  if (record === undefined) throw Object.assign(new Error('No such name'), { code: 'ENOTFOUND' })
  return [[record]]
}) as typeof dnsClient.resolve)

let t: TestApp
let port: number
let shopperServer: Awaited<ReturnType<typeof startTestMailServer>>
beforeAll(async () => {
  shopperServer = await startTestMailServer()
  t = await startTestApp({
    MAIL_IN_HOST: 'mail.example.com',
    MAIL_IN_PORT: '0',
    SMTP_URL: shopperServer.url,
  })
  port = await startMailListener(t.app)
})
afterAll(async () => {
  await t.close()
  await shopperServer.close()
})

async function sendToStore(mail: SendMailOptions, isSigned = true) {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    ...(isSigned && { dkim: { domainName: 'example.com', keySelector: 'key', privateKey } }),
  })
  await transport.sendMail({ from: 'Ann <ann@example.com>', ...mail })
  transport.close()
  await t.runJobs({ 'mailIn.file': t.app.jobs['mailIn.file'] })
}

const getHeader = (headers: readonly string[], name: string) =>
  headers
    .find(line => line.toLowerCase().startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim()

async function replyFromStore(id: string, text: string) {
  await t.call('owner', conversationApi.reply, { params: { id }, body: { text } })
  await t.inStore(tx => tx`update message set send_at = now() where status = 'queued'`)
  await t.sql`update graphile_worker._private_jobs set run_at = now()`
  await t.runJobs({ 'conversation.mail': t.app.jobs['conversation.mail'] })
  const mail = shopperServer.mails.find(received => received.text.includes(text))
  if (!mail) expect.fail('The shopper received no reply.')
  return mail
}

const list = async (folder: 'inbox' | 'spam') =>
  (await t.call('owner', conversationApi.list, { query: { folder } })).body.data

test('an email, its reply and the reply to it are one conversation', async () => {
  await sendToStore({ to: 'store-of-owner@mail.example.com', subject: 'Cup', text: 'Is it blue?' })
  const [{ _id: id }] = await list('inbox')
  const reply = await replyFromStore(id, 'Yes, it is blue.')
  expect(reply.recipients).toEqual(['ann@example.com'])
  const replyTo = /[^<\s]+@mail\.example\.com/.exec(getHeader(reply.headers, 'reply-to') ?? '')?.[0]
  expect(replyTo).toMatch(/^r\+[0-9a-f]{32}@mail\.example\.com$/)
  await sendToStore({
    to: replyTo,
    subject: 'Re: Cup',
    inReplyTo: getHeader(reply.headers, 'message-id'),
    text: 'Then I take it.',
  })
  expect(await list('inbox')).toMatchObject([{ _id: id, messageCount: 3, status: 'open' }])
  const originals = await t.inStore(
    tx => tx<{ authenticity: object }[]>`select authenticity from message_original`,
  )
  expect(originals).toMatchObject([
    { authenticity: { dkim: 'pass', dmarc: 'pass' } },
    { authenticity: { dkim: 'pass', dmarc: 'pass' } },
  ])
})

test('an email without the signature that its domain demands is spam', async () => {
  await sendToStore(
    { to: 'store-of-owner@mail.example.com', subject: 'Urgent', text: 'Pay this.' },
    false,
  )
  expect(await list('spam')).toMatchObject([{ subject: 'Urgent' }])
  const [original] = await t.inStore(
    tx => tx`
      select authenticity from message_original o join message m on m.id = o.message_id
      where m.subject = 'Urgent'`,
  )
  expect(original).toMatchObject({ authenticity: { dmarc: 'fail', policy: 'reject' } })
})
