import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDisk } from '../lib/file/disk.ts'
import { dnsClient } from '../lib/http/dns-client.ts'
import { createBrokenMail } from '../testing/mail/broken-mail.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { acceptMail, maxMailBytes } from './accept-mail.ts'

vi.spyOn(dnsClient, 'resolve').mockRejectedValue(
  Object.assign(new Error('No such name'), { code: 'ENOTFOUND' }),
)

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ MAIL_IN_HOST: 'mail.example.com' })
})
afterAll(() => t.close())

/** Ten of each kind and more. `npm run test:faults` sends ten times as many. */
const mailCount = process.env['EVERY'] ? 2000 : 200
/** Of all small emails, and of one with 25 MB of text, which a thread reads. */
const maxGrowthBytes = { small: 600 * 1024 * 1024, large: 1200 * 1024 * 1024 }

const accept = (content: Buffer) =>
  acceptMail(t.app, openDisk(t.app.config, 'mail'), Readable.from([content]), {
    sender: 'ann@example.com',
    recipients: [{ storeId: t.people.owner.storeId, address: 'store-of-owner@mail.example.com' }],
    clientIp: '',
    clientName: '',
  })

/** An email of the largest size, or one above it. */
function createLargeMail(extraBytes: number): Buffer {
  const head = `From: ann@example.com\r\nSubject: Large ${extraBytes}\r\n\r\n`
  const bytes = Buffer.alloc(maxMailBytes + extraBytes, `${'x'.repeat(76)}\r\n`)
  bytes.write(head)
  return bytes
}

test('broken emails are filed, and none is lost', async () => {
  const memoryBefore = process.memoryUsage().rss
  const getGrowth = () => process.memoryUsage().rss - memoryBefore
  for (let nr = 0; nr < mailCount; nr += 20)
    await Promise.all(Array.from({ length: 20 }, (_, i) => accept(createBrokenMail(nr + i))))
  await t.runJobs({ 'mailIn.file': t.app.jobs['mailIn.file'] })
  expect(getGrowth()).toBeLessThan(maxGrowthBytes.small)
  await accept(createLargeMail(0))
  await expect(accept(createLargeMail(1))).rejects.toMatchObject({ code: 'too_large' })
  await t.runJobs({ 'mailIn.file': t.app.jobs['mailIn.file'] })

  expect(
    await t.sql`select status, error, count(*)::integer from mail_in
      where store_id = ${t.people.owner.storeId} group by status, error`,
  ).toEqual([{ status: 'done', error: '', count: mailCount + 1 }])
  const messages = await t.inStore(
    tx => tx<{ subject: string; text: string; html: string | null; problem: string | null }[]>`
      select m.subject, m.text, m.html, o.problem
      from message m join message_original o on o.message_id = m.id`,
  )
  expect(messages).toHaveLength(mailCount + 1)
  const subjects = new Set(messages.map(({ subject }) => subject))
  for (let nr = 0; nr < mailCount; nr++)
    if (nr % 100 !== 99) expect(subjects).toContain(`Broken ${nr}`)
  for (const { text, html } of messages) {
    expect(text.includes('\0') || !text.isWellFormed()).toBe(false)
    expect(html ?? '').not.toMatch(/<script|onload|javascript:/i)
  }
  expect(getGrowth()).toBeLessThan(maxGrowthBytes.large)
})
