import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import { orderNoteApi } from '#contract/order/order-note.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())

async function createNote(): Promise<{ order: Order; noteId: string }> {
  const { variant } = await tester.createProduct()
  const { _id: id } = await tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  const { body } = await t.call('owner', orderApi.addNote, {
    params: { id },
    body: { text: 'Calls back' },
  })
  const order: Order = body.data
  return { order, noteId: order.timeline.at(-1)?._id ?? '' }
}
const updateNote = (id: string, as: 'owner' | 'stranger' = 'owner') =>
  t.call(as, orderNoteApi.updateNote, { params: { id }, body: { text: 'Called back' } })
const deleteNote = (id: string, as: 'owner' | 'stranger' = 'owner') =>
  t.call(as, orderNoteApi.deleteNote, { params: { id } })

test('the author of a note changes and deletes it within 24 hours', async () => {
  const { order, noteId } = await createNote()
  expect(order.timeline.map(({ type, isEditable }) => [type, isEditable])).toEqual([
    ['created', false],
    ['note_added', true],
  ])
  expect(order.timeline.at(-1)?.data).toEqual({ text: 'Calls back' })
  await t.inStore(
    tx => tx`update order_event set at = at - interval '23 hours' where id = ${noteId}`,
  )
  const updated: Order = (await updateNote(noteId)).body.data
  expect(updated.timeline.at(-1)).toMatchObject({
    _id: noteId,
    type: 'note_added',
    data: { text: 'Called back', editedAt: expect.any(String) },
  })
  const before = await t.changes()
  expect((await updateNote(noteId)).body.data).toEqual(updated)
  expect(await t.changes()).toBe(before)
  expect((await deleteNote(noteId)).status).toBe(200)
  expect((await tester.getOrder(order._id)).timeline.map(({ type }) => type)).toEqual(['created'])
})

test.each([
  [
    'a day later',
    (id: string) =>
      t.inStore(
        tx => tx`
    update order_event set at = at - interval '24 hours' where id = ${id}`,
      ),
  ],
  [
    'of another person',
    (id: string) =>
      t.inStore(
        tx => tx`
    update order_event set actor_id = new_id() where id = ${id}`,
      ),
  ],
])('a note %s stays as it is', async (_case, change) => {
  const { order, noteId } = await createNote()
  await change(noteId)
  const before = await t.changes()
  for (const reply of [await updateNote(noteId), await deleteNote(noteId)])
    expect([reply.status, reply.body.code]).toEqual([409, 'note_fixed'])
  expect(await t.changes()).toBe(before)
  expect((await tester.getOrder(order._id)).timeline.at(-1)?.isEditable).toBe(false)
})

test('other events and notes of other stores are not found', async () => {
  const { order, noteId } = await createNote()
  const eventId = order.timeline[0]?._id ?? ''
  const before = await t.changes()
  const replies = [
    await updateNote(eventId),
    await deleteNote(eventId),
    await updateNote(noteId, 'stranger'),
    await deleteNote(noteId, 'stranger'),
  ]
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(await t.changes()).toBe(before)
})
