import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createMailSender } from './mail.ts'

test('a mail that its job sends twice is the same mail; with another link, or of another job, it is another', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'storewright-mail-'))
  const post = createMailSender(
    readConfig({ DATA_DIR: dataDir, MAIL_FROM: 'Store <post@example.com>' }),
    Fastify({ logger: false }).log,
  )
  const mail = { to: 'ada@example.com', subject: 'Hello', lines: ['Hello'] }
  const job = { id: '7', created_at: new Date('2026-01-01') }
  const link = { url: 'https://example.com/#token=a', label: 'Open' }
  const idsOf = async () =>
    Promise.all(
      (await readdir(join(dataDir, 'outbox'))).map(
        async name =>
          /^Message-ID: (<.+>)/m.exec(await readFile(join(dataDir, 'outbox', name), 'utf8'))?.[1],
      ),
    )
  await post.send(mail, job)
  await post.send(mail, { ...job })
  const [first, second] = await idsOf()
  expect(first).toMatch(/^<[0-9a-f]{40}@example\.com>$/)
  expect(second).toBe(first)
  await post.send({ ...mail, link }, job)
  await post.send(mail, { ...job, id: '8' })
  expect(new Set(await idsOf()).size).toBe(3)
  await rm(dataDir, { recursive: true })
})
