import { expect, test, vi } from 'vitest'
import { dnsClient } from '../lib/http/dns-client.ts'
import { verifySender } from './verify-sender.ts'

vi.spyOn(dnsClient, 'resolve').mockRejectedValue(
  Object.assign(new Error('No such name'), { code: 'ENOTFOUND' }),
)

const head =
  'From: ann@example.com\r\nDKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.com; s=key;\r\n' +
  ` h=From; bh=${Buffer.alloc(32).toString('base64')}; b=${Buffer.alloc(256).toString('base64')}\r\n\r\n`
const verify = (body: Buffer) =>
  verifySender(Buffer.concat([Buffer.from(head), body]), {
    sender: 'ann@example.com',
    clientIp: '',
    clientName: '',
  })

test('the signatures of a text with a line that takes long to hash are not checked', async () => {
  expect((await verify(Buffer.from('Hello\r\n'))).dkim).not.toBe('none')
  expect((await verify(Buffer.alloc(300_000, `${'x'.repeat(76)}\r\n`))).dkim).not.toBe('none')
  expect((await verify(Buffer.alloc(300_000, 'x'))).dkim).toBe('none')
})

test('other work is done while a large email is hashed', async () => {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  await verify(Buffer.alloc(20_000_000, `${'x'.repeat(76)}\r\n`))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
})

test('an email of a mailbox fails only by its signature', async () => {
  vi.spyOn(dnsClient, 'resolve').mockImplementation(async name =>
    name === '_dmarc.example.com' ? [['v=DMARC1; p=reject']] : [],
  )
  const bytes = Buffer.from('From: ann@example.com\r\n\r\nHello\r\n')
  const connection = { sender: null, clientIp: '', clientName: '' }
  expect((await verifySender(bytes, connection)).dmarc).toBe('fail')
  expect((await verifySender(bytes, { ...connection, isFromMailbox: true })).dmarc).toBe('unknown')
})
