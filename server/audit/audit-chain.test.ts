import { afterAll, beforeAll, expect, test } from 'vitest'
import { categoryApi } from '#contract/category.ts'
import { startTestApp, type TestApp } from '../lib/testing.ts'

let t: TestApp
beforeAll(async () => { t = await startTestApp() })
afterAll(() => t.close())

test('smoke', async () => {
  const { status } = await t.call('owner', categoryApi.create, { body: { name: 'Cups' } })
  expect(status).toBe(201)
  console.log(await t.sql`select entity, action, xid, ip, record_id, tableoid::regclass::text from audit`)
  console.log(await t.sql`select audit_seal_some(500) n`, await t.sql`select * from audit_seal`, await t.sql`select * from audit_faults()`)
})
