import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { type AuditEntry, auditApi } from '#contract/staff/audit.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'

const id = '00000000-0000-7000-8000-0000000000ff'
let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

type Query = Record<string, unknown>
const list = async (query: Query = {}, as: 'owner' | 'stranger' = 'owner'): Promise<AuditEntry[]> =>
  (await t.call(as, auditApi.list, { query })).body.data
/** Returns the current time of the database, in milliseconds. */
const databaseTime = async () => {
  const [row] = await t.sql<
    { ms: number }[]
  >`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
  return row?.ms ?? Number.NaN
}
const listKinds = async (query: Query) =>
  (await list(query)).map(({ action, entity }) => `${action} ${entity}`)
const createProduct = async (title: string): Promise<{ _id: string; version: number }> =>
  (
    await t.call('owner', productApi.create, {
      body: { title, variants: [{ price: 3900, sku: 'K-1' }] },
      headers: { 'user-agent': 'Test' },
    })
  ).body.data
const createCategory = async (name: string): Promise<string> =>
  (await t.call('owner', categoryApi.create, { body: { name } })).body.data._id
const updateCategory = (id: string, body: object) =>
  t.call('owner', categoryApi.update, { params: { id }, body })

describe('a change', () => {
  test('records the person, time, IP address, record, and each field before and after', async () => {
    const _id = await createCategory('Cups')
    const startedAt = await databaseTime()
    await updateCategory(_id, { name: 'Mugs', description: 'Large ones' })
    const [entry] = await list()
    const { personId, name: ownerName } = t.people.owner
    expect(entry).toMatchObject({
      action: 'update',
      entity: 'category',
      entityId: _id,
      name: 'Mugs',
      record: { entity: 'category', _id, name: 'Mugs' },
      ip: '127.0.0.1',
      person: { _id: personId, name: `Test ${ownerName}`, email: `${ownerName}@example.com` },
      changes: [
        { field: 'name', before: 'Cups', after: 'Mugs', isTruncated: false },
        { field: 'description', before: '', after: 'Large ones', isTruncated: false },
      ],
    })
    const recordedAt = Date.parse(entry?.at ?? '')
    expect(recordedAt).toBeGreaterThanOrEqual(startedAt)
    expect(recordedAt).toBeLessThanOrEqual(await databaseTime())
    expect(entry?.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(await list({}, 'stranger')).toSatisfy((rows: AuditEntry[]) =>
      rows.every(({ person }) => person?._id !== personId),
    )
  })

  test('of a variant belongs to its product, and a deleted product keeps its name', async () => {
    const product = await createProduct('Kettle')
    const entries = await list({ record: product._id })
    expect(entries.map(({ entity }) => entity).toSorted()).toEqual(['product', 'variant'])
    expect(
      entries.every(({ record }) => record.name === 'Kettle' && record.entity === 'product'),
    ).toBe(true)
    expect(entries.find(({ entity }) => entity === 'variant')?.changes).toContainEqual({
      field: 'price',
      before: null,
      after: 3900,
      isTruncated: false,
    })
    await t.call('owner', productApi.delete, { params: { id: product._id } })
    expect(
      (await list({ record: product._id, action: 'delete' })).map(({ record }) => record.name),
    ).toEqual(['Kettle', 'Kettle'])
  })

  test('is not recorded if the request fails', async () => {
    const before = await t.changes()
    expect((await t.call('owner', categoryApi.create, { body: { name: ' ' } })).status).toBe(422)
    expect(await t.changes()).toBe(before)
  })
})

describe('filters', () => {
  test('select by person, record, entity, action and time, alone and combined', async () => {
    await createProduct('Bowl')
    const helper = await makePerson(t.app, t.sql, 'helper', {
      storeId: t.people.owner.storeId,
      abilities: [{ action: 'manage', subject: 'all' }],
    })
    const middle = new Date().toISOString()
    const { _id } = (await t.call(helper, categoryApi.create, { body: { name: 'Plates' } })).body
      .data
    expect((await list({ person: helper.personId })).map(({ name }) => name)).toEqual(['Plates'])
    expect(await listKinds({ record: _id })).toEqual(['insert category'])
    expect(await listKinds({ entity: 'category', from: middle })).toEqual(['insert category'])
    expect(await listKinds({ action: 'insert', from: middle })).toEqual(['insert category'])
    expect(await listKinds({ action: 'delete,export', from: middle })).toEqual([])
    expect(await listKinds({ person: helper.personId, to: middle })).toEqual([])
    const { body } = await t.call('owner', auditApi.getSummary)
    expect(body.data.people.map(({ name }: { name: string }) => name)).toEqual([
      'Test helper',
      `Test ${t.people.owner.name}`,
    ])
    expect(body.data.entities).toEqual(
      expect.arrayContaining(['category', 'product', 'variant', 'business']),
    )
    expect(body.data.unsealedCount).toBeGreaterThan(0)
  })

  test('cursor pages contain each entry once', async () => {
    for (const title of ['Bowl', 'Jug', 'Plate', 'Tray']) await createProduct(title)
    const all = await list({ perPage: 100 })
    expect(all.length).toBeGreaterThan(7)
    const seen: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const { body } = await t.call('owner', auditApi.list, {
        query: { perPage: 7, ...(after && { after }) },
      })
      seen.push(...body.data.map(({ _id }: AuditEntry) => _id))
      after = body.meta.next
    }
    expect(seen).toEqual(all.map(({ _id }) => _id))
    expect(new Set(seen).size).toBe(seen.length)
  })

  test.each([
    { action: 'vanish' },
    { person: 'x' },
    { entity: `'; drop table audit` },
    { from: 'yesterday' },
  ])('reject %j', async query => {
    expect((await t.call('owner', auditApi.list, { query })).status).toBe(422)
  })

  describe('an index returns the rows in order', () => {
    beforeEach(async () => {
      // With few rows all indexes cost the same, and the planner may use any of them.
      await t.sql`
      insert into audit (at, store_id, person_id, record_id, entity, action)
      select now() - n * interval '1 second', ${t.people.owner.storeId}, other.id, other.id,
        case when other.id = ${id} then 'product' else 'order' end,
        case when other.id = ${id} then 'delete' else 'update' end
      from generate_series(1, 12000) n, lateral (
        select case when n % 10 = 0 then ${id}::uuid else new_id() end as id) other`
      await t.sql`analyze audit`
    })

    test.each([
      'true',
      `person_id = '${id}'`,
      `record_id = '${id}'`,
      `entity = 'product' and entity <> all ('{order,order_line,order_event,payment,fulfillment}')`,
      `action = 'delete' and action <> all ('{insert,update}')`,
    ])('where %s', async where => {
      const plan = await t.inStore(async tx => {
        await tx`set local enable_seqscan = off; set local enable_bitmapscan = off`.simple()
        return tx<
          Record<string, string>[]
        >`explain select * from audit where ${tx.unsafe(where)} order by at desc, id desc limit 50`
      })
      const lines = plan.flatMap(row => Object.values(row)).join('\n')
      // An incremental sort only orders the rows of the same transaction.
      expect(lines).not.toMatch(/(?<!Incremental )Sort {2}\(|Filter:/)
      expect(lines).toContain('Index Scan')
    })
  })
})

test('the export has one row per field, escapes formulas and is itself audited', async () => {
  await updateCategory(await createCategory('Cups'), { name: 'Mugs' })
  await createCategory('=cmd()')
  const reply = await t.call('owner', auditApi.export, { query: { entity: 'category' } })
  expect(reply.status).toBe(200)
  // Without a byte order mark Excel does not read the file as UTF-8.
  expect(reply.body.startsWith('\uFEFF')).toBe(true)
  const { name: ownerName } = t.people.owner
  const lines = reply.body.trim().split('\r\n')
  expect(lines[0]).toBe(
    'Time,Person,Email,IP address,Action,Type,ID,Name,Record type,Record ID,Record name,' +
      'Field,Before,After,Request ID',
  )
  expect(
    lines.some(
      (line: string) =>
        line.includes(`Test ${ownerName},${ownerName}@example.com,127.0.0.1,Updated,Category,`) &&
        line.includes(',Name,Cups,Mugs,'),
    ),
  ).toBe(true)
  const all = (await t.call('owner', auditApi.export)).body
  expect(all).toMatch(/,Created,Business,.*,Weight unit,,kg,/)
  expect(all).toContain(`,Created by,,Test ${ownerName} (${t.people.owner.personId}),`)
  expect(all).not.toMatch(/,(insert|update|delete),/)
  expect(reply.body).toContain(`,'=cmd(),`)
  expect(reply.body).not.toContain(',=cmd()')
  await t.call('owner', productApi.export)
  const [first, second] = await list({ action: 'export' })
  expect(
    [first, second].map(entry => entry?.changes.find(({ field }) => field === 'what')?.after),
  ).toEqual(['product', 'audit'])
  expect(second?.person?._id).toBe(t.people.owner.personId)
})
