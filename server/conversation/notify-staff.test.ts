import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { conversationApi } from '#contract/desk/conversation.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { addContactMessage } from '../testing/subject/contact-message-testing.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
let colleague: Tester
let packer: Tester
beforeAll(async () => {
  t = await startTestApp()
  const { storeId } = t.people.owner
  colleague = await makePerson(t.app, t.sql, 'colleague', {
    storeId,
    abilities: [{ action: 'manage', subject: 'conversation' }],
  })
  packer = await makePerson(t.app, t.sql, 'packer', {
    storeId,
    abilities: [{ action: 'manage', subject: 'order' }],
  })
})
afterAll(() => t.close())
beforeEach(() => t.inStore(tx => tx`delete from notification`))

const list = async (as: 'owner' | Tester) => (await t.call(as, notificationApi.list)).body.data
const addNote = (id: string, mentions: string[], as: 'owner' | Tester = 'owner') =>
  t.call(as, conversationApi.addNote, {
    params: { id },
    body: { text: 'Please look at this', mentions },
  })
const update = (id: string, body: object, as: 'owner' | Tester = 'owner') =>
  t.call(as, conversationApi.update, { params: { id }, body })

test('a mentioned person is notified once, follows the conversation and sees it if it is private', async () => {
  const id = await addContactMessage(t, 'Confidential')
  await update(id, { addLabels: ['private'] })
  await t.inStore(tx => tx`delete from notification`)
  const get = () => t.call(colleague, conversationApi.get, { params: { id } })
  expect((await get()).status).toBe(404)
  const { personId } = colleague
  await addNote(id, [personId, personId, t.people.owner.personId])
  expect(await list(colleague)).toMatchObject([
    { kind: 'conversation_mentioned', subject: 'conversation', subjectId: id },
  ])
  expect(await list('owner')).toEqual([])
  expect((await get()).body.data).toMatchObject({ isFollowing: true })
  await addNote(id, [t.people.owner.personId], colleague)
  expect(await list('owner')).toMatchObject([{ kind: 'conversation_mentioned' }])
})

test('a person who was mentioned by mistake no longer sees a private conversation after they are removed', async () => {
  const id = await addContactMessage(t, 'Confidential')
  await update(id, { addLabels: ['private'] })
  const { body } = await addNote(id, [colleague.personId])
  const { personId } = colleague
  expect(body.data.followers.map(({ _id }: { _id: string }) => _id).toSorted()).toEqual(
    [personId, t.people.owner.personId].toSorted(),
  )
  const stranger = await update(id, { removeFollowers: [personId] }, packer)
  expect(stranger.status).toBe(403)
  const get = () => t.call(colleague, conversationApi.get, { params: { id } })
  expect((await get()).status).toBe(200)
  const removed = await update(id, { removeFollowers: [personId] })
  expect(removed.body.data.followers).toMatchObject([{ _id: t.people.owner.personId }])
  expect((await get()).status).toBe(404)
})

test('a person who is added as a follower sees a private conversation', async () => {
  const id = await addContactMessage(t, 'Confidential')
  await update(id, { addLabels: ['private'] })
  const { personId } = colleague
  const add = (as: 'owner' | Tester, ...addFollowers: string[]) => update(id, { addFollowers }, as)
  const before = await t.changes()
  expect((await add(colleague, personId)).status).toBe(404)
  const refused = await add('owner', personId, packer.personId)
  expect([refused.status, refused.body.errors[0]]).toMatchObject([
    422,
    { path: 'addFollowers', code: 'assignee_not_found' },
  ])
  expect(await t.changes()).toBe(before)
  const added = await add('owner', personId)
  expect(added.body.data.followers).toContainEqual({ _id: personId, name: expect.any(String) })
  const [entry] = await t.sql<{ before: object; after: { followers: string[] } }[]>`
    select before, after from audit where entity_id = ${id} and action = 'permission_changed'`
  expect(entry?.after.followers).toHaveLength(2)
  expect(entry?.before).toEqual({ followers: ['Test owner'] })
  const seen = await t.call(colleague, conversationApi.get, { params: { id } })
  expect(seen.body.data).toMatchObject({ isFollowing: true })
})

test('a person who cannot read conversations is neither offered, mentioned nor assigned', async () => {
  const id = await addContactMessage(t, 'Hello')
  const { body } = await t.call('owner', conversationApi.listStaff)
  const ids = body.data.map(({ _id }: { _id: string }) => _id)
  expect(ids).toContain(colleague.personId)
  expect(ids).not.toContain(packer.personId)
  const before = await t.changes()
  for (const { personId } of [packer, t.people.stranger]) {
    const note = await addNote(id, [personId])
    expect([note.status, note.body.errors[0]]).toMatchObject([
      422,
      { path: 'mentions', code: 'assignee_not_found' },
    ])
    const assigned = await update(id, { assignee: personId })
    expect([assigned.status, assigned.body.errors[0].path]).toEqual([422, 'assignee'])
  }
  expect(await t.changes()).toBe(before)
  const messages = (await t.call('owner', conversationApi.get, { params: { id } })).body.data
    .messages
  expect(messages).toHaveLength(1)
})

test('staff of the same name have their email beside it', async () => {
  const setName = (name: string, ids = [colleague.personId, t.people.owner.personId]) =>
    t.sql`update person set full_name = ${name} where id = any (${ids}::uuid[])`
  const listNames = async () =>
    (await t.call('owner', conversationApi.listStaff)).body.data.map(
      ({ name }: { name: string }) => name,
    )
  await setName('Ann Lee')
  const names = await listNames()
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContainEqual(expect.stringMatching(/^Ann Lee \(.+@.+\)$/))
  await setName('Bob', [colleague.personId])
  expect(await listNames()).toEqual(expect.arrayContaining(['Ann Lee', 'Bob']))
  await setName('Test owner', [t.people.owner.personId])
})

test('a new assignee is notified once, but not by their own assignment', async () => {
  const ids = [await addContactMessage(t, 'First'), await addContactMessage(t, 'Second')]
  const [id = ''] = ids
  await t.inStore(tx => tx`delete from notification`)
  const assignee = colleague.personId
  await update(id, { assignee })
  await update(id, { assignee })
  expect(await list(colleague)).toMatchObject([
    { kind: 'conversation_assigned', subjectId: id, data: { count: 1 } },
  ])
  expect(await list('owner')).toEqual([])
  await update(id, { assignee: t.people.owner.personId })
  await update(id, { assignee: t.people.owner.personId }, colleague)
  expect(await list('owner')).toEqual([])
  await t.inStore(tx => tx`delete from notification`)
  await t.call('owner', conversationApi.bulkUpdate, { body: { ids, assignee } })
  await t.call('owner', conversationApi.bulkUpdate, { body: { ids, assignee } })
  expect(await list(colleague)).toMatchObject([
    { kind: 'conversation_assigned', data: { count: 2 } },
  ])
})
