import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Timestamp } from '#contract/lib/schemas.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { selectPartColumns, selectParts } from './record-part.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const Part = z.object({
  name: z.string(),
  unitPrice: z.int(),
  tags: z.array(z.string()),
  shippedAt: Timestamp,
  deliveredAt: Timestamp.nullable(),
})
const columns = selectPartColumns(Part)

test('parts have the values of rows', async () => {
  const [row] = await t.inStore(async tx => {
    const rows = tx`
      select ${columns(tx)} from (values
        ('Ä "b"', 9007199254740991::bigint, '{a,"b c"}'::text[],
          '2026-01-31 23:59:59.123987+00'::timestamptz, null::timestamptz),
        ('', 0, '{}', '2026-07-01 02:00:00+02', '2026-01-01 00:00:00.9999+00')
      ) part (name, unit_price, tags, shipped_at, delivered_at)`
    return tx`select ${selectParts(tx, rows)} as parts, ${selectParts(tx, tx`select 1 where false`)} as none`
  })
  expect(row?.['none']).toEqual([])
  expect(row?.['parts']).toEqual([
    {
      name: 'Ä "b"',
      unitPrice: 9007199254740991,
      tags: ['a', 'b c'],
      shippedAt: '2026-01-31T23:59:59.123Z',
      deliveredAt: null,
    },
    {
      name: '',
      unitPrice: 0,
      tags: [],
      shippedAt: '2026-07-01T00:00:00.000Z',
      deliveredAt: '2026-01-01T00:00:00.999Z',
    },
  ])
})
