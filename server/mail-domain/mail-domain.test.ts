import { createHash, createPublicKey, createVerify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { orderMailApi } from '#contract/order/order-mail.ts'
import { type MailDomain, mailDomainApi } from '#contract/store/mail-domain.ts'
import { storeApi } from '#contract/store/store.ts'
import { dnsClient } from '../lib/http/dns-client.ts'
import { openMailSink } from '../lib/mail/mail-sink.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let sink: Awaited<ReturnType<typeof openMailSink>>
beforeAll(async () => {
  sink = await openMailSink()
  t = await startTestApp({ SMTP_URL: sink.url })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await t.close()
  await sink.close()
})

let zone = new Map<string, string>()
beforeEach(async () => {
  zone = new Map()
  await t.call('owner', mailDomainApi.delete)
})
vi.spyOn(dnsClient, 'resolveTxt').mockImplementation(async name => {
  const text = zone.get(name)
  if (text === undefined) throw Object.assign(new Error('No record'), { code: 'ENOTFOUND' })
  // Name servers split long texts.
  return [text.match(/.{1,255}/g) ?? []]
})
const set = async (address: string): Promise<MailDomain> =>
  (await t.call('owner', mailDomainApi.set, { body: { address, password: samplePassword } })).body
    .data
const verify = async (): Promise<MailDomain> =>
  (await t.call('owner', mailDomainApi.verify)).body.data
const publish = ({ records }: MailDomain) => {
  zone = new Map(records.map(({ name, value }) => [name, value]))
}
async function sendMail() {
  // The owners get emails about the sender.
  await t.runJobs()
  sink.rawMails.length = 0
  const template = { subject: 'Hello', heading: 'Hello', text: 'A text.', button: 'Open' }
  await t.call('owner', orderMailApi.sendTest, {
    body: { kind: 'paid', language: 'en', ...template },
  })
  await t.runJobs()
  return sink.rawMails[0] ?? ''
}

/** Verifies the DKIM signature of an email with the key in the zone. */
function verifySignature(mail: string): boolean {
  const [head = '', ...rest] = mail.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n').replace(/\r\n\.\r\n$/, '\r\n')
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const find = (name: string) => headers.find(line => line.toLowerCase().startsWith(`${name}:`))
  const signature = find('dkim-signature') ?? ''
  const read = (tag: string) =>
    new RegExp(`[ ;]${tag}=([^;]*)`).exec(signature)?.[1]?.replaceAll(' ', '') ?? ''
  const relax = (line: string) => {
    const [name = '', ...value] = line.split(':')
    return `${name.toLowerCase().trim()}:${value.join(':').replaceAll(/\s+/g, ' ').trim()}`
  }
  const signed = [
    ...read('h')
      .split(':')
      .flatMap(name => {
        const line = find(name.toLowerCase())
        return line ? [`${relax(line)}\r\n`] : []
      }),
    relax(signature.replace(/([ ;]b=)[^;]*/, '$1')),
  ].join('')
  const relaxedBody = body
    .replaceAll(/[ \t]+\r\n/g, '\r\n')
    .replaceAll(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '\r\n')
  const hash = createHash('sha256').update(relaxedBody).digest('base64')
  const text = zone.get(`${read('s')}._domainkey.${read('d')}`) ?? ''
  const key = Buffer.from(text.slice(text.indexOf('p=') + 2), 'base64')
  const publicKey = createPublicKey({ key, format: 'der', type: 'spki' })
  return (
    hash === read('bh') &&
    createVerify('sha256').update(signed).verify(publicKey, read('b'), 'base64')
  )
}

test('emails are sent from the own domain and signed only while all records are found', async () => {
  expect(await sendMail()).toMatch(/^From: Store of owner <no-reply@/m)
  const domain = await set('orders@lamp.example')
  expect(domain).toMatchObject({ isVerified: false, lastCheckedAt: null })
  expect(domain.records.map(({ name }) => name)).toEqual([
    'lamp.example',
    expect.stringMatching(/^storewright-\w{12}\._domainkey\.lamp\.example$/),
    '_dmarc.lamp.example',
  ])
  expect(JSON.stringify(domain)).not.toContain('PRIVATE KEY')
  expect(await verify()).toMatchObject({ isVerified: false, records: [{ found: false }, {}, {}] })
  expect(await sendMail()).not.toContain('lamp.example')

  publish(domain)
  expect(await verify()).toMatchObject({ isVerified: true })
  const mail = await sendMail()
  expect(mail).toMatch(/^From: Store of owner <orders@lamp.example>/m)
  expect(verifySignature(mail)).toBe(true)
  expect(verifySignature(mail.replace('A text.', 'B text.'))).toBe(false)

  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { status: 'live' } },
  })
  sink.rawMails.length = 0
  await new Shopper(t).send({ email: 'ada@example.com' }, { url: '/newsletter' })
  await t.runJobs()
  const [request = ''] = sink.rawMails
  expect(request.replaceAll(/\s/g, '')).toMatch(/h=[\w:-]*:list-unsubscribe:list-unsubscribe-post;/)
  expect(verifySignature(request)).toBe(true)
  expect(verifySignature(request.replace('=One-Click', '=Two-Click'))).toBe(false)

  zone.delete('lamp.example')
  await t.inStore(tx => tx`update mail_domain set last_checked_at = now() - interval '2 days'`)
  await t.sql`select graphile_worker.add_job('mailDomain.recheck')`
  await t.runJobs()
  const unsigned = await sendMail()
  expect(unsigned).toMatch(/^From: Store of owner <no-reply@/m)
  expect(unsigned).not.toContain('DKIM-Signature')
})

test('another domain gets another key, and a failing name server changes nothing', async () => {
  const first = await set('orders@lamp.example')
  expect((await set('hello@lamp.example')).records).toEqual(first.records)
  publish(first)
  expect((await verify()).isVerified).toBe(true)
  vi.spyOn(dnsClient, 'resolveTxt').mockRejectedValueOnce(
    Object.assign(new Error('Timed out'), { code: 'ETIMEOUT' }),
  )
  expect((await verify()).isVerified).toBe(true)
  const second = await set('orders@vase.example')
  expect(second.isVerified).toBe(false)
  expect(second.records[1]?.value).not.toBe(first.records[1]?.value)
  await t.call('owner', mailDomainApi.delete)
  expect((await t.call('owner', mailDomainApi.get)).body.data).toBeNull()
})

test.each([
  'storewright.localhost',
  'preview.storewright.localhost',
  'store-of-stranger.storewright.localhost',
])('an address at %s, a host of the installation, is rejected', async host => {
  const { body } = await t.call('owner', mailDomainApi.set, {
    body: { address: `hi@${host}`, password: samplePassword },
  })
  expect(body.errors?.[0]).toMatchObject({ path: 'address', code: 'domain_reserved' })
  expect((await t.call('owner', mailDomainApi.get)).body.data).toBeNull()
})
