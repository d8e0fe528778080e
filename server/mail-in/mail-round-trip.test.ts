import { generateKeyPairSync } from 'node:crypto'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { campaignApi } from '#contract/campaign/campaign.ts'
import { suppressionApi } from '#contract/campaign/suppression.ts'
import { conversationApi } from '#contract/desk/conversation.ts'
import { storeApi } from '#contract/store/store.ts'
import { dnsClient } from '../lib/http/dns-client.ts'
import { deliveryReports } from '../testing/mail/delivery-reports.ts'
import { exampleAddress } from '../testing/subject/order-testing.ts'
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
    MAIL_IN_RETURN_PATH: 'true',
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

async function sendCampaign(emails: readonly string[]) {
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { status: 'live', address: { ...exampleAddress } } },
  })
  for (const email of emails)
    await t.inStore(tx => tx`insert into customer ${tx({ email, accepts_marketing: true })}`)
  const body = { name: 'Spring', subject: 'Tea is here', body: '<p>Hello</p>' }
  const { _id: id } = (await t.call('owner', campaignApi.create, { body })).body.data
  await t.call('owner', campaignApi.send, { params: { id }, body: {} })
  await t.runJobs({ 'campaign.send': t.app.jobs['campaign.send'] })
  return emails.map(email => {
    const mail = shopperServer.mails.find(({ recipients }) => recipients.includes(email))
    const [, address = ''] =
      /<mailto:([^>]+)>/.exec(getHeader(mail?.headers ?? [], 'list-unsubscribe') ?? '') ?? []
    return { email, returnPath: mail?.sender ?? '', unsubscribeAddress: address }
  })
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
    tx => tx<{ authenticity: object }[]>`
      select authenticity from message_original o join message m on m.id = o.message_id
      where m.conversation_id = ${id}`,
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

test('emails about a campaign mark its recipients and are never in the inbox', async () => {
  const [gone, full, leaving, lost] = await sendCampaign([
    'gone@example.org',
    'full@example.org',
    'leaving@example.org',
    'lost@example.org',
  ])
  if (!gone || !full || !leaving || !lost) return expect.fail('The campaign was not sent.')
  expect(gone.returnPath).toMatch(/^b\+[0-9a-f]{52}@mail\.example\.com$/)
  expect(gone.unsubscribeAddress).toMatch(/^unsubscribe\+[0-9a-f]{52}@mail\.example\.com$/)
  const count = (await list('inbox')).length
  const report = (to: string, raw: string) =>
    sendToStore({ envelope: { from: '', to }, raw }, false)
  await report(gone.returnPath, deliveryReports.gmail({ recipient: gone.email }))
  await report(full.returnPath, deliveryReports.postfixFull({ recipient: full.email }))
  const away = { subject: 'Away', headers: { 'Auto-Submitted': 'auto-replied' }, text: 'Back soon' }
  await sendToStore({ ...away, envelope: { from: '', to: leaving.returnPath } })
  await report(
    lost.returnPath,
    'From: MAILER-DAEMON@mx.example\r\nSubject: failure notice\r\n\r\nSorry',
  )
  await sendToStore({ to: leaving.unsubscribeAddress, subject: 'unsubscribe', text: '' })
  const forged = leaving.unsubscribeAddress.replace(/.@/, at => (at === '0@' ? '1@' : '0@'))
  await expect(sendToStore({ to: forged, text: '' })).rejects.toThrow('No such recipient')
  expect(await list('inbox')).toHaveLength(count)
  const recipients = await t.inStore(
    tx => tx`
      select email, state, unsubscribed_at is not null as is_unsubscribed from campaign_recipient
      where email <> 'plain@example.org' order by email`,
  )
  expect(recipients).toEqual([
    { email: full.email, state: 'bounced', isUnsubscribed: false },
    { email: gone.email, state: 'bounced', isUnsubscribed: false },
    { email: leaving.email, state: 'sent', isUnsubscribed: true },
    { email: lost.email, state: 'bounced', isUnsubscribed: false },
  ])
  const { body } = await t.call('owner', suppressionApi.list, { query: { sort: 'email' } })
  expect(body.data).toMatchObject([
    { email: gone.email, reason: 'bounced' },
    { email: leaving.email, reason: 'unsubscribed' },
  ])
})

test('without the setting for a return path, campaigns have the address of their sender', async () => {
  const { mailIn } = t.app.config
  Object.assign(t.app.config, { mailIn: { ...mailIn, hasReturnPath: false } })
  onTestFinished(() => void Object.assign(t.app.config, { mailIn }))
  const [mail] = await sendCampaign(['plain@example.org'])
  expect(mail?.returnPath).toMatch(/^no-reply@/)
  expect(mail?.unsubscribeAddress).toMatch(/^unsubscribe\+/)
})
