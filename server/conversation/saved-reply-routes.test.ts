import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { maxSavedReplies, savedReplyApi } from '#contract/desk/saved-reply.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.inStore(tx => tx`delete from saved_reply`))

const create = (name: string, text = 'Thank you.') =>
  t.call('owner', savedReplyApi.create, { body: { name, text } })
const list = async () =>
  (await t.call('owner', savedReplyApi.list)).body.data.map(({ name }: { name: string }) => name)

test('saved replies are sorted by name, and a name is used once', async () => {
  await create('Thanks')
  await create('delay')
  expect(await list()).toEqual(['delay', 'Thanks'])
  const before = await t.changes()
  const taken = await create('THANKS')
  expect([taken.status, taken.body.code]).toEqual([409, 'saved_reply_name_taken'])
  expect(await t.changes()).toBe(before)
})

test('an outdated change is refused', async () => {
  const { _id: id, version } = (await create('Outdated')).body.data
  const update = (text: string) =>
    t.call('owner', savedReplyApi.update, { params: { id }, body: { text, version } })
  expect((await update('First')).body.data.text).toBe('First')
  const refused = await update('Second')
  expect([refused.status, refused.body.code]).toEqual([409, 'version_conflict'])
  expect((await t.call('owner', savedReplyApi.delete, { params: { id } })).status).toBe(200)
  expect(await list()).not.toContain('Outdated')
})

test('a store has a limited number of saved replies', async () => {
  await t.inStore(
    tx => tx`
      insert into saved_reply (name, text)
      select 'Reply ' || n, 'Text' from generate_series(1, ${maxSavedReplies}) n`,
  )
  const refused = await create('One more')
  expect([refused.status, refused.body.code]).toEqual([409, 'saved_reply_limit'])
  expect(await list()).not.toContain('One more')
})
