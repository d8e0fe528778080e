import { tmpdir } from 'node:os'
import Fastify from 'fastify'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Email } from '#contract/lib/schemas.ts'
import { normalizeEmail } from '#contract/lib/text/email.ts'
import { readConfig } from '../../config.ts'
import { createMailSender } from './mail.ts'

const recipients: string[] = []
const headers: string[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    // The server shows domains with the letters of their script.
    recipients.push(normalizeEmail(address))
    done()
  },
  onData(stream, _session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      headers.push(/^To: (.*)\r$/m.exec(text)?.[1] ?? '')
      done()
    })
  },
})

beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<void>(resolve => server.close(resolve)))

const job = { id: '7', created_at: new Date('2026-01-01') }

test.each([
  ['ivan@пример.рф', 'ivan@xn--e1afmkfd.xn--p1ai'],
  ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
  ['用户@例え.jp', '用户@xn--r8jz45g.jp'],
])('an email to %s reaches %s', async (text, address) => {
  const { port } = server.server.address() as { port: number }
  const sender = createMailSender(
    readConfig({ DATA_DIR: tmpdir(), SMTP_URL: `smtp://127.0.0.1:${port}` }),
    Fastify({ logger: false }).log,
  )
  recipients.length = 0
  await sender.send({ to: Email.parse(text), subject: 'Hello', lines: ['Hello'] }, job)
  expect(recipients).toEqual([address])
  expect(normalizeEmail(headers.at(-1) ?? '')).toBe(address)
})
