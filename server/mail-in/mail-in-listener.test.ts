import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { maxMailBytes } from './accept-mail.ts'
import { startMailListener } from './mail-in-listener.ts'

let t: TestApp
let port: number
beforeAll(async () => {
  t = await startTestApp({ MAIL_IN_HOST: 'mail.example.com', MAIL_IN_PORT: '0' })
  port = await startMailListener(t.app)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.sql`delete from mail_in`
  await t.sql`delete from graphile_worker._private_jobs`
  await rm(join(t.app.config.dataDir, 'mail'), { recursive: true, force: true })
})

const ownerAddress = 'store-of-owner@mail.example.com'
const strangerAddress = 'store-of-stranger@mail.example.com'
type MailRow = {
  storeId: string
  sender: string
  recipient: string
  fileKey: string
  bytes: number
}
const listMails = () => t.sql<MailRow[]>`select * from mail_in order by recipient, id`
const readStored = ({ fileKey }: MailRow) => readFile(join(t.app.config.dataDir, 'mail', fileKey))
async function listFiles(): Promise<string[]> {
  const folder = join(t.app.config.dataDir, 'mail')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter(entry => entry.isFile()).map(({ name }) => name)
}
const listJobs = () => t.sql<{ name: string }[]>`
  select task_identifier as name from graphile_worker.jobs where task_identifier = 'mailIn.file'`

const raw = (text: string) => `From: ann@example.com\r\nSubject: Cup\r\n\r\n${text}\r\n`
type Delivery = { to: string | string[]; from?: string; content?: string; mailPort?: number }
function send({ to, from = 'ann@example.com', content = raw('Blue?'), mailPort = port }: Delivery) {
  const transport = createTransport({ host: '127.0.0.1', port: mailPort, ignoreTLS: true })
  return transport.sendMail({ envelope: { from, to }, raw: content }).finally(transport.close)
}
const refused = (responseCode: number) => expect.objectContaining({ responseCode })
async function expectNothingStored() {
  expect(await listMails()).toEqual([])
  expect(await listFiles()).toEqual([])
}

test('an accepted email has its row, its bytes and its job', async () => {
  await send({ to: ownerAddress.toUpperCase(), from: 'Ann@Example.com' })
  const [mail, ...others] = await listMails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    storeId: t.people.owner.storeId,
    sender: 'ann@example.com',
    recipient: ownerAddress,
  })
  const bytes = await readStored(mail!)
  expect(bytes.toString()).toBe(raw('Blue?'))
  expect(bytes).toHaveLength(mail!.bytes)
  expect(await listJobs()).toHaveLength(1)
})

test('the same email is stored once, and once for each recipient', async () => {
  await send({ to: [ownerAddress, strangerAddress] })
  await send({ to: [strangerAddress, ownerAddress] })
  const mails = await listMails()
  expect(mails.map(({ storeId, recipient }) => [storeId, recipient])).toEqual([
    [t.people.owner.storeId, ownerAddress],
    [t.people.stranger.storeId, strangerAddress],
  ])
  expect(await listFiles()).toHaveLength(2)
  for (const mail of mails) expect((await readStored(mail)).toString()).toBe(raw('Blue?'))
})

test.each([
  'store-of-nobody@mail.example.com',
  'store-of-owner@example.com',
  'store-of-owner@sub.mail.example.com',
  'store-of-owner+x@mail.example.com',
  'r+0123456789abcdef0123456789abcdef@mail.example.com',
])('an email to %s is rejected at RCPT', async to => {
  await expect(send({ to })).rejects.toEqual(refused(550))
  await expectNothingStored()
})

test('a closed store receives no emails', async () => {
  await t.inStore(tx => tx`update store set status = 'closed'`)
  onTestFinished(async () => void (await t.inStore(tx => tx`update store set status = 'live'`)))
  await expect(send({ to: ownerAddress })).rejects.toEqual(refused(550))
  await expectNothingStored()
})

test('an email above 25 MB is rejected, whether its size is announced or not', async () => {
  const line = `${'x'.repeat(76)}\r\n`
  const content = raw(line.repeat(Math.ceil(maxMailBytes / line.length)))
  await expect(send({ to: ownerAddress, content })).rejects.toEqual(refused(552))
  await expect(sendWithoutSize(content)).resolves.toMatch(/^552/)
  await expectNothingStored()
  await send({ to: ownerAddress, content: raw(line.repeat(1000)) })
  expect(await listMails()).toHaveLength(1)
})

/** Returns the reply after the message. */
async function sendWithoutSize(content: string, endsEarly = false): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('utf8')
  const lines = socket[Symbol.asyncIterator]()
  const read = async () => String((await lines.next()).value)
  await read()
  for (const command of [
    'HELO client.example',
    'MAIL FROM:<ann@example.com>',
    `RCPT TO:<${ownerAddress}>`,
    'DATA',
  ]) {
    socket.write(`${command}\r\n`)
    await read()
  }
  if (endsEarly) {
    socket.end(content)
    return ''
  }
  socket.write(`${content}\r\n.\r\n`)
  const reply = await read()
  socket.destroy()
  return reply
}

test('a connection that ends within an email stores nothing', async () => {
  await sendWithoutSize(raw('Half of an em'), true)
  await eventually(async () => {
    const closed = await t.sql`
      select from graphile_worker.jobs where task_identifier = 'mailIn.deleteFiles'`
    expect(closed).toHaveLength(1)
  })
  await eventually(async () => expect(await listFiles()).toEqual([]))
  expect(await listMails()).toEqual([])
})

test('while the disk rejects files, the sender tries again later', async () => {
  const log = vi.spyOn(t.app.log, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const folder = join(t.app.config.dataDir, 'mail')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, t.people.owner.storeId), 'A file where a folder belongs')
  const content = raw('x\r\n'.repeat(500_000))
  await expect(send({ to: ownerAddress, content })).rejects.toEqual(refused(451))
  expect(log).toHaveBeenCalledOnce()
  expect(await listMails()).toEqual([])
  await rm(join(folder, t.people.owner.storeId))
  await send({ to: ownerAddress, content })
  expect(await listMails()).toHaveLength(1)
})

test('while the database rejects rows, the sender tries again later', async () => {
  const log = vi.spyOn(t.app.log, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  await t.sql`alter table mail_in add constraint broken check (false)`
  await expect(send({ to: ownerAddress })).rejects.toEqual(refused(451))
  await t.sql`alter table mail_in drop constraint broken`
  expect(await listMails()).toEqual([])
  await send({ to: ownerAddress })
  expect(await listMails()).toHaveLength(1)
})

test('a file whose email was not stored is deleted later', async () => {
  await send({ to: ownerAddress })
  const [mail] = await listMails()
  await t.sql`update graphile_worker._private_jobs set run_at = now()`
  await t.runJobs({ 'mailIn.deleteFiles': t.app.jobs['mailIn.deleteFiles'] })
  expect(await listFiles()).toHaveLength(1)
  await t.sql`delete from mail_in where file_key = ${mail!.fileKey}`
  await t.runJobs({ 'mailIn.deleteFiles': t.app.jobs['mailIn.deleteFiles'] })
  expect(await listFiles()).toEqual([])
})

test('receives by LMTP', async () => {
  const config = { ...t.app.config, mailIn: { ...t.app.config.mailIn!, protocol: 'lmtp' as const } }
  const lmtpPort = await startMailListener(Object.assign(Object.create(t.app), { config }))
  const transport = createTransport({
    host: '127.0.0.1',
    port: lmtpPort,
    lmtp: true,
    ignoreTLS: true,
  })
  const { rejected } = await transport.sendMail({
    envelope: { from: 'ann@example.com', to: [ownerAddress, 'nobody-here@mail.example.com'] },
    raw: raw('By LMTP'),
  })
  transport.close()
  expect(rejected).toEqual(['nobody-here@mail.example.com'])
  expect((await readStored((await listMails())[0]!)).toString()).toBe(raw('By LMTP'))
})
