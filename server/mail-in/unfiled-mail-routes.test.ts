import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { conversationApi } from '#contract/desk/conversation.ts'
import { mailInApi } from '#contract/desk/mail-in.ts'
import { addUnfiledMail } from '../testing/mail/unfiled-mail-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { toMailFailure } from './mail-failure.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ MAIL_IN_HOST: 'mail.example.com' })
})
afterAll(() => t.close())
beforeEach(() => t.sql`delete from mail_in where store_id = ${t.people.owner.storeId}`)

const list = async () => (await t.call('owner', mailInApi.listUnfiled)).body.data
const countUnfiled = async () => (await t.call('owner', conversationApi.counts)).body.data.unfiled
const retry = (id: string, as: 'owner' | 'stranger' | 'nobody' = 'owner') =>
  t.call(as, mailInApi.retryUnfiled, { params: { id } })
const download = (id: string, as: 'owner' | 'stranger' = 'owner') =>
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

test('the original can be downloaded, and another attempt files it', async () => {
  const id = await addUnfiledMail(t)
  const content = 'From: Ann <ann@example.com>\r\nSubject: Late\r\n\r\nStill blue?\r\n'
  await writeOriginal(id, content)
  const original = await download(id)
  expect(original.status).toBe(200)
  expect(original.headers['content-disposition']).toContain('message.eml')
  expect((await retry(id)).status).toBe(200)
  expect(await list()).toEqual([])
  await runFiling()
  const { body } = await t.call('owner', conversationApi.list)
  expect(body.data).toMatchObject([{ subject: 'Late', lastText: 'Still blue?' }])
  expect(await countUnfiled()).toBe(0)
  expect((await retry(id)).status).toBe(404)
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
