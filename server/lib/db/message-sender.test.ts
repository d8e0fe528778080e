import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { withTransaction } from './db.ts'

let t: TestApp
const receivedMessages: string[] = []
beforeAll(async () => {
  t = await startTestApp()
  await t.sql.listen('notification', message => void receivedMessages.push(message))
})
// Messages of the previous test can arrive later than its end.
beforeEach(async () => {
  const lastMessage = `test_ended ${crypto.randomUUID()}`
  t.app.db.messageSender.send([lastMessage])
  await eventually(() => expect(receivedMessages).toContain(lastMessage))
  receivedMessages.length = 0
})
afterAll(() => t.close())

const getScope = () => ({ storeId: t.people.owner.storeId, requestId: 'test' })
const listRecordChanges = () =>
  receivedMessages.filter(message => message.startsWith('record_changed'))

test('sends equal messages of a transaction once, after its commit', async () => {
  const collected = await withTransaction(t.app.db, getScope(), async tx => {
    await tx`insert into category (name, slug) values ('a', 'a'), ('b', 'b')`
    await tx`insert into customer (name) values ('a')`
    const [row] = await tx`select current_setting('app.messages') as messages`
    return String(row?.messages)
  })
  const { storeId } = getScope()
  const messages = ['category', 'customer'].map(subject => `record_changed ${storeId} ${subject}`)
  expect(collected.trimEnd().split('\n')).toEqual(['collected', ...messages])
  await eventually(() => expect(listRecordChanges()).toEqual(messages))
})

test('sends no message of a transaction that is rolled back', async () => {
  const failing = withTransaction(t.app.db, getScope(), async tx => {
    await tx`insert into category (name, slug) values ('c', 'c')`
    throw new Error('failed on purpose')
  })
  await expect(failing).rejects.toThrow('failed on purpose')
  await withTransaction(t.app.db, getScope(), tx => tx`insert into customer (name) values ('c')`)
  await eventually(() => expect(listRecordChanges()).toHaveLength(1))
  expect(listRecordChanges()[0]).toContain('customer')
})

test('commits with the last queries of a transaction', async () => {
  const countInOtherTransaction = async () => {
    const [row] = await t.inStore(
      tx => tx<{ n: number }[]>`select count(*)::integer as n from category where slug = 'd'`,
    )
    return row?.n
  }
  const [inserted, visible] = await withTransaction(
    t.app.db,
    getScope(),
    async (tx, commitWith) => {
      const insert = tx`insert into category (name, slug) values ('d', 'd') returning slug`
      const slug = await commitWith({ queries: [insert], mapRows: ([rows]) => rows })
      return [slug, await countInOtherTransaction()]
    },
  )
  expect(inserted).toMatchObject([{ slug: 'd' }])
  expect(visible).toBe(1)
})

test('rolls back when one of the last queries fails', async () => {
  const failing = withTransaction(t.app.db, getScope(), (tx, commitWith) =>
    commitWith({
      queries: [
        tx`insert into category (name, slug) values ('e', 'e')`,
        tx`select 1 / (select count(*) from category where slug = 'missing')`,
      ],
      mapRows: () => undefined,
    }),
  )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  const rows = await t.inStore(tx => tx`select 1 from category where slug = 'e'`)
  expect(rows).toHaveLength(0)
})
