import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { searchApi } from '#contract/store/search.ts'
import type { Tx } from '../lib/db/db.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const insertCustomer = (tx: Tx, name: string) =>
  tx<{ id: string }[]>`insert into customer (name) values (${name}) returning id`.then(
    ([row]) => row?.id ?? '',
  )
const addCustomer = (name: string) => t.inStore(tx => insertCustomer(tx, name))
const eraseCustomer = (id: string) =>
  t.call('owner', customerDataApi.erase, { params: { id }, body: {} })
/** Returns the parts of a word in the index. */
const listParts = (word: string) =>
  t.inStore(async tx => {
    const rows = await tx<{ part: string }[]>`
      select distinct part from search_part where word = ${word} order by part`
    return rows.map(({ part }) => part)
  })
const findNames = async (q: string) => {
  const { body } = await t.call('owner', searchApi.find, { query: { q } })
  return body.data.customers?.map(({ name }: { name: string }) => name)
}
/** Starts a transaction that stays open until `end` is called. */
async function openTransaction(work: (tx: Tx) => Promise<unknown>) {
  const isDone = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const result = t.inStore(async tx => {
    await work(tx)
    isDone.resolve()
    await gate.promise
  })
  await Promise.race([isDone.promise, result])
  return {
    end: () => {
      gate.resolve()
      return result
    },
  }
}
const waitForLock = () =>
  expect
    .poll(async () => {
      const waiting = await t.sql`
        select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`
      return waiting.length
    })
    .toBe(1)

test('a customer who is added during the erasure of one of the same name is found inside words', async () => {
  const erased = await addCustomer('Quillan')
  const erasure = await openTransaction(tx => tx`select erase_customer(${erased})`)
  const addition = addCustomer('Quillan')
  await waitForLock()
  await erasure.end()
  await addition
  expect(await listParts('quillan')).toEqual(['an', 'illan', 'lan', 'llan', 'n', 'uillan'])
  expect(await findNames('illan')).toEqual(['Quillan'])
})

test('an erasure keeps the parts of a name that a running transaction adds', async () => {
  const erased = await addCustomer('Brisby')
  const addition = await openTransaction(tx => insertCustomer(tx, 'Brisby'))
  const erasure = eraseCustomer(erased)
  await waitForLock()
  await addition.end()
  expect((await erasure).status).toBe(200)
  expect(await findNames('risby')).toEqual(['Brisby'])
})

test('two customers with the same new name are added without waiting', async () => {
  const first = await openTransaction(tx => insertCustomer(tx, 'Marlowe'))
  await addCustomer('Marlowe')
  await first.end()
  expect(await findNames('arlowe')).toEqual(['Marlowe', 'Marlowe'])
})

test('the words of an erased customer are deleted at once', async () => {
  const erased = await addCustomer('Thessaly')
  expect(await listParts('thessaly')).toHaveLength(7)
  expect((await eraseCustomer(erased)).status).toBe(200)
  expect(await listParts('thessaly')).toEqual([])
})

test('names that were changed or deleted are removed daily, others stay', async () => {
  const renamed = await addCustomer('Ottoline')
  const deleted = await addCustomer('Fenwick')
  await addCustomer('Winifred Fenwickson')
  await t.inStore(tx => tx`delete from customer where id = ${deleted}`)
  await t.call('owner', customerApi.update, {
    params: { id: renamed },
    body: { name: 'Peregrine' },
  })
  await addCustomer('Winifred')
  expect(await listParts('ottoline')).toHaveLength(7)

  await t.runJob('search.cleanup')
  expect(await listParts('ottoline')).toEqual([])
  expect(await listParts('fenwick')).toEqual([])
  expect(await listParts('fenwickson')).not.toEqual([])
  expect(await findNames('eregrine')).toEqual(['Peregrine'])
  expect(await findNames('inifred')).toHaveLength(2)
})
