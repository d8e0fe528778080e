import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConversationRow, conversationApi } from '#contract/desk/conversation.ts'
import type { ConversationFolder } from '#contract/desk/conversation-state.ts'
import type { ConversationMessage } from '#contract/desk/message.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { addContactMessage } from '../testing/subject/contact-message-testing.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const get = async (id: string) =>
  (await t.call('owner', conversationApi.get, { params: { id } })).body.data
const getTexts = async (id: string) =>
  (await get(id)).messages.map(({ text }: ConversationMessage) => text)
const list = async (folder: ConversationFolder, query: object = {}) =>
  (await t.call('owner', conversationApi.list, { query: { folder, ...query } })).body.data.map(
    ({ _id }: ConversationRow) => _id,
  )
const reply = (id: string, body: object) =>
  t.call('owner', conversationApi.reply, { params: { id }, body })
const update = (id: string, body: object) =>
  t.call('owner', conversationApi.update, { params: { id }, body })

/** Ends the time in which messages can be unsent. */
async function passUnsendTime() {
  await t.inStore(tx => tx`update message set send_at = now() where status = 'queued'`)
  await t.sql`
    update graphile_worker._private_jobs set run_at = now()
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'conversation.mail')`
}

test('an answer is emailed after the time to unsend it', async () => {
  const id = await addContactMessage(t, 'Do you ship to Norway?')
  expect(await list('waiting')).toContain(id)
  const answered = await reply(id, { text: 'Yes, we do.\n\nBest regards', status: 'closed' })
  expect(answered.status).toBe(201)
  expect(answered.body.data).toMatchObject({ status: 'closed', waitingSince: null })
  const listAnswers = async () =>
    (await listMailsTo(t, 'ann@shopper.example')).filter(mail => mail.includes('Yes, we do.'))
  await t.runJobs()
  expect(await listAnswers()).toEqual([])
  await passUnsendTime()
  await t.runJobs()
  const [mail] = await listAnswers()
  expect(mail).toContain('Subject: Re: Your message to Store of owner')
  expect((await get(id)).messages[1]).toMatchObject({ status: 'sent', sendAt: null })
  expect(await list('sent')).toContain(id)
  expect(await list('closed')).toContain(id)
  expect(await list('inbox')).not.toContain(id)
})

test('an unsent message becomes the draft, and its person waits as before', async () => {
  const id = await addContactMessage(t, 'Is it blue?')
  const { waitingSince } = await get(id)
  const { messages } = (await reply(id, { text: 'It is red.' })).body.data
  const params = { id: messages[1]._id }
  const undone = await t.call('owner', conversationApi.unsend, { params })
  expect(undone.body.data).toMatchObject({ status: 'open', draft: 'It is red.', waitingSince })
  expect(await getTexts(id)).toEqual(['Is it blue?'])
  expect(await list('draft')).toContain(id)
  await reply(id, { text: 'It is blue.' })
  await passUnsendTime()
  const sent = (await get(id)).messages[1]
  const before = await t.changes()
  const late = await t.call('owner', conversationApi.unsend, { params: { id: sent._id } })
  expect([late.status, late.body.code]).toEqual([409, 'message_sent'])
  expect(await t.changes()).toBe(before)
  expect(await list('draft')).not.toContain(id)
})

test('an answer to less than the newest message is refused and sends nothing', async () => {
  const id = await addContactMessage(t, 'First question')
  const after = (await get(id)).messages[0]._id
  await t.inStore(
    tx => tx`
      insert into message (conversation_id, direction, status, author_id, text)
      values (${id}, 'out', 'sent', ${t.people.nobody.personId}, 'Answer of a colleague')`,
  )
  const before = await t.changes()
  const refused = await reply(id, { text: 'Second answer', after })
  expect([refused.status, refused.body.code]).toEqual([409, 'conversation_answered'])
  expect(refused.body.params).toEqual({ name: 'Test nobody' })
  expect(await t.changes()).toBe(before)
  const newest = (await get(id)).messages[1]._id
  expect((await reply(id, { text: 'Second answer', after: newest })).status).toBe(201)
})

test('of two answers at the same time, one is sent and the other refused', async () => {
  const id = await addContactMessage(t, 'Who is faster?')
  const after = (await get(id)).messages[0]._id
  const colleague = await makePerson(t.app, t.sql, 'quick', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'write', subject: 'conversation' }],
  })
  const send = (person: 'owner' | typeof colleague, text: string) =>
    t.call(person, conversationApi.reply, { params: { id }, body: { text, after } })
  const replies = await Promise.all([send('owner', 'Mine'), send(colleague, 'My own')])
  const isOwnerFirst = replies[0]?.status === 201
  const refused = replies[isOwnerFirst ? 1 : 0]
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(refused?.body).toMatchObject({
    code: 'conversation_answered',
    params: { name: isOwnerFirst ? 'Test owner' : 'Test quick' },
  })
  expect(await getTexts(id)).toEqual(['Who is faster?', isOwnerFirst ? 'Mine' : 'My own'])
  const [{ count } = { count: 0 }] = await t.sql<{ count: number }[]>`
    select count(*)::integer as count from message where conversation_id = ${id}`
  expect(count).toBe(2)
})

test('the same answer to the same message is refused and not sent again', async () => {
  const id = await addContactMessage(t, 'Sent or not?')
  const after = (await get(id)).messages[0]._id
  await reply(id, { text: 'Sent', after })
  const before = await t.changes()
  const refused = await reply(id, { text: 'Sent', after, status: 'closed' })
  expect([refused.status, refused.body.code]).toEqual([409, 'conversation_answered'])
  expect(await t.changes()).toBe(before)
  expect((await reply(id, { text: 'Another', after })).status).toBe(201)
})

test('an answer after a message that was unsent is refused', async () => {
  const id = await addContactMessage(t, 'Second question')
  const [taken] = await t.inStore(
    tx => tx<{ id: string }[]>`
      insert into message (conversation_id, direction, status, author_id, text)
      values (${id}, 'out', 'sent', ${t.people.nobody.personId}, 'Unsent') returning id`,
  )
  await t.inStore(tx => tx`delete from message where id = ${taken?.id ?? ''}`)
  const refused = await reply(id, { text: 'Second answer', after: taken?.id })
  expect([refused.status, refused.body.code]).toEqual([409, 'conversation_moved_on'])
})

test('a message that is being sent cannot be unsent', async () => {
  const id = await addContactMessage(t, 'Quick!')
  const { messages } = (await reply(id, { text: 'On its way' })).body.data
  await t.inStore(tx => tx`update message set status = 'sending' where id = ${messages[1]._id}`)
  const late = await t.call('owner', conversationApi.unsend, { params: { id: messages[1]._id } })
  expect([late.status, late.body.code]).toEqual([409, 'message_sent'])
  expect(await getTexts(id)).toEqual(['Quick!', 'On its way'])
})

test('an unsent message leaves its conversation as it was before', async () => {
  const id = await addContactMessage(t, 'Buy my pills')
  await update(id, { status: 'closed', place: 'spam' })
  await t.call('owner', conversationApi.saveDraft, { params: { id }, body: { text: '' } })
  const { messages } = (await reply(id, { text: 'No' })).body.data
  expect(await get(id)).toMatchObject({ status: 'answered', place: 'inbox' })
  await t.call('owner', conversationApi.saveDraft, { params: { id }, body: { text: 'Newer' } })
  const undone = await t.call('owner', conversationApi.unsend, { params: { id: messages[1]._id } })
  expect(undone.body.data).toMatchObject({
    status: 'closed',
    place: 'spam',
    assignee: null,
    draft: 'No\n\nNewer',
  })
})

test('a message without a recipient fails and can be sent again', async () => {
  const id = await addContactMessage(t, 'No address')
  await reply(id, { text: 'To nobody' })
  await t.inStore(tx => tx`update conversation set email = '' where id = ${id}`)
  await update(id, { status: 'snoozed', snoozedUntil: '2999-01-01T00:00:00Z' })
  await passUnsendTime()
  await t.runJobs()
  const failed = await get(id)
  expect(failed).toMatchObject({ status: 'open', snoozedUntil: null })
  expect(failed.messages[1]).toMatchObject({ status: 'failed', error: 'mail_refused' })
  await t.inStore(tx => tx`update conversation set email = 'b@shopper.example' where id = ${id}`)
  await t.call('owner', conversationApi.resend, { params: { id: failed.messages[1]._id } })
  await t.runJobs()
  expect((await get(id)).messages[1]).toMatchObject({ status: 'sent', error: null })
  expect(await listMailsTo(t, 'b@shopper.example')).toHaveLength(1)
})

test('a closed conversation waits for nobody', async () => {
  const id = await addContactMessage(t, 'Thanks')
  await update(id, { status: 'closed' })
  expect((await get(id)).waitingSince).toBeNull()
  await update(id, { status: 'open' })
  expect((await get(id)).waitingSince).not.toBeNull()
})

test('a repeated answer is sent once', async () => {
  const id = await addContactMessage(t, 'Once, please')
  const request = { params: { id }, body: { text: 'Once' }, headers: { 'idempotency-key': 'a' } }
  await t.call('owner', conversationApi.reply, request)
  await t.call('owner', conversationApi.reply, request)
  expect(await getTexts(id)).toEqual(['Once, please', 'Once'])
})

test('a note is seen by staff and sent to nobody', async () => {
  const id = await addContactMessage(t, 'Where is it?')
  await t.call('owner', conversationApi.addNote, { params: { id }, body: { text: 'Lost' } })
  expect(await getTexts(id)).toEqual(['Where is it?', 'Lost'])
  expect(await get(id)).toMatchObject({ status: 'open', messageCount: 1 })
  expect((await get(id)).waitingSince).not.toBeNull()
})

test('a snoozed conversation returns when its time has come', async () => {
  const id = await addContactMessage(t, 'Next week')
  const missing = await update(id, { status: 'snoozed' })
  expect([missing.status, missing.body.errors[0].path]).toEqual([422, 'snoozedUntil'])
  await update(id, { status: 'snoozed', snoozedUntil: '2999-01-01T00:00:00Z' })
  await t.runJob('conversation.wake')
  expect(await list('snoozed')).toContain(id)
  await update(id, { snoozedUntil: '2020-01-01T00:00:00Z' })
  await t.runJob('conversation.wake')
  expect(await get(id)).toMatchObject({ status: 'open', snoozedUntil: null })
})

test('a private conversation is seen by its assignee, its followers and administrators', async () => {
  const id = await addContactMessage(t, 'Confidential')
  const colleague = await makePerson(t.app, t.sql, 'colleague', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'conversation' }],
  })
  const getStatus = async () =>
    (await t.call(colleague, conversationApi.get, { params: { id } })).status
  const getLabels = async (person: 'owner' | typeof colleague) =>
    (await t.call(person, conversationApi.listLabels)).body.data
  expect(await getStatus()).toBe(200)
  await update(id, { addLabels: ['private', 'Lawsuit'] })
  expect(await getStatus()).toBe(404)
  expect(await getLabels('owner')).toContain('Lawsuit')
  expect(await getLabels(colleague)).not.toContain('Lawsuit')
  await update(id, { removeLabels: ['Lawsuit'] })
  await update(id, { assignee: colleague.personId })
  expect(await getStatus()).toBe(200)
  await t.call(colleague, conversationApi.update, { params: { id }, body: { assignee: null } })
  expect(await getStatus()).toBe(200)
  const stranger = await update(id, { assignee: t.people.stranger.personId })
  expect([stranger.status, stranger.body.errors[0].code]).toEqual([422, 'assignee_not_found'])
})

test('pages by waiting time have each conversation once, the answered ones last', async () => {
  const ids = [await addContactMessage(t, 'Answered'), await addContactMessage(t, 'Waits')]
  await reply(ids[0] ?? '', { text: 'Yes' })
  const walked: ConversationRow[] = []
  let after: string | null | undefined
  do {
    const query = { folder: 'inbox', sort: 'waitingSince', perPage: 2, ...(after && { after }) }
    const { body } = await t.call('owner', conversationApi.list, { query })
    walked.push(...body.data)
    after = body.meta.next
  } while (after)
  const known = await list('inbox', { perPage: 100 })
  expect(walked.map(({ _id }) => _id).toSorted()).toEqual(known.toSorted())
  const firstAnswered = walked.findIndex(({ waitingSince }) => waitingSince === null)
  expect(walked.slice(firstAnswered).every(({ waitingSince }) => waitingSince === null)).toBe(true)
  const times = walked.slice(0, firstAnswered).map(({ waitingSince }) => waitingSince)
  expect(times).toEqual(times.toSorted())
})

test('staff who change labels at the same time keep those of each other', async () => {
  const id = await addContactMessage(t, 'Two people')
  await update(id, { addLabels: ['a', 'b'] })
  await Promise.all([
    update(id, { addLabels: ['c'], removeLabels: ['a'] }),
    update(id, { addLabels: ['d'] }),
  ])
  expect((await get(id)).labels.toSorted()).toEqual(['b', 'c', 'd'])
})

test('conversations are moved and labeled together', async () => {
  const ids = [await addContactMessage(t, 'Win a prize'), await addContactMessage(t, 'Win two')]
  const countSpam = async () => (await t.call('owner', conversationApi.counts)).body.data.spam
  const before = await countSpam()
  const { body } = await t.call('owner', conversationApi.bulkUpdate, {
    body: { ids, place: 'spam', addLabels: ['x', 'y'], removeLabels: ['x'] },
  })
  expect(body.data).toMatchObject({ done: 2, failed: 0 })
  expect(await list('spam')).toEqual(expect.arrayContaining(ids))
  expect((await get(ids[0] ?? '')).labels).toEqual(['y'])
  const countFolders = async () => (await t.call('owner', conversationApi.counts)).body.data
  expect(await countSpam()).toBe(before + 2)
  const id = await addContactMessage(t, 'Unseen')
  const { inbox, unseen } = await countFolders()
  await t.call('owner', conversationApi.markSeen, { params: { id } })
  expect(await countFolders()).toMatchObject({ inbox, unseen: unseen - 1 })
  expect(await list('inbox', { q: 'prize' })).toEqual([])
})

test('a colleague gets no access to a private conversation with a bulk call', async () => {
  const id = await addContactMessage(t, 'Not yours')
  await update(id, { addLabels: ['private'] })
  const colleague = await makePerson(t.app, t.sql, 'curious', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'conversation' }],
  })
  const before = await t.changes()
  const { body } = await t.call(colleague, conversationApi.bulkUpdate, {
    body: { ids: [id], addLabels: ['private'] },
  })
  expect(body.data).toMatchObject({ done: 0, failed: 1 })
  expect(await t.changes()).toBe(before)
  expect((await t.call(colleague, conversationApi.get, { params: { id } })).status).toBe(404)
})

test('labels beyond the limit are refused', async () => {
  const id = await addContactMessage(t, 'Many labels')
  const other = await addContactMessage(t, 'Few labels')
  await update(id, { addLabels: Array.from({ length: 20 }, (_, index) => `a${index}`) })
  const before = await t.changes()
  const refused = await update(id, { addLabels: ['private'] })
  expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'label_limit'])
  expect(await t.changes()).toBe(before)
  const { body } = await t.call('owner', conversationApi.bulkUpdate, {
    body: { ids: [id, other], addLabels: ['private'] },
  })
  expect(body.data).toMatchObject({ done: 1, failed: 1 })
  expect(body.data.results[0]).toMatchObject({ ok: false, code: 'label_limit' })
  expect((await get(id)).labels).not.toContain('private')
  expect((await get(other)).labels).toEqual(['private'])
})
