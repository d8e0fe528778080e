import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Conversation, conversationApi } from '#contract/desk/conversation.ts'
import { draftFileApi } from '#contract/desk/draft-file.ts'
import { type MessageFile, messageApi } from '#contract/desk/message.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { addContactMessage } from '../testing/subject/contact-message-testing.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
let id: string
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.inStore(tx => tx`delete from conversation`)
  id = await addContactMessage(t, 'Where is my invoice?')
})

const get = async (): Promise<Conversation> =>
  (await t.call('owner', conversationApi.get, { params: { id } })).body.data
function attach(
  name: string,
  content: string | Buffer,
  as: 'owner' | 'stranger' | Tester = 'owner',
) {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  return t.call(as, draftFileApi.addDraftFile, { params: { id }, body })
}
const getNames = (files: MessageFile[]) => files.map(({ name }) => name)
const reply = (text: string) =>
  t.call('owner', conversationApi.reply, { params: { id }, body: { text } })
/** Ends the time in which messages can be unsent, and sends them. */
async function send() {
  await t.inStore(tx => tx`update message set send_at = now() where status = 'queued'`)
  await t.sql`update graphile_worker._private_jobs set run_at = now()`
  await t.runJobs({ 'conversation.mail': t.app.jobs['conversation.mail'] })
}
const listKeys = () =>
  t.inStore(tx => tx<{ fileKey: string }[]>`select file_key from message_file order by file_key`)

test('the files of a draft are sent with the reply and shown in the message', async () => {
  await attach('invoice', '%PDF-1.7 first')
  const { body } = await attach('notes.txt', 'Second')
  expect(getNames(body.data)).toEqual(['invoice.pdf', 'notes.txt'])
  expect(await get()).toMatchObject({
    draft: '',
    draftFiles: [{ contentType: 'application/pdf' }, {}],
  })
  await reply('Here it is.')
  const sent = await get()
  expect(sent.draftFiles).toEqual([])
  expect(getNames(sent.messages[1]?.files ?? [])).toEqual(['invoice.pdf', 'notes.txt'])
  await send()
  const mail = (await listMailsTo(t, 'ann@shopper.example')).at(-1)
  expect(mail).toContain('filename=invoice.pdf')
  expect(mail).toContain('application/pdf')
  expect(mail).toContain(Buffer.from('%PDF-1.7 first').toString('base64url'))
  expect(mail).toContain('filename=notes.txt')
  const params = { id: sent.messages[1]?.files[1]?._id ?? '' }
  expect((await t.call('owner', messageApi.getFile, { params })).body).toBe('Second')
})

test('a text that is emptied keeps its files, and the last removed file ends the draft', async () => {
  await attach('notes.txt', 'Text')
  const save = (text: string) =>
    t.call('owner', conversationApi.saveDraft, { params: { id }, body: { text } })
  await save('Draft')
  await save('')
  const { draft, draftFiles } = await get()
  expect([draft, getNames(draftFiles)]).toEqual(['', ['notes.txt']])
  const params = { id: draftFiles[0]?._id ?? '' }
  expect((await t.call('owner', draftFileApi.deleteDraftFile, { params })).status).toBe(200)
  expect((await get()).draftFiles).toEqual([])
  expect(await t.inStore(tx => tx`select from message where status = 'draft'`)).toHaveLength(0)
})

test('an unsent message returns its files to the draft', async () => {
  await attach('notes.txt', 'Text')
  const { messages } = (await reply('Sent too early')).body.data
  await attach('more.txt', 'More')
  const params = { id: messages[1]._id }
  const { body } = await t.call('owner', conversationApi.unsend, { params })
  expect(body.data.draft).toBe('Sent too early')
  expect(getNames(body.data.draftFiles).toSorted()).toEqual(['more.txt', 'notes.txt'])
})

test('files beyond the limits are refused, and nothing of them stays', async () => {
  for (let i = 0; i < 10; i++) await attach(`${i}.txt`, 'Text')
  const before = await t.changes()
  const keys = await listKeys()
  const tooMany = await attach('10.txt', 'Text')
  expect([tooMany.status, tooMany.body.code]).toEqual([409, 'message_files_limit'])
  expect(await t.changes()).toBe(before)
  expect(await listKeys()).toEqual(keys)
  await t.inStore(tx => tx`delete from message_file where position > 0`)
  await t.inStore(tx => tx`update message_file set bytes = 15 * 1024 * 1024`)
  expect((await attach('large.txt', 'Text')).status).toBe(409)
  const program = await attach('program.exe', Buffer.from('4d5a90000300', 'hex'))
  expect([program.status, program.body.errors[0].path]).toEqual([415, 'file'])
})

test('the files of a draft are those of its author', async () => {
  const colleague = await makePerson(t.app, t.sql, 'colleague', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'conversation' }],
  })
  const { body } = await attach('notes.txt', 'Text')
  const params = { id: body.data[0]._id }
  const before = await t.changes()
  expect((await t.call(colleague, messageApi.getFile, { params })).status).toBe(404)
  expect((await t.call(colleague, draftFileApi.deleteDraftFile, { params })).status).toBe(404)
  expect((await attach('mine.txt', 'Text', 'stranger')).status).toBe(404)
  expect(await t.changes()).toBe(before)
  await attach('other.txt', 'Text', colleague)
  expect(getNames((await get()).draftFiles)).toEqual(['notes.txt'])
})

test('a deleted conversation deletes the bytes of its files', async () => {
  await attach('notes.txt', 'Text')
  const [file] = await listKeys()
  const path = join(t.app.config.dataDir, 'mail', file?.fileKey ?? '')
  expect(existsSync(path)).toBe(true)
  await t.inStore(tx => tx`delete from conversation`)
  await t.runJobs({ 'mailIn.deleteFiles': t.app.jobs['mailIn.deleteFiles'] })
  expect(existsSync(path)).toBe(false)
})

test('a new message is sent with its files, and not at all if one is refused', async () => {
  const create = (files: [name: string, content: string | Buffer][], message = '{}') => {
    const body = new FormData()
    body.append('message', message)
    for (const [name, content] of files)
      body.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
    return t.call('owner', draftFileApi.createWithFiles, { body })
  }
  const input = { email: 'new@shopper.example', subject: 'Your invoice', text: 'Here it is.' }
  const message = JSON.stringify(input)
  const before = await t.changes()
  const text: [string, string] = ['notes.txt', 'Text']
  const large = Buffer.alloc(8 * 1024 * 1024, 'text ')
  for (const [files, sent, status] of [
    [[text], '{', 400],
    [[text], JSON.stringify({ ...input, email: 'nobody' }), 422],
    [[text, ['program.exe', Buffer.from('4d5a90000300', 'hex')]], message, 415],
    [Array.from({ length: 11 }, () => text), message, 409],
    [
      [
        ['a.txt', large],
        ['b.txt', large],
      ],
      message,
      409,
    ],
  ] as const)
    expect((await create([...files] as [string, string][], sent)).status, sent).toBe(status)
  expect(await t.changes()).toBe(before)
  expect(await listKeys()).toEqual([])

  const { body } = await create([text, ['invoice', '%PDF-1.7']], message)
  expect(getNames(body.data.messages[0].files)).toEqual(['notes.txt', 'invoice.pdf'])
  await send()
  const mail = (await listMailsTo(t, 'new@shopper.example')).at(-1)
  expect(mail).toContain('filename=invoice.pdf')
})

test('a chat has no files', async () => {
  await attach('notes.txt', 'Text')
  await t.inStore(tx => tx`update conversation set channel = 'chat'`)
  const before = await t.changes()
  const keys = await listKeys()
  for (const refused of [await attach('more.txt', 'Text'), await reply('Here')]) {
    expect([refused.status, refused.body.code]).toEqual([409, 'message_files_in_chat'])
  }
  expect(await t.changes()).toBe(before)
  expect(await listKeys()).toEqual(keys)
})

test('drafts and their files are deleted 90 days after the last change', async () => {
  const setAge = (days: number) =>
    t.inStore(
      tx => tx`
      update message set created_at = now() - make_interval(days => ${days}) where status = 'draft'`,
    )
  await attach('notes.txt', 'Text')
  const [file] = await listKeys()
  const path = join(t.app.config.dataDir, 'mail', file?.fileKey ?? '')
  await setAge(91)
  await t.call('owner', conversationApi.saveDraft, { params: { id }, body: { text: 'Changed' } })
  await t.runJob('retention.cleanup')
  expect([(await get()).draft, existsSync(path)]).toEqual(['Changed', true])
  await setAge(91)
  await t.runJob('retention.cleanup')
  await t.runJobs({ 'mailIn.deleteFiles': t.app.jobs['mailIn.deleteFiles'] })
  const { draft, draftFiles, messages } = await get()
  expect([draft, draftFiles, messages.length]).toEqual(['', [], 1])
  expect(existsSync(path)).toBe(false)
})

test('merged conversations keep the files of their drafts', async () => {
  await attach('first.txt', 'First')
  const from = id
  id = await addContactMessage(t, 'One more question')
  await attach('second.txt', 'Second')
  await t.call('owner', conversationApi.merge, { params: { id: from }, body: { into: id } })
  expect(getNames((await get()).draftFiles).toSorted()).toEqual(['first.txt', 'second.txt'])
})
