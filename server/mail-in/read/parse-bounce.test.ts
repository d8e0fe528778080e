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
