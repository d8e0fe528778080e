import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/testing.ts'

const secret = 'a-secret-of-the-provider'
const ownerAddress = 'store-of-owner@mail.example.com'
let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ MAIL_IN_HOST: 'mail.example.com', MAIL_IN_SECRET: secret })
})
afterAll(() => t.close())

const listMails = () => t.sql<{ fileKey: string; recipient: string; sender: string }[]>`
  select * from mail_in where store_id = ${t.people.owner.storeId} order by id`
const content = Buffer.from('From: ann@example.com\r\nSubject: Caf\xe9\r\n\r\nBlue?\r\n', 'latin1')
const send = (
  usedSecret: string,
  query: Record<string, string>,
  payload: Buffer = content,
  headers: Record<string, string> = { 'content-type': 'message/rfc822' },
) =>
  t.app.inject({
    method: 'POST',
    url: `/api/mail/in/${encodeURIComponent(usedSecret)}`,
    query,
    headers,
    payload,
  })

test('a provider delivers an email with its bytes unchanged', async () => {
  const reply = await send(secret, { from: 'ann@example.com', to: ownerAddress })
  expect(reply.statusCode).toBe(200)
  const [mail, ...others] = await listMails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ sender: 'ann@example.com', recipient: ownerAddress })
  expect(await readFile(join(t.app.config.dataDir, 'mail', mail!.fileKey))).toEqual(content)
  await send(secret, { from: 'ann@example.com', to: ownerAddress })
  expect(await listMails()).toHaveLength(1)
})

test('a provider delivers a long email', async () => {
  const long = Buffer.from(`Subject: Long\r\n\r\n${'Blue? '.repeat(20_000)}`)
  const reply = await send(secret, { to: 'store-of-stranger@mail.example.com' }, long)
  expect(reply.statusCode).toBe(200)
})

test.each([
  ['another-secret-of-the-provider', { to: ownerAddress }, 404, 'not_found'],
  [`${secret} `, { to: ownerAddress }, 404, 'not_found'],
  [secret, { to: 'no-such-store@mail.example.com' }, 404, 'mail_recipient_not_found'],
  [secret, { to: 'store-of-owner@example.com' }, 404, 'mail_recipient_not_found'],
  [secret, {}, 422, 'invalid'],
])('rejects %s %j with %s', async (usedSecret, query, status, code) => {
  const before = await listMails()
  const reply = await send(usedSecret, query)
  expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  expect(await listMails()).toEqual(before)
})

test('rejects an email above 25 MB', async () => {
  const before = await listMails()
  const reply = await send(secret, { to: ownerAddress }, Buffer.alloc(26 * 1024 * 1024, 'x\r\n'))
  expect(reply.statusCode).toBe(413)
  expect(await listMails()).toEqual(before)
})

test('without a secret of the installation, no secret is right', async () => {
  const { mailIn } = t.app.config
  Object.assign(t.app.config, { mailIn: { ...mailIn!, secret: undefined } })
  const before = await listMails()
  for (const guess of ['undefined', 'null', secret]) {
    const reply = await send(guess, { to: ownerAddress })
    expect(reply.statusCode).toBe(404)
  }
  Object.assign(t.app.config, { mailIn })
  expect(await listMails()).toEqual(before)
})
