import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { conversationApi } from '#contract/desk/conversation.ts'
import { mailInApi } from '#contract/desk/mail-in.ts'
import { enqueueJob } from '../lib/job/jobs.ts'
import { addUnfiledMail } from '../testing/mail/unfiled-mail-testing.ts'
import { addContactMessage } from '../testing/subject/contact-message-testing.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'
import { toMailFailure } from './mail-failure.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ MAIL_IN_HOST: 'mail.example.com' })
})
afterAll(() => t.close())
beforeEach(() =>
  t.inStore(async tx => {
    await tx`delete from mail_in`
    await tx`delete from conversation`
  }),
)

const list = async () => (await t.call('owner', mailInApi.listUnfiled)).body.data
const countUnfiled = async () => (await t.call('owner', conversationApi.counts)).body.data.unfiled
const retry = (id: string, as: 'owner' | 'stranger' | 'nobody' | Tester = 'owner') =>
  t.call(as, mailInApi.retryUnfiled, { params: { id } })
const download = (id: string, as: 'owner' | 'stranger' | Tester = 'owner') =>
  t.call(as, mailInApi.getUnfiledOriginal, { params: { id } })
const runFiling = () => t.runJobs({ 'mailIn.file': t.app.jobs['mailIn.file'] })

async function writeOriginal(id: string, content: string) {
  const [mail] = await t.sql<{ fileKey: string }[]>`select file_key from mail_in where id = ${id}`
  const path = join(t.app.config.dataDir, 'mail', mail!.fileKey)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

test('lists the emails that several attempts did not file, with the reason', async () => {
  const dead = await addUnfiledMail(t)
  const retried = await addUnfiledMail(t, { status: 'new', tries: 3, error: 'timeout' })
  const old = await addUnfiledMail(t, { error: 'duplicate key value' })
  await addUnfiledMail(t, { status: 'new', tries: 2, error: 'timeout' })
  await addUnfiledMail(t, { status: 'new', tries: 5, error: '' })
  await addUnfiledMail(t, { status: 'done', error: '' })
  expect(await list()).toMatchObject([
    { _id: old, reason: 'unexpected', isRetried: false },
    { _id: retried, reason: 'timeout', isRetried: true },
    { _id: dead, reason: 'disk_full', isRetried: false, sender: 'ann@example.com', bytes: 2048 },
  ])
  expect(await countUnfiled()).toBe(3)
})

test('emails that no attempt can add are listed for 14 days', async () => {
  await addUnfiledMail(t, { error: 'too_large' })
  const other = await addUnfiledMail(t)
  expect(await list()).toHaveLength(2)
  await t.inStore(tx => tx`update mail_in set created_at = created_at - interval '15 days'`)
  expect(await list()).toMatchObject([{ _id: other }])
  expect(await countUnfiled()).toBe(1)
})

test('the original can be downloaded, and another attempt files it', async () => {
  const id = await addUnfiledMail(t)
  const content = 'From: Ann <ann@example.com>\r\nSubject: Late\r\n\r\nStill blue?\r\n'
  await writeOriginal(id, content)
  const original = await download(id)
  expect(original.status).toBe(200)
  expect(original.headers['content-disposition']).toContain('message.eml')
  expect(
    await t.sql`select count(*)::integer from audit where action = 'export' and entity_id = ${id}`,
  ).toEqual([{ count: 1 }])
  expect((await retry(id)).status).toBe(200)
  expect((await retry(id)).status).toBe(200)
  expect(
    await t.sql`select payload from graphile_worker._private_jobs where payload ->> 'id' = ${id}`,
  ).toHaveLength(1)
  expect(await list()).toEqual([])
  await runFiling()
  const { body } = await t.call('owner', conversationApi.list)
  expect(body.data).toMatchObject([{ subject: 'Late', lastText: 'Still blue?' }])
  expect(await countUnfiled()).toBe(0)
  expect((await retry(id)).status).toBe(200)
  expect(await t.sql`select status from mail_in where id = ${id}`).toEqual([{ status: 'done' }])
  expect((await download(id)).status).toBe(404)
})

test('an email whose file is missing says so after its attempts', async () => {
  const id = await addUnfiledMail(t)
  expect((await download(id)).status).toBe(404)
  await retry(id)
  await t.inStore(tx => tx`update mail_in set tries = 23 where id = ${id}`)
  await runFiling()
  expect(await list()).toMatchObject([{ _id: id, reason: 'original_missing', isRetried: false }])
})

test('an answer to a private conversation is shown only to those who see it', async () => {
  const colleague = await makePerson(t.app, t.sql, 'colleague', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'conversation' }],
  })
  const countAs = async (as: 'owner' | Tester) => [
    (await t.call(as, mailInApi.listUnfiled)).body.data.length,
    (await t.call(as, conversationApi.counts)).body.data.unfiled,
  ]
  const conversation = await addContactMessage(t, 'Where is my refund?')
  const id = await addUnfiledMail(t)
  await t.inStore(
    tx => tx`
      update mail_in set recipient = 'r+' || c.reply_token || '@mail.example.com'
      from conversation c where c.id = ${conversation} and mail_in.id = ${id}`,
  )
  expect(await countAs(colleague)).toEqual([1, 1])
  await t.inStore(tx => tx`update conversation set labels = '{private}' where id = ${conversation}`)
  expect(await countAs(colleague)).toEqual([0, 0])
  expect(await countAs('owner')).toEqual([1, 1])
  expect((await download(id, colleague)).status).toBe(404)
  expect((await retry(id, colleague)).status).toBe(404)
  expect(await t.sql`select status from mail_in where id = ${id}`).toEqual([{ status: 'dead' }])
})

test('an email whose job has ended without a result is filed later', async () => {
  const listJobs = () =>
    t.sql`select from graphile_worker._private_jobs where payload ->> 'id' = any (${ids})`
  const stranded = await addUnfiledMail(t, { status: 'new', tries: 25, error: '' })
  const failing = await addUnfiledMail(t, { status: 'new', tries: 5, error: 'timeout' })
  const fresh = await addUnfiledMail(t, { status: 'new', tries: 0, error: '' })
  const ids = [stranded, failing, fresh]
  const setAge = (id: string, age: string) =>
    t.inStore(tx => tx`update mail_in set created_at = now() - ${age}::interval where id = ${id}`)
  await setAge(stranded, '2 hours')
  await setAge(failing, '2 days')
  const run = async () => {
    await t.inStore(tx => enqueueJob(tx, 'mailIn.retry', {}))
    await t.runJobs({ 'mailIn.retry': t.app.jobs['mailIn.retry'] })
  }
  await run()
  await run()
  expect(await listJobs()).toHaveLength(1)
  await setAge(failing, '6 days')
  await run()
  expect(await listJobs()).toHaveLength(2)
})

test('other stores and people without permission change nothing', async () => {
  const id = await addUnfiledMail(t)
  for (const as of ['stranger', 'nobody'] as const) {
    const { status } = await retry(id, as)
    expect([403, 404]).toContain(status)
  }
  expect((await download(id, 'stranger')).status).toBe(404)
  expect((await t.call('stranger', mailInApi.listUnfiled)).body.data).toEqual([])
  expect(await t.sql`select status, tries from mail_in where id = ${id}`).toEqual([
    { status: 'dead', tries: 24 },
  ])
})

test.each([
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'disk_full'],
  [
    new Error('x', { cause: Object.assign(new Error('y'), { code: 'ENOENT' }) }),
    'original_missing',
  ],
  [new DOMException('x', 'TimeoutError'), 'timeout'],
  ['text', 'unexpected'],
])('%s is %s', (error, failure) => {
  expect(toMailFailure(error)).toBe(failure)
})
