import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { noSources } from '../host/storefront-headers.ts'
import { getPageBudget, PageCache } from './page-cache.ts'

const page = {
  status: 200,
  brotli: Buffer.alloc(55_000),
  etag: '',
  sources: noSources,
}
const render = async () => page
const minimize = async () => Buffer.from('small')

test('any number of filtered lists displaces neither the other pages of the store nor other stores', async () => {
  const cache = new PageCache(() => 0, minimize)
  await cache.get('home', getPageBudget('mill'), render)
  await cache.get('filtered home of another store', getPageBudget('kiln', true), render)
  for (let n = 0; n < 1000; n++) await cache.get(`list ${n}`, getPageBudget('mill', true), render)
  expect(cache.has('home')).toBe(true)
  expect(cache.has('filtered home of another store')).toBe(true)
  const cachedPages = Array.from({ length: 1000 }, (_, n) => n).filter(n => cache.has(`list ${n}`))
  expect(cachedPages.length * 55_000, 'the limit is in bytes').toBeLessThan(2 * 1024 * 1024)
  expect(cachedPages.at(-1), 'the newest ones are kept').toBe(999)
  expect(cachedPages.length).toBeGreaterThan(30)
})

test('the pages of a store have a limit too', async () => {
  const cache = new PageCache(() => 0, minimize)
  for (let n = 0; n < 200; n++) await cache.get(`page ${n}`, getPageBudget('mill'), render)
  expect(cache.has('page 0')).toBe(false)
  expect(cache.has('page 199')).toBe(true)
})

test('a cached page holds the memory of its body only, before and after it becomes smaller', async () => {
  const compress = async () => brotliCompressSync('<p>page</p>')
  expect((await compress()).buffer.byteLength).toBeGreaterThan(60_000)
  const cache = new PageCache(() => 10_000, compress)
  const get = () =>
    cache.get('home', getPageBudget('mill'), async () => ({ ...page, brotli: await compress() }))
  for (let request = 0; request < 3; request++) {
    const { brotli } = await get()
    await setImmediate()
    expect(brotli.buffer.byteLength).toBe(brotli.length)
  }
})

test('a page becomes smaller after its second request, and stays so while its content is the same', async () => {
  let now = 10_000
  const cache = new PageCache(() => now, minimize)
  const getSize = async (key: string, etag = 'a') => {
    const { brotli } = await cache.get(key, getPageBudget('mill'), async () => ({ ...page, etag }))
    await setImmediate()
    return brotli.length
  }
  expect(await getSize('home')).toBe(55_000)
  expect(await getSize('home')).toBe(55_000)
  expect(await getSize('home')).toBe(5)
  now += 61_000
  expect(await getSize('home')).toBe(5)
  now += 61_000
  expect(await getSize('home', 'b')).toBe(55_000)
})

test('pages become smaller one after another, so that many searches take little time', async () => {
  let now = 10_000
  const minimizedPages: string[] = []
  const cache = new PageCache(
    () => now,
    async brotli => {
      minimizedPages.push(String(brotli))
      return brotli
    },
  )
  const get = (key: string) =>
    cache.get(key, getPageBudget('mill', true), async () => ({ ...page, brotli: Buffer.from(key) }))
  for (let n = 0; n < 100; n++) for (let request = 0; request < 2; request++) await get(`term ${n}`)
  expect(minimizedPages).toEqual(['term 0'])
  now += 1000
  for (let request = 0; request < 3; request++) await get('term 99')
  expect(minimizedPages).toEqual(['term 0', 'term 99'])
})
