import { afterAll, beforeAll, expect, test } from 'vitest'
import { productApi } from '#contract/product/product.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import type { Tx } from './db.ts'
import { runAndUndo } from './savepoint.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('undone work changes nothing, and products are derived and audited again after it', async () => {
  const { body } = await t.call('owner', productApi.create, { body: { title: 'Teapot' } })
  const product = body.data
  const setStock = (tx: Tx, stock: number) => tx`
    update variant set stock = ${stock} where product_id = ${product._id}`
  const readStock = async (tx: Tx) => {
    const [row] = await tx<{ variant: number; product: number }[]>`
      select v.stock as variant, p.stock as product
      from variant v join product p on p.id = v.product_id
      where p.id = ${product._id}`
    return row
  }
  const before = await t.changes()
  await t.inStore(async tx => {
    await setStock(tx, 5)
    const auditedInPreview = await runAndUndo(tx, async () => {
      await setStock(tx, 2)
      return tx`select from audit where after ->> 'stock' = '2'`
    })
    expect(auditedInPreview).toHaveLength(0)
    expect(await readStock(tx)).toEqual({ variant: 5, product: 5 })
    await setStock(tx, 3)
    expect(await readStock(tx)).toEqual({ variant: 3, product: 3 })
  })
  expect(await t.changes()).toBe(before + 2)
})
