import { afterAll, beforeAll, expect, test } from 'vitest'
import { discountApi, maxDiscountCodes } from '#contract/product/discount.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const createDiscount = async (changes: object = {}): Promise<string> =>
  (
    await t.call('owner', discountApi.create, {
      body: { name: 'Mailing', percentage: 10, ...changes },
    })
  ).body.data._id
const createCodes = (id: string, body: { count: number; prefix?: string }) =>
  t.call('owner', discountApi.createCodes, { params: { id }, body })
const countCodes = async (id: string) => {
  const [row] = await t.inStore(
    tx => tx<{ count: number }[]>`
      select count(*)::integer as count from discount_code where discount_id = ${id}`,
  )
  return row?.count
}

test('creates different codes with a prefix and exports them', async () => {
  const id = await createDiscount()
  await createCodes(id, { count: 700 })
  const { status, body } = await createCodes(id, { count: 300, prefix: 'spring 26' })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ codeCount: 1000, usedCount: 0 })
  await t.inStore(
    tx => tx`
      update discount_code set is_used = true
      where code = (select min(code) from discount_code where code like 'SPRING26-%')`,
  )
  const file = await t.call('owner', discountApi.exportCodes, { query: { discount: id } })
  const [header, ...lines] = String(file.body).trimEnd().split('\r\n')
  expect(header).toBe('\uFEFFCode,Status,Created')
  expect(new Set(lines.map(line => line.split(',')[0])).size).toBe(1000)
  expect(lines.filter(line => /^SPRING26-[A-Z2-9]{8},/.test(line))).toHaveLength(300)
  expect(lines.filter(line => line.includes(',used,'))).toHaveLength(1)
})

test('rejects codes beyond the limit and beside a code of all, and stores none', async () => {
  const full = await createDiscount()
  await t.inStore(
    tx => tx`update discount set code_count = ${maxDiscountCodes - 1} where id = ${full}`,
  )
  expect((await createCodes(full, { count: 2 })).body.code).toBe('discount_code_limit')
  expect(await countCodes(full)).toBe(0)
  const shared = await createDiscount({ code: 'SHARED' })
  expect((await createCodes(shared, { count: 2 })).body.code).toBe('discount_has_code')
  expect(await countCodes(shared)).toBe(0)
})
