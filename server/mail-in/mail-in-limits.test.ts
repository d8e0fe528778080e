import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { clock } from '../lib/security/rate-limit.ts'
import type { RateLimit } from '../lib/security/rate-limit-rule.ts'
import { eventually } from '../testing/eventually.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { startMailListener } from './mail-in-listener.ts'

vi.spyOn(clock, 'sleep').mockResolvedValue(undefined)

let t: TestApp
let port: number
let relayPort: number
beforeAll(async () => {
  t = await startTestApp({
    MAIL_IN_HOST: 'mail.example.com',
    MAIL_IN_PORT: '0',
    MAIL_IN_SECRET: 'a-secret-of-the-provider',
  })
  port = await startMailListener(t.app, {
    maxPerNetwork: 3,
    maxMs: 1500,
    maxBytes: 2_000_000,
    checkMs: 50,
    isLimited: () => true,
  })
  relayPort = await startMailListener(t.app, { maxPerNetwork: 1 })
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.sql`delete from mail_in`
  await t.sql`delete from rate_limit_bucket`
  await rm(join(t.app.config.dataDir, 'mail'), { recursive: true, force: true })
})

const ownerAddress = 'store-of-owner@mail.example.com'
const countMails = async () => (await t.sql`select from mail_in`).length
async function listFiles() {
  const folder = join(t.app.config.dataDir, 'mail')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter(entry => entry.isFile())
}

/** A test sends from an own address, so that the limits of others do not count. */
function send(text: string, localAddress: string) {
  const transport = createTransport({ host: '127.0.0.1', port, localAddress, ignoreTLS: true })
  return transport
    .sendMail({
      envelope: { from: 'ann@example.com', to: ownerAddress },
      raw: `From: ann@example.com\r\n\r\n${text}\r\n`,
    })
    .finally(transport.close)
}

function setLimit(
  rule: 'mailIn' | 'mailInConnection' | 'mailInMegabytes',
  limit: { source?: RateLimit; target?: RateLimit },
) {
  const before = t.app.config.rateLimits[rule]
  Object.assign(t.app.config.rateLimits, { [rule]: limit })
  onTestFinished(() => void Object.assign(t.app.config.rateLimits, { [rule]: before }))
}

/** Returns a connection and its first reply. */
async function open(localAddress: string) {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  socket.on('error', () => {})
  const [greeting] = await once(socket.setEncoding('utf8'), 'data')
  return { socket, greeting: String(greeting) }
}

/** An error, such as a reset connection, closes it too. */
const waitForClose = (socket: Socket) =>
  new Promise<void>(resolve => void socket.once('close', () => resolve()))

async function startData(localAddress: string) {
  const { socket } = await open(localAddress)
  for (const command of [
    'HELO client.example',
    'MAIL FROM:<>',
    `RCPT TO:<${ownerAddress}>`,
    'DATA',
  ]) {
    socket.write(`${command}\r\n`)
    await once(socket, 'data')
  }
  return socket
}

test('one network has three connections, and others have theirs', async () => {
  const sockets = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')]
  expect(sockets.map(({ greeting }) => greeting.slice(0, 3))).toEqual(['220', '220', '220'])
  const fourth = await open('127.0.0.2')
  expect(fourth.greeting).toMatch(/^421/)
  await send('From elsewhere', '127.0.0.3')
  expect(await countMails()).toBe(1)
  sockets[0]!.socket.destroy()
  await eventually(async () => {
    const next = await open('127.0.0.2')
    next.socket.destroy()
    expect(next.greeting).toMatch(/^220/)
  })
  for (const { socket } of sockets) socket.destroy()
})

test('a mail server with a private address in front has no limits of one source', async () => {
  for (const rule of ['mailIn', 'mailInConnection', 'mailInMegabytes'] as const)
    setLimit(rule, { source: { count: 1, refillSeconds: 600 } })
  const limitedPort = port
  port = relayPort
  onTestFinished(() => {
    port = limitedPort
  })
  const { socket, greeting } = await open('127.0.0.2')
  expect(greeting).toMatch(/^220/)
  await send('One', '127.0.0.2')
  await send('Two', '127.0.0.2')
  socket.destroy()
  expect(await countMails()).toBe(2)
})

test('one network opens a limited number of connections in a minute', async () => {
  setLimit('mailInConnection', { source: { count: 2, refillSeconds: 600 } })
  await send('One', '127.0.0.4')
  await send('Two', '127.0.0.4')
  await expect(send('Three', '127.0.0.4')).rejects.toMatchObject({ responseCode: 451 })
  await send('From elsewhere', '127.0.0.5')
  expect(await countMails()).toBe(3)
})

test('a slow sender is cut off and leaves nothing', async () => {
  const socket = await startData('127.0.0.6')
  const timer = setInterval(() => socket.write('x'), 50)
  await waitForClose(socket)
  clearInterval(timer)
  await eventually(async () => expect(await listFiles()).toEqual([]))
  expect(await countMails()).toBe(0)
  await send('Fast', '127.0.0.6')
  expect(await countMails()).toBe(1)
})

test('a sender that never ends is cut off', async () => {
  const socket = await startData('127.0.0.7')
  const timer = setInterval(() => socket.write('x'.repeat(500_000)), 20)
  await waitForClose(socket)
  clearInterval(timer)
  // Until the limit of time it would write about twice as much.
  expect(socket.bytesWritten).toBeLessThan(20_000_000)
  expect(await countMails()).toBe(0)
})

const megabyte = 'x\r\n'.repeat(340_000)

test.each([
  ['network', 'source'],
  ['store', 'target'],
])('the megabytes of one %s are limited', async (_name, dimension) => {
  setLimit('mailInMegabytes', { [dimension]: { count: 3, refillSeconds: 600 } })
  await send(megabyte, '127.0.0.8')
  await send(`${megabyte}again`, '127.0.0.8')
  await send(`${megabyte}more`, '127.0.0.8')
  await expect(send('A short one', '127.0.0.8')).rejects.toMatchObject({ responseCode: 451 })
  expect(await countMails()).toBe(3)
  expect(await listFiles()).toHaveLength(3)
  const fromElsewhere = send('From elsewhere', '127.0.0.9')
  if (dimension === 'source') await fromElsewhere
  else await expect(fromElsewhere).rejects.toMatchObject({ responseCode: 451 })
})

test('a mail that is larger than a limit arrives alone', async () => {
  setLimit('mailInMegabytes', { source: { count: 1, refillSeconds: 600 } })
  await send(`${megabyte}${megabyte.slice(0, 600_000)}`, '127.0.0.10')
  await expect(send('Next', '127.0.0.10')).rejects.toMatchObject({ responseCode: 451 })
  expect(await countMails()).toBe(1)
})

test('the emails of one network are limited', async () => {
  setLimit('mailIn', { source: { count: 2, refillSeconds: 600 } })
  await send('One', '127.0.0.11')
  await send('Two', '127.0.0.11')
  await expect(send('Three', '127.0.0.11')).rejects.toMatchObject({ responseCode: 451 })
  expect(await countMails()).toBe(2)
})

test.each([
  [{}, null, 'person'],
  [{ from: '' }, '', 'automatic'],
  [{ from: 'ann@example.com' }, 'ann@example.com', 'person'],
])('an email of a provider with %j is from %s', async (query, sender, origin) => {
  const text = `Sender ${sender}, ${origin}`
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/mail/in/a-secret-of-the-provider',
    query: { to: ownerAddress, ...query },
    headers: { 'content-type': 'message/rfc822' },
    payload: `From: ann@example.com\r\n\r\n${text}\r\n`,
  })
  expect(reply.statusCode).toBe(200)
  expect(await t.sql`select sender from mail_in`).toEqual([{ sender }])
  await t.runJobs({ 'mailIn.file': t.app.jobs['mailIn.file'] })
  const messages = await t.inStore(
    tx => tx<{ origin: string; fromEmail: string }[]>`
      select origin, from_email from message where text = ${text}`,
  )
  expect(messages).toEqual([{ origin, fromEmail: 'ann@example.com' }])
})
