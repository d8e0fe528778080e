import { expect, test } from 'vitest'
import { deliveryReports } from '../../testing/mail/delivery-reports.ts'
import { parseMail } from './parse-mail.ts'

const emailId = '<campaign.1@shop.example>'

test.each([
  ['postfixUnknown', true, [emailId]],
  ['postfixFull', false, [emailId]],
  ['postfixBlocked', false, [emailId]],
  ['exchange', true, [emailId]],
  ['gmail', true, []],
] as const)('reads the report %s', async (name, isPermanent, emailIds) => {
  const raw = deliveryReports[name]({ recipient: 'gone@example.org', emailId })
  const { origin, bounce } = await parseMail({ bytes: Buffer.from(raw), envelopeSender: '' })
  expect(origin).toBe('bounce')
  expect(bounce).toMatchObject({ recipient: 'gone@example.org', isPermanent, emailIds })
})

test.each([
  ['5.1.1', true],
  ['5.1.10', true],
  ['5.2.1', true],
  ['5.0.0', false],
  ['5.1.8', false],
  ['5.2.2', false],
  ['5.7.1', false],
])('knows whether the status %s is about the recipient', async (status, isPermanent) => {
  const raw = deliveryReports
    .postfixUnknown({ recipient: 'gone@example.org', emailId })
    .replace('Status: 5.1.1', `Status: ${status}`)
  const { bounce } = await parseMail({ bytes: Buffer.from(raw), envelopeSender: '' })
  expect(bounce).toMatchObject({ isPermanent })
})

test.each([
  ['MAILER-DAEMON@mx.example', 'failure notice', 'bounce'],
  ['mailer-daemon@mx.example', 'Warning: message delayed 24 hours', 'automatic'],
  ['ann@example.org', 'Out of office', 'automatic'],
])(
  'reads an email without a report from %s with the subject %s',
  async (from, subject, expected) => {
    const bytes = Buffer.from(`From: ${from}\r\nSubject: ${subject}\r\n\r\nHello`)
    const { origin, bounce } = await parseMail({ bytes, envelopeSender: '' })
    expect(origin).toBe(expected)
    expect(bounce?.isPermanent).toBe(expected === 'bounce' ? false : undefined)
  },
)
