import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { maxAttachmentBytes } from '#contract/lib/attachment.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { maxAttachments, orderFileApi } from '#contract/order/file/order-file.ts'
import { enqueueJob } from '../../lib/job/jobs.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { makePerson, startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())

type Caller = Parameters<TestApp['call']>[0]
const attach = (id: string, name: string, content: Buffer | string, as: Caller = 'owner') => {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  return t.call(as, orderFileApi.addFile, { params: { id }, body })
}
const listNames = async (id: string) =>
  (await t.call('owner', orderFileApi.listFiles, { params: { id } })).body.data.map(
    ({ fileName }: { fileName: string }) => fileName,
  )
const getFile = (id: string, as: Caller = 'owner') =>
  t.call(as, orderFileApi.getFile, { params: { id } })
const listStoredFiles = () =>
  readdir(join(t.app.config.dataDir, 'orders', t.people.owner.storeId)).catch(() => [])
async function createOrder(customer: object = { name: 'Ada' }) {
  const { variant } = await tester.createProduct()
  return tester.createOrderData({ customer, lines: [{ variant, quantity: 1 }] })
}
const pdf = '%PDF-1.7\n<script>alert(1)</script>'

test('a file is attached, listed, downloaded as an attachment and deleted with its bytes', async () => {
  const { _id } = await createOrder()
  const { status, body } = await attach(_id, '<img src=x onerror=alert(1)>.pdf', pdf)
  expect([status, body.data]).toEqual([
    201,
    {
      _id: expect.any(String),
      purpose: 'attachment',
      return: null,
      parcel: null,
      fileName: '<img src=x onerror=alert(1)>.pdf',
      contentType: 'application/pdf',
      bytes: pdf.length,
      createdAt: expect.any(String),
    },
  ])
  const reply = await getFile(body.data._id)
  expect(reply.body).toBe(pdf)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="-img-src-x-onerror-alert-1--.pdf"',
    'x-content-type-options': 'nosniff',
  })
  expect(await listStoredFiles()).toContain(body.data._id)
  const params = { id: body.data._id }
  expect((await t.call('owner', orderFileApi.deleteFile, { params })).status).toBe(200)
  await t.runJobs()
  expect(await listNames(_id)).toEqual([])
  const data = { file: '<img src=x onerror=alert(1)>.pdf', return: null, fulfillment: null }
  expect((await tester.getOrder(_id)).timeline.slice(1)).toMatchObject([
    { type: 'file_added', actor: 'Test owner', data },
    { type: 'file_removed', actor: 'Test owner', data },
  ])
  expect(await listStoredFiles()).not.toContain(body.data._id)
  expect((await getFile(body.data._id)).body.code).toBe('order_file_not_found')
  expect((await t.call('owner', orderFileApi.deleteFile, { params })).status).toBe(404)
})

test('the type of a file follows from its content', async () => {
  const { _id } = await createOrder()
  const image = await sharp({
    create: { width: 4, height: 4, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer()
  for (const [name, content, type, fileName = name] of [
    ['photo.pdf', image, 'image/png', 'photo.pdf.png'],
    ['photo.PNG', image, 'image/png'],
    ['note.txt', 'Grüße\n', 'text/plain'],
    ['Lines.CSV', '<script>alert(1)</script>', 'text/plain'],
  ] as const)
    expect((await attach(_id, name, content)).body.data).toMatchObject({
      fileName,
      contentType: type,
    })
})

describe('refuses, without a row and without a file', () => {
  const cases: [string, string, () => Buffer | string, number, string][] = [
    [
      'a program',
      'tool.pdf',
      () => Buffer.from([0x7f, 0x45, 0, 1]),
      415,
      'attachment_type_unsupported',
    ],
    ['a text named as a program', 'note.exe', () => 'MZ', 415, 'attachment_type_unsupported'],
    [
      'a text named as a page',
      'page.html',
      () => '<script>alert(1)</script>',
      415,
      'attachment_type_unsupported',
    ],
    ['an empty file', 'empty.pdf', () => '', 422, 'attachment_empty'],
    [
      'a file above 10 MB',
      'big.txt',
      () => Buffer.alloc(maxAttachmentBytes + 1, 'a'),
      413,
      'attachment_too_large',
    ],
  ]
  test.each(cases)('%s', async (_case, name, createContent, status, code) => {
    const { _id } = await createOrder()
    const before = [await t.changes(), await listStoredFiles()]
    const reply = await attach(_id, name, createContent())
    expect([reply.status, reply.body.code, reply.body.errors[0].path]).toEqual([
      status,
      code,
      'file',
    ])
    expect([await t.changes(), await listStoredFiles()]).toEqual(before)
    expect(await readdir(join(t.app.config.dataDir, 'uploads')).catch(() => [])).toEqual([])
  })

  test('an order of another store, and one that does not exist', async () => {
    const { _id } = await createOrder()
    const before = [await t.changes(), await listStoredFiles()]
    for (const [id, as] of [
      [_id, 'stranger'],
      ['01900000-0000-7000-8000-00000000dead', 'owner'],
    ] as const)
      expect((await attach(id, 'a.txt', 'a', as)).body.code).toBe('order_not_found')
    expect([await t.changes(), await listStoredFiles()]).toEqual(before)
    const folder = join(t.app.config.dataDir, 'orders', t.people.stranger.storeId)
    expect(await readdir(folder).catch(() => [])).toEqual([])
  })

  test('more than the attachments that an order can have', async () => {
    const { _id } = await createOrder()
    await t.inStore(
      tx => tx`
        insert into order_file (order_id, purpose, file_name, content_type, bytes, digest, file_key)
        select ${_id}, 'attachment', n, 'text/plain', 1, 'x', n
        from generate_series(1, ${maxAttachments}::integer) n`,
    )
    const before = [await t.changes(), await listStoredFiles()]
    expect((await attach(_id, 'a.txt', 'a')).body.code).toBe('attachments_too_many')
    expect([await t.changes(), await listStoredFiles()]).toEqual(before)
  })
})

test('a file of 10 MB is accepted', async () => {
  const { _id } = await createOrder()
  const { body } = await attach(_id, 'log.txt', Buffer.alloc(maxAttachmentBytes, 'a'))
  expect(body.data).toMatchObject({ bytes: maxAttachmentBytes })
})

test('another store can neither read nor delete a file', async () => {
  const { _id } = await createOrder()
  const { body } = await attach(_id, 'a.txt', 'a')
  const params = { id: body.data._id }
  expect((await getFile(params.id, 'stranger')).status).toBe(404)
  expect((await t.call('stranger', orderFileApi.deleteFile, { params })).status).toBe(404)
  expect((await t.call('stranger', orderFileApi.listFiles, { params: { id: _id } })).status).toBe(
    404,
  )
  expect(await listNames(_id)).toEqual(['a.txt'])
})

test('the erasure of a customer deletes the files of their orders', async () => {
  const customer = (await t.call('owner', customerApi.create, { body: { name: 'Eve' } })).body.data
  const { _id } = await createOrder({ _id: customer._id, name: 'Eve' })
  const { body } = await attach(_id, 'Eve.txt', 'a')
  await t.inStore(tx => tx`update "order" set status = 'completed' where id = ${_id}`)
  await t.inStore(tx => tx`select erase_customer(${customer._id})`)
  await t.runJobs()
  expect(await listNames(_id)).toEqual([])
  expect(await listStoredFiles()).not.toContain(body.data._id)
  const { timeline } = await tester.getOrder(_id)
  expect(timeline.at(-1)?.type).toBe('file_added')
  expect(JSON.stringify(timeline)).not.toContain('Eve.txt')
})

test('bytes without a row are deleted an hour after the upload, others stay', async () => {
  const { _id } = await createOrder()
  const { body } = await attach(_id, 'a.txt', 'a')
  const lost = '01900000-0000-7000-8000-00000000dead'
  await writeFile(join(t.app.config.dataDir, 'orders', t.people.owner.storeId, lost), 'a')
  const keys = [lost, body.data._id].map(id => `${t.people.owner.storeId}/${id}`)
  await t.inStore(tx => enqueueJob(tx, 'order.deleteFiles', { keys }))
  const [job] = await t.sql`
    select from graphile_worker.jobs
    where task_identifier = 'order.deleteFiles' and run_at > now() + interval '50 minutes'`
  expect(job).toBeDefined()
  await t.runJobs()
  expect(await listStoredFiles()).not.toContain(lost)
  expect(await listStoredFiles()).toContain(body.data._id)
})

describe('the label of a parcel', () => {
  async function createParcel() {
    const { _id } = await createOrder()
    const order = await tester.getOrder(_id)
    await tester.applyChange(order, { kind: 'createParcel', status: 'packed', isNotified: false })
    const { fulfillments } = await tester.getOrder(_id)
    return { order: _id, parcel: fulfillments[0]?._id ?? '' }
  }
  const addLabel = (id: string, name: string, as: Caller = 'owner') => {
    const body = new FormData()
    body.append('file', new Blob([pdf]), name)
    return t.call(as, orderFileApi.addLabel, { params: { id }, body })
  }

  test('replaces the one before, whose bytes are deleted', async () => {
    const { order, parcel } = await createParcel()
    const first = await addLabel(parcel, 'first.pdf')
    expect([first.status, first.body.data]).toMatchObject([201, { purpose: 'label', parcel }])
    const second = await addLabel(parcel, 'second.pdf')
    await t.runJobs()
    expect(await listNames(order)).toEqual(['second.pdf'])
    expect((await getFile(second.body.data._id)).body).toBe(pdf)
    const storedFiles = await listStoredFiles()
    expect(storedFiles).toContain(second.body.data._id)
    expect(storedFiles).not.toContain(first.body.data._id)
    const params = { id: second.body.data._id }
    expect((await t.call('owner', orderFileApi.deleteFile, { params })).status).toBe(200)
    const { fulfillments, timeline } = await tester.getOrder(order)
    const data = { fulfillment: fulfillments[0]?.number }
    expect(timeline.slice(-3)).toMatchObject([
      { type: 'label_added', data },
      { type: 'label_added', data },
      { type: 'label_removed', data },
    ])
    expect(JSON.stringify(timeline)).not.toContain('.pdf')
  })

  test('is deleted and replaced at once without a deadlock', async () => {
    const { order, parcel } = await createParcel()
    for (let round = 0; round < 10; round++) {
      const params = { id: (await addLabel(parcel, 'first.pdf')).body.data._id }
      const [added, deleted] = await Promise.all([
        addLabel(parcel, 'second.pdf'),
        t.call('owner', orderFileApi.deleteFile, { params }),
      ])
      expect(added.status).toBe(201)
      expect([200, 404]).toContain(deleted.status)
      expect(await listNames(order)).toEqual(['second.pdf'])
    }
  })

  test('is downloaded only by staff who can see the phone number of the address', async () => {
    const { order, parcel } = await createParcel()
    const label = (await addLabel(parcel, 'label.pdf')).body.data._id
    const attachment = (await attach(order, 'note.pdf', pdf)).body.data._id
    const create = (name: string, ...abilities: Ability[]) =>
      makePerson(t.app, t.sql, `${name}-of-${t.people.owner.name}`, {
        storeId: t.people.owner.storeId,
        abilities,
      })
    const viewer = await create('viewer', { action: 'read', subject: 'order' })
    const refused = await getFile(label, viewer)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect((await getFile(attachment, viewer)).body).toBe(pdf)
    const packer = await create('packer', { action: 'manage', subject: 'order' })
    expect((await getFile(label, packer)).body).toBe(pdf)
  })

  test('is refused for a canceled parcel and for one of another store', async () => {
    const { order, parcel } = await createParcel()
    const before = [await t.changes(), await listStoredFiles()]
    expect((await addLabel(parcel, 'a.pdf', 'stranger')).body.code).toBe('shipment_not_found')
    expect([await t.changes(), await listStoredFiles()]).toEqual(before)
    await tester.applyChange(await tester.getOrder(order), {
      kind: 'updateParcel',
      parcel,
      status: 'cancelled',
      isNotified: false,
    })
    const afterCancellation = [await t.changes(), await listStoredFiles()]
    expect((await addLabel(parcel, 'a.pdf')).body.code).toBe('shipment_canceled')
    expect([await t.changes(), await listStoredFiles()]).toEqual(afterCancellation)
  })

  test('is stored once by two uploads at once', async () => {
    const { order, parcel } = await createParcel()
    const replies = await Promise.all([addLabel(parcel, 'a.pdf'), addLabel(parcel, 'b.pdf')])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(await listNames(order)).toHaveLength(1)
  })
})
