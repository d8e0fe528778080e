import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditApi } from '#contract/staff/audit.ts'
import { openDisk } from '../lib/file/disk.ts'
import { eventually } from '../testing/eventually.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { toAuditQuery } from './archived-rows.ts'
import { archiveRows } from './audit-archive.ts'
import { verifyAudit } from './audit-verify.ts'
import { type AuditTransaction, dropMonths } from './drop-months.ts'

const month = '2026-01-01'
const customerId = '00000000-0000-7000-8000-0000000000c1'
let t: TestApp

const query = async (text: string, values: unknown[] = []) => {
  // biome-ignore lint/suspicious/noExplicitAny: the rows of any query
  const rows: any[] = await t.sql.unsafe(text, values as never[])
  return { rows: rows.map(row => ({ ...row })) } as never
}
const inTransaction = (work => t.sql.begin(tx => work(toAuditQuery(tx)))) as AuditTransaction
const openArchive = () => openDisk(t.app.config, 'audit')
const verify = async () => (await verifyAudit(t.sql, undefined, openArchive())).violations
const listKinds = async () => [...new Set((await verify()).map(({ kind }) => kind))]
const countRows = async () => {
  const [row] = await t.sql<{ count: number }[]>`
    select count(*)::integer as count from audit where at < '2026-02-01'`
  return row?.count
}
const sealAll = () =>
  eventually(async () => {
    await t.sql`select audit_seal_batch(500)`
    const { unsealed } = await verifyAudit(t.sql, undefined, openArchive())
    expect(unsealed).toBe(0)
  })

beforeEach(async () => {
  t = await startTestApp({ AUDIT_MONTHS: '1' })
  const { storeId, personId } = t.people.owner
  await t.inStore(tx => tx`update store set created_at = '2025-12-01' where id = ${storeId}`)
  await t.sql`
    insert into audit (at, store_id, person_id, ip, entity, entity_id, record_id, action, before, after)
    select '2026-01-05 10:00:00.123456+00', ${storeId}, ${personId}, '192.0.2.1', a.*
    from (values
      ('product', new_id(), new_id(), 'insert', null, '{"title":"Cup","price":1.50}'::jsonb),
      ('order', ${customerId}::uuid, ${customerId}::uuid, 'insert', null,
        '{"number":"#1","customer_email":"ada@example.com"}'),
      ('order', ${customerId}::uuid, ${customerId}::uuid, 'update',
        jsonb_build_object('customer_id', ${customerId}::text), '{"customer_id":null}')
    ) a`
  // One seal covers the rows of two months.
  await t.sql`
    insert into audit (at, store_id, entity, action) values ('2026-02-01', ${storeId}, 'product', 'insert')`
  await t.sql`select audit_create_months(3)`
  await sealAll()
})
afterEach(() => t.close())

test('rows move into a file without personal data, and the same command verifies them there', async () => {
  expect(await countRows()).toBe(3)
  await t.runJob('audit.archive')
  // The row that names a former customer stays, because an erasure needs it.
  expect(await countRows()).toBe(1)
  const text = gunzipSync(await openArchive().getBytes('2026-01/000001.jsonl.gz')).toString()
  expect(text).toContain('"price": 1.50')
  expect(text).not.toContain('ada@example.com')
  expect(await verify()).toEqual([])
  const { archived, rows } = await verifyAudit(t.sql, undefined, openArchive())
  expect([archived, rows]).toEqual([['2026-01', '2026-02'], (await t.changes()) + 3])
  const { body } = await t.call('owner', auditApi.getSummary)
  expect(body.data.archivedBefore).toBe('2026-03-01T00:00:00.000Z')
  const stranger = await t.call('stranger', auditApi.getSummary)
  expect(stranger.body.data.archivedBefore).toBeNull()
})

test('a process that ends before the rows are deleted loses nothing', async () => {
  const killed = (text: string, values?: unknown[]) => {
    if (text.includes('audit_delete_archived_rows')) throw new Error('killed')
    return query(text, values)
  }
  await expect(archiveRows(killed, openArchive(), month)).rejects.toThrow('killed')
  expect(await countRows()).toBe(3)
  expect(await verify()).toEqual([])
  expect(await archiveRows(query, openArchive(), month)).toBe(true)
  expect(await archiveRows(query, openArchive(), month)).toBe(false)
  expect(await readdir(join(t.app.config.dataDir, 'audit', '2026-01'))).toEqual(['000001.jsonl.gz'])
  expect(await verify()).toEqual([])
})

test('a line that differs from its row deletes nothing', async () => {
  const lines = await t.sql<{ line: string }[]>`
    select line from audit_rows_to_archive(${month}, 10) line`
  const changed = lines.map(({ line }) => line.replace('Cup', 'Mug'))
  await expect(
    t.sql`select audit_delete_archived_rows(${month}, 'x', 'x', ${changed})`,
  ).rejects.toThrow('has 2 lines, but 1 equal rows exist')
  expect(await countRows()).toBe(3)
})

test('a file has the rows of one transaction up to 8 MB', async () => {
  const { storeId } = t.people.owner
  await t.sql`
    insert into audit (at, store_id, entity, action, after)
    select '2026-01-06', ${storeId}, 'product', 'insert',
      jsonb_build_object('title', n, 'description', repeat('Cup ', 500))
    from generate_series(1, 5000) n`
  await sealAll()
  expect(await archiveRows(query, openArchive(), month)).toBe(true)
  expect(await archiveRows(query, openArchive(), month)).toBe(true)
  expect(await archiveRows(query, openArchive(), month)).toBe(false)
  const files = await t.sql<{ rows: number }[]>`
    select (s.parts #>> '{2026-01,rows}')::integer as rows
    from audit_seal s where s.kind = 'archived' order by s.seq`
  const [first = 0, second = 0] = files.map(({ rows }) => rows)
  expect([first > second, first + second]).toEqual([true, 5002])
  expect(await verify()).toEqual([])
})

test('a table that was locked is made smaller by the next run', async () => {
  const { storeId } = t.people.owner
  await t.sql`
    insert into audit (at, store_id, entity, action, after)
    select '2026-01-06', ${storeId}, 'product', 'insert', jsonb_build_object('title', n)
    from generate_series(1, 200) n`
  await sealAll()
  const [before] = await t.sql`select pg_relation_size('audit_2026_01')::integer as size`
  while (await archiveRows(query, openArchive(), month));
  const end = new Date('2026-02-01')
  const listMonths = () => t.sql`select month::text from audit_archivable_months(${end}) month`
  expect([...(await listMonths())]).toEqual([{ month }])
  await t.runJob('audit.archive')
  expect([...(await listMonths())]).toEqual([])
  const [after] = await t.sql`select pg_relation_size('audit_2026_01')::integer as size`
  expect(after?.size).toBeLessThan(before?.size)
})

test('a month that was changed is not archived', async () => {
  await t.sql`alter table audit no force row level security`
  await t.sql`update audit set after = '{}' where after ->> 'title' = 'Cup'`
  await t.sql`alter table audit force row level security`
  await t.runJob('audit.archive')
  expect(await countRows()).toBe(3)
})

test('a changed, missing or replaced file is detected, and its month is not dropped', async () => {
  await archiveRows(query, openArchive(), month)
  const path = join(t.app.config.dataDir, 'audit', '2026-01', '000001.jsonl.gz')
  const end = new Date('2026-02-01')
  await writeFile(path, 'no archive')
  expect(await listKinds()).toEqual(['file_changed', 'rows_changed'])
  await rm(path)
  expect(await listKinds()).toEqual(['file_missing', 'rows_changed'])
  await dropMonths(inTransaction, openArchive(), end)
  expect(await countRows()).toBe(1)
})

test('a month with a changed row is not dropped after its other rows were archived', async () => {
  await archiveRows(query, openArchive(), month)
  await t.sql`alter table audit no force row level security`
  await t.sql`update audit set after = '{"customer_id":""}' where at < '2026-02-01'`
  await t.sql`alter table audit force row level security`
  expect(await dropMonths(inTransaction, openArchive(), new Date('2026-02-01'))).toBe(false)
  expect(await countRows()).toBe(1)
  expect(await openArchive().exists('2026-01/000001.jsonl.gz')).toBe(true)
})

test('an expired month is dropped with its files', async () => {
  await archiveRows(query, openArchive(), month)
  expect(await dropMonths(inTransaction, openArchive(), new Date('2026-02-01'))).toBe(true)
  expect(await countRows()).toBe(0)
  expect(await openArchive().exists('2026-01/000001.jsonl.gz')).toBe(false)
  expect(await verify()).toMatchObject([{ kind: 'dropped_early' }])
})
