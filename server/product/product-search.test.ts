import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Product, productApi } from '#contract/product/product.ts'
import { createProductTester } from '../testing/subject/product-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createProductTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createProductTester(t)
  await t.inStore(tx => tx`delete from product`)
  for (const product of [
    { title: 'Keramik Kaffeetasse', vendor: 'Ofen', sku: 'KT-1042', price: 500 },
    { title: 'Tasse Keramik', vendor: 'Ofen', sku: 'KT-1043', price: 700 },
    { title: 'Crème Brûlée', vendor: 'Ofen', price: 900, tags: ['dessert'] },
    { title: 'Stoneware mug', vendor: 'Ofen', sku: 'MUG-1', price: 300 },
  ])
    await tester.createProductData(product)
})
afterAll(() => t.close())

const list = async (query: object) =>
  (await t.call('owner', productApi.list, { query: { sort: 'title', ...query } })).body
const listTitles = async (q: string, query: object = {}): Promise<string[]> =>
  (await list({ q, ...query })).data.map((row: Product) => row.title)

test('finds beginnings of words, in any order and without diacritics', async () => {
  expect(await listTitles('keram')).toEqual(['Keramik Kaffeetasse', 'Tasse Keramik'])
  expect(await listTitles('1043 kera')).toEqual(['Tasse Keramik'])
  expect(await listTitles('creme brulee')).toEqual(['Crème Brûlée'])
  expect(await listTitles('CRÈME')).toEqual(['Crème Brûlée'])
  expect(await listTitles('stone ware ofen mug 1 m s zzz'), 'eight terms').toEqual([])
  expect(await listTitles('stone ofen mug 1 m s st mu zzz'), 'nine terms').toEqual([
    'Stoneware mug',
  ])
  expect(await listTitles('kt-10')).toEqual(['Keramik Kaffeetasse', 'Tasse Keramik'])
})

test('finds the beginnings of words and letters inside them together', async () => {
  expect(await listTitles('tasse')).toEqual(['Keramik Kaffeetasse', 'Tasse Keramik'])
  expect(await listTitles('*tasse')).toEqual(['Keramik Kaffeetasse', 'Tasse Keramik'])
  expect(await listTitles('ware')).toEqual(['Stoneware mug'])
  expect(await listTitles('ware mug')).toEqual(['Stoneware mug'])
  expect(await listTitles('*')).toEqual([])
})

test.each(['kermaik', 'keramk', 'kerramik', 'keranik', 'keran'])(
  '%s finds the nearest word',
  async q => {
    expect(await listTitles(q)).toEqual(['Keramik Kaffeetasse', 'Tasse Keramik'])
  },
)

describe('words of more than 10,000 products', () => {
  const addWords = (word: string, count: number) =>
    t.inStore(
      tx => tx`
        insert into search_word (store_id, entity, word, id)
        select current_store(), 'product', ${word}, gen_random_uuid()
        from generate_series(1, ${count}::integer)`,
    )
  const titles = ['Porcelain bowl', 'Pôrcelain plate']
  beforeAll(async () => {
    for (const title of titles) await tester.createProductData({ title })
    await addWords('porcelain', 10_000)
  })
  afterAll(() =>
    t.inStore(async tx => {
      await tx`delete from product where title = any (${[...titles, 'Zinc crates']})`
      await tx`delete from search_word where word like 'por%' or word like 'crate%'`
    }),
  )

  test.each([
    ['porcelian', titles],
    ['porcelian,', titles],
    ['porcelian plate', ['Pôrcelain plate']],
  ])('corrects %s', async (q, found) => {
    expect(await listTitles(q)).toEqual(found)
    expect(await listTitles(q, { priceTo: 100_000 })).toEqual(found)
    expect((await list({ q })).meta.corrections).toEqual([
      { term: 'porcelian', words: ['porcelain'] },
    ])
  })

  test('names only the searched word if a term has several nearest words', async () => {
    await addWords('porcelein', 10_001)
    expect(await listTitles('porceloin')).toEqual(titles)
    expect((await list({ q: 'porceloin' })).meta.corrections).toEqual([
      { term: 'porceloin', words: ['porcelain'] },
    ])
    await t.inStore(tx => tx`delete from search_word where word = 'porcelein'`)
  })

  const addCrates = (count: number) =>
    t.inStore(
      tx => tx`
        insert into search_word (store_id, entity, word, id)
        select current_store(), 'product', 'crate' || nr, id from (
          select id from product where title = 'Porcelain bowl') p,
          generate_series(1, ${count}::integer) nr`,
    )
  afterEach(() =>
    t.inStore(async tx => {
      await tx`delete from product where title = 'Zinc crates'`
      await tx`delete from search_word where word like 'crate%'`
    }),
  )

  test('counts products, not words, if a term begins many words', async () => {
    await addCrates(10_001)
    expect(await listTitles('crate')).toEqual(['Porcelain bowl'])
  })

  test('searches the texts if a term begins more than 30,000 words', async () => {
    await addCrates(30_001)
    await tester.createProductData({ title: 'Zinc crates' })
    expect(await listTitles('crate')).toEqual(['Zinc crates'])
  })
})

describe('finds each spelling', () => {
  const titles = [
    'Gartenstühle',
    "Levi's jeans",
    'Reifen 7.50-R16',
    'Stuhl',
    'T‑Shirt',
    'WiFi router',
    'Zahnbürste',
    '运动鞋',
    '鞋 X',
  ]
  beforeAll(async () => {
    for (const title of titles) await tester.createProductData({ title })
  })
  afterAll(() => t.inStore(tx => tx`delete from product where title = any (${titles})`))

  test.each([
    ['stuhl', ['Gartenstühle', 'Stuhl']],
    ['stühle', ['Gartenstühle']],
    ['burste', ['Zahnbürste']],
    ['BÜRSTE', ['Zahnbürste']],
    ['鞋', ['运动鞋', '鞋 X']],
    ['动鞋', ['运动鞋']],
    ['运动', ['运动鞋']],
    ['levi’s', ["Levi's jeans"]],
    ["levi's", ["Levi's jeans"]],
    ['levi´s', ["Levi's jeans"]],
    ['levis', ["Levi's jeans"]],
    ['levi jeans', ["Levi's jeans"]],
    ['tshirt', ['T‑Shirt']],
    ['t-shirt', ['T‑Shirt']],
    ['t shirt', ['T‑Shirt']],
    ['t-shrit', ['T‑Shirt']],
    ['wi-fi', ['WiFi router']],
    ['wi‑fi', ['WiFi router']],
    ['WIFI', ['WiFi router']],
    ['wi fi', ['WiFi router']],
    ['750r16', ['Reifen 7.50-R16']],
    ['7.50r16', ['Reifen 7.50-R16']],
    ['50-R16', ['Reifen 7.50-R16']],
  ])('%s', async (q, found) => {
    expect((await listTitles(q)).toSorted()).toEqual(found.toSorted())
    expect((await listTitles(q, { priceTo: 100_000 })).toSorted()).toEqual(found.toSorted())
  })
})

test('corrects a short term only if no text has it', async () => {
  expect(await listTitles('mugg')).toEqual(['Stoneware mug'])
  await tester.createProductData({ title: 'Bürostuhl' })
  await tester.createProductData({ title: 'Stahl' })
  expect(await listTitles('stuhl')).toEqual(['Bürostuhl'])
  expect(await listTitles('stuhl', { priceTo: 100_000 })).toEqual(['Bürostuhl'])
  expect(await listTitles('sthal')).toEqual(['Stahl'])
  expect(await listTitles('sthal', { priceTo: 100_000 })).toEqual(['Stahl'])
  await t.inStore(tx => tx`delete from product where title in ('Stahl', 'Bürostuhl')`)
})

test('names the words that were searched instead, on every page', async () => {
  const corrections = [{ term: 'kermaik', words: ['keramik'] }]
  for (const query of [
    { q: 'KERMAIK' },
    { q: 'tasse kermaik' },
    { q: 'kermaik', priceTo: 600 },
    { q: 'kermaik', perPage: 1, page: 2 },
    { q: 'kermaik', hasImage: true },
  ])
    expect((await list(query)).meta.corrections, JSON.stringify(query)).toEqual(corrections)
  const { meta } = await list({ q: 'kermaik', perPage: 1 })
  const nextPage = await list({ q: 'kermaik', perPage: 1, after: meta.next })
  expect([meta.corrections, nextPage.meta.corrections]).toEqual([corrections, corrections])
  const listCorrections = async (q: string) => (await list({ q })).meta.corrections
  expect(await listCorrections('keran')).toEqual([{ term: 'keran', words: ['kera'] }])
  expect(await listCorrections('mugg')).toEqual([{ term: 'mugg', words: ['mug'] }])
  expect(await listCorrections('kermaik stonewaer')).toBeUndefined()
  expect(await listCorrections('stonewaer offen')).toEqual([
    { term: 'stonewaer', words: ['stoneware'] },
    { term: 'offen', words: ['ofen'] },
  ])
})

test('names no words if the search was not corrected', async () => {
  for (const query of [
    {},
    { q: 'keram' },
    { q: 'keramik', tag: 'dessert' },
    { q: 'ware' },
    { q: '*tasse' },
    { q: 'kermaik zzz' },
    { q: 'leramik' },
  ])
    expect((await list(query)).meta, JSON.stringify(query)).not.toHaveProperty('corrections')
})

test('corrects neither numbers, short terms, first letters nor words with two errors', async () => {
  for (const q of ['kt-1044', 'mgu', 'leramik', 'kremaki'])
    expect(await listTitles(q), q).toEqual([])
})

test('counts and filters the products that match', async () => {
  expect((await list({ q: 'ofen', perPage: 2 })).meta).toMatchObject({ total: 4 })
  expect((await list({ q: 'ofen', perPage: 2, page: 2 })).meta).toMatchObject({ total: 4 })
  expect((await list({ q: 'ofen', perPage: 2, page: 3 })).meta).toMatchObject({ total: 4 })
  expect((await list({ q: 'fen', perPage: 2 })).meta).toMatchObject({ total: 4 })
  expect((await list({ q: 'xyz' })).meta).toMatchObject({ total: 0, next: null })
  expect((await list({ q: 'ofen', priceTo: 600, perPage: 1 })).meta).toMatchObject({ total: 2 })
  expect(await listTitles('ofen', { priceTo: 600 })).toEqual([
    'Keramik Kaffeetasse',
    'Stoneware mug',
  ])
  expect(await listTitles('keramik', { tag: 'dessert' })).toEqual([])
})

test('pages the products that match by cursor', async () => {
  const { data, meta } = await list({ q: 'ofen', perPage: 3 })
  const next = await list({ q: 'ofen', perPage: 3, after: meta.next })
  expect([...data, ...next.data].map((row: Product) => row.title)).toEqual(await listTitles('ofen'))
})

test('sorts and pages many products', async () => {
  const titles = Array.from({ length: 310 }, (_, n) => `Button ${String(n).padStart(3, '0')}`)
  await t.inStore(
    tx => tx`
      insert into product ${tx(titles.map(title => ({ title, slug: title.replace(' ', '-'), price: 100 })))}`,
  )
  const pages = [1, 2, 4].map(page => list({ q: 'button', sort: '-title', perPage: 100, page }))
  const [first, second, last] = await Promise.all(pages)
  const listed = [...first.data, ...second.data, ...last.data].map((row: Product) => row.title)
  const expected = titles.toReversed()
  expect(listed).toEqual([...expected.slice(0, 200), ...expected.slice(300)])
  expect([first, last].map(({ meta }) => meta.total)).toEqual([310, 310])
  const { data, meta } = await list({
    q: 'button',
    perPage: 100,
    after: first.meta.next,
    sort: '-title',
  })
  expect(data).toEqual(second.data)
  expect(meta.next).toBe(second.meta.next)
  expect((await list({ q: 'button', priceTo: 99 })).meta.total).toBe(0)
  expect((await list({ q: 'button', priceTo: 100 })).meta.total).toBe(310)
  await t.inStore(tx => tx`delete from product where title like 'Button %'`)
})

test('compares a term of more than 10,000 words with the text of rarer ones', async () => {
  await t.inStore(
    tx => tx`
      insert into search_word (entity, word, id)
      select 'product', 'ofen', gen_random_uuid() from generate_series(1, 10001)`,
  )
  expect(await listTitles('ofen keramik')).toEqual(['Keramik Kaffeetasse', 'Tasse Keramik'])
  expect(await listTitles('ofen')).toHaveLength(4)
  await t.inStore(
    tx => tx`delete from search_word where word = 'ofen' and id not in (select id from product)`,
  )
})

test('exports and changes the products that the list shows', async () => {
  for (const q of ['tasse', '*tasse', 'kermaik', 'ware', 'tases']) {
    const titles = await listTitles(q)
    const file = String((await t.call('owner', productApi.export, { query: { q } })).body)
    expect(
      titles.every(title => file.includes(title)),
      q,
    ).toBe(true)
    expect(file.trim().split('\n'), q).toHaveLength(titles.length + 1)
    const { body } = await t.call('owner', productApi.bulkUpdateTags, {
      body: { filter: { q }, expectedCount: titles.length, add: ['found'] },
    })
    expect(body.data.done, q).toBe(titles.length)
  }
})

test('never finds products of another store', async () => {
  for (const q of ['keramik', 'kermaik', 'ware'])
    expect((await t.call('stranger', productApi.list, { query: { q } })).body.data).toEqual([])
})

test('a text of letters that no product has is found once a product gets it', async () => {
  expect(await listTitles('*quilt'), 'before').toEqual([])
  const created = await tester.createProductData({ title: 'Patchworkquilt' })
  expect(await listTitles('*quilt')).toEqual(['Patchworkquilt'])
  await t.inStore(tx => tx`update product set title = 'Zelluloid' where id = ${created._id}`)
  expect(await listTitles('*LULOID')).toEqual(['Zelluloid'])
  expect(await listTitles('*quilt'), 'after the change').toEqual([])
})
