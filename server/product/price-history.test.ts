import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importApi } from '#contract/import/import.ts'
import { productApi } from '#contract/product/product.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

const inStore = <T>(work: (tx: Tx) => Promise<T>) =>
  withStoreTransaction(t.app.db, t.people.owner.storeId, work)
const createProduct = async (values: object): Promise<string> =>
  (await t.call('owner', productApi.create, { body: { title: 'Lamp', ...values } })).body.data._id
const setPrice = async (id: string, values: { price?: number; compareAtPrice?: number | null }) => {
  const reply = await t.call('owner', productApi.update, { params: { id }, body: values })
  expect(reply.status).toBe(200)
}
const getPriorPrice = async () =>
  (await inStore(tx => tx<{ priorPrice: number | null }[]>`select prior_price from variant`))[0]
    ?.priorPrice
const listHistory = async () =>
  (await inStore(tx => tx<{ price: number }[]>`select price from price_history order by id`)).map(
    ({ price }) => price,
  )
const letDaysPass = (days: number) =>
  inStore(tx => tx`update price_history set ended_at = ended_at - ${days} * interval '1 day'`)

test('a price that never changed has no history and no prior price', async () => {
  const id = await createProduct({ price: 1000, compareAtPrice: 1500 })
  await t.call('owner', productApi.update, { params: { id }, body: { title: 'Lamp 2' } })
  expect([await getPriorPrice(), await listHistory()]).toEqual([null, []])
})

test('a reduction has the lowest price of the 30 days before', async () => {
  const id = await createProduct({ price: 1000 })
  await setPrice(id, { price: 700 })
  await setPrice(id, { price: 900 })
  await letDaysPass(20)
  await setPrice(id, { price: 800, compareAtPrice: 1000 })
  expect(await getPriorPrice()).toBe(700)
})

test('a lower price that ended more than 30 days before does not count', async () => {
  const id = await createProduct({ price: 700 })
  await setPrice(id, { price: 1000 })
  await letDaysPass(31)
  await setPrice(id, { price: 800, compareAtPrice: 1000 })
  expect([await getPriorPrice(), await listHistory()]).toEqual([1000, [1000]])
})

test('a compare-at price that is added to an old price refers to that price', async () => {
  const id = await createProduct({ price: 1000 })
  await setPrice(id, { price: 800 })
  await setPrice(id, { compareAtPrice: 1000 })
  expect(await getPriorPrice()).toBe(800)
})

test('a reduction keeps its prior price until it ends', async () => {
  const id = await createProduct({ price: 1000 })
  await setPrice(id, { price: 800, compareAtPrice: 1000 })
  await letDaysPass(60)
  await setPrice(id, { compareAtPrice: 1100 })
  expect(await getPriorPrice()).toBe(1000)
  await setPrice(id, { compareAtPrice: null })
  expect(await getPriorPrice()).toBe(null)
})

test('a second reduction refers to the first reduced price', async () => {
  const id = await createProduct({ price: 1000 })
  await setPrice(id, { price: 800, compareAtPrice: 1000 })
  await setPrice(id, { price: 600 })
  expect(await getPriorPrice()).toBe(800)
})

test('the history stays small: prices that can no longer be the lowest are deleted', async () => {
  const id = await createProduct({ price: 100 })
  for (const price of [300, 200, 250, 240, 230, 500, 220]) await setPrice(id, { price })
  // A price of 300 that ended before 200 can no longer be the lowest.
  expect(await listHistory()).toEqual([100, 200, 230, 500])
})

test('an import announces a reduction only of a price that the product had before', async () => {
  const importPrice = async (price: number) => {
    const csv = `Handle,Title,Variant Price,Variant Compare At Price,Status\nlamp,Lamp,${price},50,active`
    const body = new FormData()
    body.append('kind', 'products')
    body.append('file', new Blob([csv]), 'products.csv')
    const params = { id: (await t.call('owner', importApi.create, { body })).body.data._id }
    await t.runJobs()
    await t.call('owner', importApi.start, { params, body: { copyImages: false } })
    await t.runJobs()
    expect((await t.call('owner', importApi.get, { params })).body.data.status).toBe('done')
  }
  await importPrice(40)
  expect([await getPriorPrice(), await listHistory()]).toEqual([null, []])
  await importPrice(30)
  expect([await getPriorPrice(), await listHistory()]).toEqual([4000, [4000]])
})

test('another store neither reads nor deletes the history', async () => {
  const id = await createProduct({ price: 1000 })
  await setPrice(id, { price: 900 })
  const { storeId } = t.people.stranger
  const rows = await withStoreTransaction(
    t.app.db,
    storeId,
    tx => tx`delete from price_history returning id`,
  )
  expect([rows.length, await listHistory()]).toEqual([0, [1000]])
})
