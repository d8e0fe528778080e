import { expect, test } from 'vitest'
import { createRandom } from '../../testing/mail/broken-mail.ts'
import { type MailSource, type ParsedMail, parseMail } from './parse-mail.ts'
import { readMail } from './read-mail.ts'

const toSource = (text: string | Buffer, envelopeSender = 'ann@example.com'): MailSource => ({
  bytes: typeof text === 'string' ? Buffer.from(text) : text,
  envelopeSender,
})
const parse = (text: string | Buffer, sender?: string) => parseMail(toSource(text, sender))
const lines = (...parts: string[]) => parts.join('\r\n')

const usual = lines(
  'From: =?utf-8?q?Ann_M=C3=BCller?= <Ann@Example.com>',
  'To: Shop <shop@mail.example.com>, Bob <bob@example.com>',
  'Cc: Group: c@example.com, d@example.com;',
  'Subject: =?utf-8?b?VGFzc2Ug4piV?=',
  'Message-ID: <1@example.com>',
  'References: <a@shop> <b@shop>',
  'In-Reply-To: <b@shop>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=m',
  '',
  '--m',
  'Content-Type: multipart/related; boundary=r',
  '',
  '--r',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Blue?</p><script>x</script><img src="cid:pic"><img src="https://a.example/1.gif">',
  '--r',
  'Content-Type: image/png; name="../../pic.png"',
  'Content-ID: <pic>',
  'Content-Transfer-Encoding: base64',
  '',
  'iVBORw0KGgo=',
  '--r--',
  '--m',
  'Content-Type: application/pdf',
  'Content-Disposition: attachment; filename="C:\\\\x\\\\bill.pdf"',
  '',
  '%PDF',
  '--m--',
)

test('reads the parts of an email', async () => {
  const { files, ...mail } = await parse(usual)
  expect(mail).toEqual({
    fromName: 'Ann Müller',
    fromEmail: 'ann@example.com',
    to: ['shop@mail.example.com', 'bob@example.com'],
    cc: ['c@example.com', 'd@example.com'],
    subject: 'Tasse ☕',
    emailId: '<1@example.com>',
    references: ['<a@shop>', '<b@shop>', '<b@shop>'],
    text: 'Blue?',
    html: '<p>Blue?</p><img data-file="0" /><img data-src="https://a.example/1.gif" />',
    remoteImageCount: 1,
    quoteStart: undefined,
    origin: 'person',
    bounce: undefined,
    omittedFileCount: 0,
    problem: undefined,
  } satisfies Omit<ParsedMail, 'files'>)
  expect(files.map(({ name, contentType, isInline }) => [name, contentType, isInline])).toEqual([
    ['pic.png', 'image/png', true],
    ['bill.pdf', 'application/pdf', false],
  ])
  expect(Buffer.from(files[0]!.content).toString('hex')).toBe('89504e470d0a1a0a')
})

const withHeaders = (...headers: string[]) =>
  lines('From: ann@example.com', 'Subject: Away', ...headers, '', 'I am away.')

test.each([
  ['Auto-Submitted: auto-replied'],
  ['auto-submitted: auto-generated (vacation)'],
  ['Precedence: bulk'],
  ['Precedence: list'],
  ['X-Auto-Response-Suppress: All'],
  ['List-Id: <news.example.com>'],
  ['Return-Path: <>'],
  ['X-Autoreply: yes'],
])('%s is automatic', async header => {
  expect((await parse(withHeaders(header))).origin).toBe('automatic')
})
test('an email without an address for reports is automatic', async () => {
  expect((await parse(withHeaders(), '')).origin).toBe('automatic')
})
test.each([
  ['Auto-Submitted: no'],
  ['Precedence: normal'],
  ['Return-Path: <ann@example.com>'],
  ['X-Mailer: x'],
])('%s is from a person', async header => {
  expect((await parse(withHeaders(header))).origin).toBe('person')
})

const report = (action: string, type = 'message/rfc822') =>
  lines(
    'From: MAILER-DAEMON@example.com',
    'Subject: Undelivered',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Could not deliver.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    '',
    'Final-Recipient: rfc822; ann@example.com',
    `Action: ${action}`,
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 <ann@example.com>',
    '  User unknown',
    '--b',
    `Content-Type: ${type}`,
    '',
    'From: shop@mail.example.com',
    'Message-ID: <sent-1@shop.example>',
    '',
    'Hello',
    '--b--',
  )

test.each(['message/rfc822', 'text/rfc822-headers'])('reads a bounce with %s', async type => {
  const { origin, bounce, text } = await parse(report('failed', type), '')
  expect({ origin, bounce, text }).toEqual({
    origin: 'bounce',
    text: 'Could not deliver.',
    bounce: {
      emailIds: ['<sent-1@shop.example>'],
      recipient: 'ann@example.com',
      reason: '550 5.1.1 <ann@example.com> User unknown',
      isPermanent: true,
    },
  })
})
test('a delayed email is no bounce', async () => {
  expect(await parse(report('delayed'), '')).toMatchObject({
    origin: 'automatic',
    bounce: undefined,
  })
})

test.each([
  ['utf-8 with wrong bytes', 'utf-8', Buffer.from([0x43, 0x61, 0x66, 0xe9])],
  ['an unknown charset', 'x-unknown-9', Buffer.from('Café')],
  ['a charset of the past', 'iso-2022-jp', Buffer.from('\x1b$B%3%C%W\x1b(B')],
  ['windows-1252', 'windows-1252', Buffer.from([0x43, 0x61, 0x66, 0xe9])],
  ['NUL', 'utf-8', Buffer.from('Ca\0fé')],
])('reads text in %s', async (_name, charset, body) => {
  const head = `From: a@b.example\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n`
  const { text, problem } = await parse(Buffer.concat([Buffer.from(head), body]))
  expect(problem).toBeUndefined()
  expect(text).not.toBe('')
  expect(text).not.toContain('\0')
  expect(text.isWellFormed()).toBe(true)
})

test('files of other programs stay files', async () => {
  const winmail = lines(
    'From: a@b.example',
    'Content-Type: application/ms-tnef; name="winmail.dat"',
    'Content-Disposition: attachment; filename="winmail.dat"',
    'Content-Transfer-Encoding: base64',
    '',
    'eJ8+IgAA',
  )
  expect((await parse(winmail)).files).toMatchObject([{ name: 'winmail.dat' }])
  const encrypted = lines(
    'From: a@b.example',
    'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m',
    'Content-Transfer-Encoding: base64',
    '',
    'MIAGCSqGSIb3DQEHA6CAMIACAQA=',
  )
  expect(await parse(encrypted)).toMatchObject({
    problem: 'encrypted',
    text: '',
    files: [{ name: 'smime.p7m' }],
  })
})

test('an email with too many parts keeps its head', async () => {
  const depth = 200
  const open = Array.from(
    { length: depth },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
  )
  const deep = `From: Ann <ann@example.com>\r\nSubject: Deep\r\n${open.join('')}Content-Type: text/plain\r\n\r\nx`
  expect(await parse(deep)).toMatchObject({
    problem: 'unreadable',
    fromName: 'Ann',
    subject: 'Deep',
    text: '',
  })
  const huge = `From: Ann <ann@example.com>\r\nSubject: Huge\r\n${'X-A: b\r\n'.repeat(60_000)}\r\nx`
  expect(await parse(huge)).toMatchObject({ problem: 'unreadable', subject: 'Huge' })
  const many = `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Disposition: attachment; filename=x\r\n\r\nx\r\n'.repeat(500)}--b--`
  const { files, omittedFileCount } = await parse(many)
  expect([files.length, omittedFileCount]).toEqual([50, 450])
})

/** Returns a sample that is damaged in several ways. */
function breakMail(seed: number): Buffer {
  const random = createRandom(seed)
  const samples = [usual, report('failed'), withHeaders('Auto-Submitted: auto-replied')]
  let bytes = Buffer.from(samples[random(samples.length)]!)
  for (let i = 0; i <= random(5); i++) {
    const at = random(bytes.length)
    const end = Math.min(bytes.length, at + random(80))
    const noise = Buffer.from(Array.from({ length: random(40) }, () => random(256)))
    const parts = [
      [bytes.subarray(0, at)],
      [bytes.subarray(0, at), noise, bytes.subarray(at)],
      [bytes.subarray(0, at), bytes.subarray(end)],
      [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(at)],
      [
        Buffer.from(
          bytes.toString('latin1').replaceAll('\r\n', ['\n', '\r', '\r\n\r\n'][random(3)]!),
          'latin1',
        ),
      ],
      [
        Buffer.from(
          bytes
            .toString('latin1')
            .replaceAll('utf-8', ['utf-7', 'utf-16le', 'big5', ''][random(4)]!),
          'latin1',
        ),
      ],
      [
        Buffer.from(
          bytes
            .toString('latin1')
            .replaceAll('base64', ['quoted-printable', 'x-uue', '8bit'][random(3)]!),
          'latin1',
        ),
      ],
      [
        bytes.subarray(0, at),
        Buffer.from('\r\nContent-Type: multipart/mixed; boundary=""\r\n'),
        bytes.subarray(at),
      ],
    ][random(8)]!
    bytes = Buffer.concat(parts)
  }
  return bytes
}

test('1,000 broken emails are read or keep what is readable', async () => {
  for (let seed = 1; seed <= 1000; seed++) {
    const mail = await parse(breakMail(seed))
    const texts = [
      mail.fromName,
      mail.fromEmail,
      mail.subject,
      mail.text,
      mail.html ?? '',
      ...mail.to,
    ]
    for (const text of [...texts, ...mail.files.map(({ name }) => name)])
      expect([seed, text.isWellFormed(), text.includes('\0')]).toEqual([seed, true, false])
    expect(mail.html ?? '').not.toMatch(/<script|onerror/i)
    expect(mail.quoteStart ?? 0).toBeLessThanOrEqual(mail.text.length)
  }
})

test('an email that takes too long keeps its head, and the next one is read', async () => {
  const slow = toSource(
    `From: Ann <ann@example.com>\r\nSubject: Slow\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(1_000_000)}`,
  )
  expect(await readMail(slow, undefined, 1)).toMatchObject({
    problem: 'unreadable',
    subject: 'Slow',
  })
  expect(await readMail(toSource(usual), undefined)).toMatchObject({ text: 'Blue?' })
})
