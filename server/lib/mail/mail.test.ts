import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createMailSender } from './mail.ts'

test('an email has the same Message-ID when its job retries, and another one with another link or job', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'storewright-mail-'))
  const mailSender = createMailSender(
    readConfig({ DATA_DIR: dataDir, MAIL_FROM: 'Store <post@example.com>' }),
    Fastify({ logger: false }).log,
  )
  const mail = { to: 'ada@example.com', subject: 'Hello', lines: ['Hello'] }
  const job = { id: '7', created_at: new Date('2026-01-01') }
  const link = { url: 'https://example.com/#token=a', label: 'Open' }
  const outbox = join(dataDir, 'outbox')
  async function readMessageId(name: string) {
    const text = await readFile(join(outbox, name), 'utf8')
    return /^Message-ID: (<.+>)/m.exec(text)?.[1]
  }
  const readMessageIds = async () => Promise.all((await readdir(outbox)).map(readMessageId))
  await mailSender.send(mail, job)
  await mailSender.send(mail, { ...job })
  const [first, second] = await readMessageIds()
  expect(first).toMatch(/^<[0-9a-f]{40}@example\.com>$/)
  expect(second).toBe(first)
  await mailSender.send({ ...mail, link }, job)
  await mailSender.send(mail, { ...job, id: '8' })
  expect(new Set(await readMessageIds()).size).toBe(3)
  await rm(dataDir, { recursive: true })
})
