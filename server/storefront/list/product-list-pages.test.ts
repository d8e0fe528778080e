import { afterAll, beforeAll, expect, test } from 'vitest'
import { categoryApi } from '#contract/product/category.ts'
import { type Product, productApi } from '#contract/product/product.ts'
import { createSection } from '#contract/section/section-upgrade.ts'
import { StorefrontListQuery, storefrontSorts } from '#contract/storefront/storefront.ts'
import { openDb, withTransaction } from '../../lib/db/db.ts'
import { createProductTester } from '../../testing/subject/product-testing.ts'
import { publishTemplates, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { loadCategoryList, selectCategory } from './load-category.ts'
import { loadCards } from './product-cards.ts'
import { getListFilters } from './product-list-page.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  const category = await t.call('owner', categoryApi.create, { body: { name: 'Shirts' } })
  const categories = [category.body.data._id]
  const products = [
    { title: 'Linen shirt', price: 4950, stock: 3, vendor: 'Weaver', tags: ['summer'] },
    { title: 'Wool shirt', price: 9900, stock: 0, vendor: 'Shepherd', tags: ['winter'] },
    { title: 'Cotton shirt', price: 2990, stock: 8, vendor: 'Weaver', tags: ['summer', 'basic'] },
  ]
  for (const product of products)
    await t.call('owner', productApi.create, { body: { ...product, status: 'active', categories } })
  await t.call('owner', productApi.create, {
    body: {
      title: 'Silk shirt',
      status: 'active',
      categories,
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: [
        { options: ['S'], price: 12000, stock: 1 },
        { options: ['M'], price: 12000, stock: 1 },
      ],
    },
  })
  await t.call('owner', productApi.create, {
    body: { title: 'Draft shirt', price: 100, stock: 1, vendor: 'Secret', categories },
  })
})
afterAll(() => t.close())

const listTitles = (html: string) =>
  [...html.matchAll(/<h3 class="card-title"><a href="[^"]*">([^<]*) shirt/g)]
    .map(([, title]) => title)
    .toSorted()

test.each([
  ['priceFrom=49.5', ['Linen', 'Silk', 'Wool']],
  ['priceFrom=30&priceTo=99', ['Linen', 'Wool']],
  ['priceFrom=&priceTo=29.90', ['Cotton']],
  ['available=1', ['Cotton', 'Linen', 'Silk']],
  ['vendor=Weaver', ['Cotton', 'Linen']],
  ['vendor=Weaver&vendor=Shepherd&available=1', ['Cotton', 'Linen']],
  ['tag=basic&tag=winter', ['Cotton', 'Wool']],
  ['option=Size%3AM', ['Silk']],
  ['option=Size%3AM&option=Size%3AXL', ['Silk']],
])('the filter %s finds %j in each list', async (query, titles) => {
  for (const path of ['/products?', '/categories/shirts?', '/search?q=shirt&']) {
    const reply = await visit(t, path + query)
    expect({ path, status: reply.statusCode }).toEqual({ path, status: 200 })
    expect(listTitles(reply.body)).toEqual(titles)
  }
})

test('a filter by options shows the variant that matches it, one that can be bought if possible', async () => {
  const { createMedia } = createProductTester(t)
  const images = [await createMedia(), await createMedia(), await createMedia()]
  const [chalk, clay] = images
  const { body } = await t.call('owner', productApi.create, {
    body: {
      title: 'Lamp',
      status: 'active',
      vendor: 'Kiln',
      images: images.map(media => ({ media })),
      options: [
        { name: 'Color', values: ['Ivory', 'Terracotta', 'Teal'] },
        { name: 'Height', values: ['Low', 'High'] },
      ],
      variants: [
        { options: ['Ivory', 'Low'], stock: 9, image: chalk },
        { options: ['Terracotta', 'Low'], stock: 0, image: clay },
        { options: ['Terracotta', 'High'], stock: 1, image: clay },
        { options: ['Teal', 'High'], stock: 0 },
      ],
    },
  })
  const product: Product = body.data
  const readCard = async (query: string) => {
    const html = (await visit(t, `/products?vendor=Kiln&${query}`)).body
    const [card = ''] = /<article class="card">.*?<\/article>/s.exec(html) ?? []
    const variants = [...card.matchAll(/href="\/products\/lamp(?:\?variant=([^"]*))?"/g)]
    return {
      variants: variants.map(([, id]) => product.variants.findIndex(({ _id }) => _id === id)),
      images: product.images.flatMap(({ url }, index) => (card.includes(url) ? index : [])),
      swatch: /<a [^>]*title="(\w+)"[^>]* aria-current="true"/.exec(card)?.[1],
    }
  }
  for (const [query, variant, shownImages, swatch] of [
    ['', -1, [0, 1], undefined],
    ['option=Color:Terracotta', 2, [1], 'Terracotta'],
    ['option=Color:Terracotta&option=Color:Ivory', 0, [0], 'Ivory'],
    ['option=Color:Terracotta&option=Height:Low', 1, [1], 'Terracotta'],
    ['option=Color:Teal', 3, [0, 1], 'Teal'],
  ] as const)
    expect({ query, ...(await readCard(query)) }).toEqual({
      query,
      variants: [variant, variant],
      images: shownImages,
      swatch,
    })
})

test('one variant has the values of all filtered options, and each count is that of the filtered list', async () => {
  const create = (title: string, variants: string[][], soldOut: string[][] = []) =>
    t.call('owner', productApi.create, {
      body: {
        title,
        status: 'active',
        vendor: 'Loom',
        options: ['Color', 'Size', 'Cut'].map((name, index) => ({
          name,
          values: [...new Set(variants.map(values => values[index] ?? ''))],
        })),
        variants: variants.map(options => ({ options, stock: soldOut.includes(options) ? 0 : 1 })),
      },
    })
  const parka = [
    ['Blue', 'S', 'Slim'],
    ['Red', 'L', 'Slim'],
    ['Red', 'L', 'Wide'],
  ]
  await create('Parka', parka)
  const soldOut = [['Blue', 'L', 'Wide']]
  await create('Jacket', [...parka, ...soldOut, ['Blue', 'M', 'Wide']], soldOut)
  const read = async (values: readonly string[], inStock = '') => {
    const query = values.map(value => `&option=${encodeURIComponent(value)}`).join('')
    const { body } = await visit(t, `/products?vendor=Loom${query}${inStock}`)
    const facets = body.matchAll(/value="(\w+:\w+)"\/>.*?filter-count">\((\d+)/gs)
    return {
      titles: [...body.matchAll(/<h3 class="card-title"><a [^>]*>([^<]*)/g)]
        .map(([, title]) => title)
        .toSorted(),
      counts: [...facets].map(([, value = '', count]) => ({ value, count: Number(count) })),
      inStockCount: Number(body.match(/In stock only<span class="filter-count"> \((\d+)/)?.[1]),
    }
  }
  const [blue, large, wide] = ['Color:Blue', 'Size:L', 'Cut:Wide']
  expect((await read([blue, large])).titles).toEqual(['Jacket'])
  expect((await read([blue, large, 'Size:S'])).titles).toEqual(['Jacket', 'Parka'])
  expect((await read([blue, 'Cut:Wide', 'Size:S'])).titles).toEqual([])
  expect((await read([blue, large], '&available=1')).titles).toEqual([])
  for (const filters of [[], [blue], [blue, large], [blue, large, wide]])
    for (const inStock of ['', '&available=1']) {
      const { counts, inStockCount } = await read(filters, inStock)
      expect(counts.length).toBeGreaterThan(3)
      expect((await read(filters, '&available=1')).titles).toHaveLength(inStockCount)
      for (const { value, count } of counts) {
        const others = filters.filter(other => other.split(':')[0] !== value.split(':')[0])
        const { titles } = await read([...others, value], inStock)
        expect({ filters, inStock, value, count: titles.length }).toEqual({
          filters,
          inStock,
          value,
          count,
        })
      }
    }
})

test('the form lists the values of published products and keeps the other parameters', async () => {
  const { body } = await visit(t, '/search?q=shirt&sort=title&vendor=Weaver')
  expect(body).toMatch(/name="vendor" checked="" value="Weaver"/)
  expect(body).toContain('Shepherd <span class="filter-count">(1)')
  expect(body).toContain('In stock only<span class="filter-count"> (2)')
  expect(body).not.toContain('summer')
  expect(body).not.toContain('Secret')
  expect(body).toContain('<input type="hidden" name="q" value="shirt"/>')
  expect(body).toContain('<input type="hidden" name="sort" value="title"/>')
  expect(body).toContain('<input type="hidden" name="vendor" value="Weaver"/>')
})

test('the values of an option are those of the products that match the other filters', async () => {
  const { body } = await visit(t, '/search?q=shirt&option=Size%3AXL')
  for (const size of ['S', 'M']) expect(body).toContain(`${size} <span class="filter-count">(1)`)
  const { body: filteredBody } = await visit(t, '/search?q=shirt&option=Size%3AXL&vendor=Weaver')
  expect(filteredBody).not.toContain('value="Size:M"')
  expect(body).toContain('value="Size:M"')
})

test('the seller chooses the filters and their order, and the others keep their values', async () => {
  const list = createSection('productList', 'list')
  const filters = [
    { filter: 'tag', option: '' },
    { filter: 'option', option: 'Size' },
  ]
  const items = filters.map((settings, index) => ({ id: String(index), settings }))
  await publishTemplates(t, { category: [{ ...list, items }] })
  const { body } = await visit(t, '/categories/shirts?vendor=Weaver')
  expect(body).toContain('summer <span class="filter-count">(2)')
  expect(body).not.toContain('name="priceFrom"')
  expect(body).toContain('<input type="hidden" name="vendor" value="Weaver"/>')
  await publishTemplates(t, {
    category: [{ ...list, settings: { ...list.settings, hasFilters: false } }],
  })
  expect((await visit(t, '/products')).body).not.toContain('filter-form')
  await publishTemplates(t, { category: [list] })
})

test('a filter that matches nothing is a page with status 404 that offers to clear it', async () => {
  const reply = await visit(t, '/categories/shirts?vendor=Nobody&sort=title')
  expect(reply.statusCode).toBe(404)
  expect(reply.body).toContain('No products match these filters.')
  expect(reply.body).toContain('<a href="/categories/shirts?sort=title">Clear all</a>')
})

test('a search without a result leads to matching categories and best sellers', async () => {
  await t.call('owner', categoryApi.create, { body: { name: 'Shirt drafts' } })
  await t.inStore(tx => tx`update product set sold_units = 1000 where title = 'Linen shirt'`)
  const reply = await visit(t, '/search?q=shirted+zeppelin')
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain('No products match “shirted zeppelin”.')
  expect(
    [...reply.body.matchAll(/href="\/categories\/([\w-]+)"/g)].map(([, slug]) => slug),
  ).toEqual(['shirts'])
  expect(/<h3 class="card-title"><a href="\/products\/([\w-]+)"/.exec(reply.body)?.[1]).toBe(
    'linen-shirt',
  )
  expect(reply.body).not.toContain('draft-shirt')
})

test('the beginning of a long term is searched, with its line breaks as spaces', async () => {
  const term = encodeURIComponent(`shirt\n${'shirt '.repeat(40)}`)
  const { body } = await visit(t, `/search?q=${term}`)
  expect(listTitles(body)).toEqual(listTitles((await visit(t, '/search?q=shirt')).body))
  expect(listTitles(body)).not.toEqual([])
})

test('a page beyond the last one does not exist, and filtered pages refer to the plain list', async () => {
  for (const path of ['/products?page=2', '/categories/shirts?page=400', '/search?q=shirt&page=9'])
    expect({ path, status: (await visit(t, path)).statusCode }).toEqual({ path, status: 404 })
  const { body } = await visit(t, '/categories/shirts?tag=summer&sort=priceAsc')
  expect(body).toMatch(/rel="canonical" href="[^"?]*\/categories\/shirts"/)
})

test('lists are sorted by recent sales and by average ratings, which a job updates', async () => {
  const readSorted = async (sort: string) =>
    [
      ...(await visit(t, `/products?sort=${sort}`)).body.matchAll(
        /<h3 class="card-title"><a href="[^"]*">([^<]*) shirt/g,
      ),
    ]
      .slice(0, 2)
      .map(([, title]) => title)
  await t.inStore(tx =>
    Promise.all(
      [
        { title: 'Wool shirt', quantity: 30, age: '0 days', ratings: [] },
        { title: 'Silk shirt', quantity: 20, age: '0 days', ratings: [4] },
        { title: 'Cotton shirt', quantity: 9, age: '1 year', ratings: [5, 4, 5, 4] },
        { title: 'Linen shirt', quantity: 1, age: '0 days', ratings: [5] },
      ].map(
        ({ title, quantity, age, ratings }) => tx`
          with placed as (
            insert into "order" (number, currency, status, created_at)
            select ${title} || n, 'USD', 'completed', now() - ${age}::interval
            from generate_series(0, ${ratings.length}::integer) n returning id, number
          ), line as (
            insert into order_line (order_id, product_id, title, quantity, unit_price, total)
            select o.id, p.id, p.title, ${quantity}, 100, 100 from placed o, product p
            where p.title = ${title} and o.number = p.title || 0
          )
          insert into review (product_id, order_id, rating, text, name, status)
          select p.id, o.id, rating, 'Warm', 'Ann', 'approved'
          from product p, unnest(${ratings}::integer[]) with ordinality r (rating, n)
          join placed o on o.number = ${title} || n
          where p.title = ${title}`,
      ),
    ),
  )
  // More units than an integer holds.
  await t.inStore(
    tx => tx`
      with item as (
        insert into sales_item (kind, number, item_id)
        select 'product', 1000, id from product where title = 'Wool shirt' returning number)
      insert into stored_sales_top (kind, day, item_number, quantity)
      select 'product', date_trunc('month', now()) - interval '1 month', number, 2147483647 from item`,
  )
  // The products of a store with this time zone cannot be ranked.
  await t.call('stranger', productApi.create, { body: { title: 'Hat', price: 100, stock: 1 } })
  await t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.stranger.storeId}, true)`
    await tx`update store set timezone = 'Nowhere' where id = current_store()`
  })
  expect(await readSorted('bestselling')).not.toEqual(['Wool', 'Silk'])
  await t.app.jobs['product.rank']?.({}, {} as never)
  t.advanceClock(1000)
  expect(await readSorted('bestselling')).toEqual(['Wool', 'Silk'])
  // Four ratings of 4.5 count more than one of 5.
  expect(await readSorted('rating')).toEqual(['Cotton', 'Linen'])
})

test('a category has the same list when it is read as a large one', async () => {
  await t.inStore(async tx => {
    const [row] = await selectCategory(tx, 'shirts')
    const lists = [getListFilters([]), [{ filter: 'tag' as const, option: '' }], []]
    for (const [sort, filters] of storefrontSorts.flatMap(sort =>
      lists.map(list => [sort, list] as const),
    )) {
      const query = StorefrontListQuery.parse({ sort, tag: 'summer' })
      const load = (isLarge: boolean) =>
        loadCategoryList(
          tx,
          { branchIds: row?.branchIds ?? [], isLarge },
          { query, currency: 'USD', filters },
        )
      const list = await load(false)
      expect(list.cards.map(({ title }) => title).toSorted()).toEqual([
        'Cotton shirt',
        'Linen shirt',
      ])
      expect(await load(true)).toEqual(list)
    }
  })
})

test('all lists load cards by one statement without limit parameters', async () => {
  const scope = { storeId: t.people.owner.storeId, isStorefront: true }
  // The app of a test run with a pooler prepares no statements.
  const db = openDb(t.appUrl, { poolSize: 1, usesPreparedStatements: true })
  const statements = await withTransaction(db, scope, async tx => {
    const products = await tx<
      { id: string }[]
    >`select id from product where status = 'active' limit 2`
    const ids = products.map(({ id }) => id)
    for (const list of [ids, ids.slice(1)])
      expect(await loadCards(tx, list)).toHaveLength(list.length)
    return tx<{ types: string }[]>`
      select distinct parameter_types::text as types from pg_prepared_statements
      where statement like ${'%listed (id uuid, position integer)%'}`
  }).finally(db.end)
  // PostgreSQL estimates higher costs for limits that it does not know, and would plan each execution.
  expect(statements).toEqual([{ types: '{text[],jsonb}' }])
})

const hostileText = '"><script>alert(1)</script>'
test.each([
  'vendor[]=a&vendor[b][c]=d',
  'priceFrom=1&priceFrom=2',
  'priceFrom=-1&priceTo=1e99',
  'priceFrom=NaN&priceTo=99999999999999999999',
  `page=${'9'.repeat(400)}`,
  'page=-1&sort=__proto__',
  'vendor=%00&tag=%00&option=%00&q=%00',
  'vendor=%FF%FE&q=%ED%A0%80',
  'option=%3A&option=Size&option=Size%3A%00',
  "option=Size:M'%29;drop table product&vendor='--",
  `option=${encodeURIComponent('{"name":"Size"}:\\u0000')}`,
  `q=${'a'.repeat(10_000)}&vendor=${'b'.repeat(10_000)}`,
  Array.from({ length: 500 }, (_, index) => `tag=${index}`).join('&'),
  `q=${encodeURIComponent(hostileText)}&vendor=${encodeURIComponent(hostileText)}&option=${encodeURIComponent(`${hostileText}:x`)}`,
  '__proto__[x]=1&constructor=2&toString=3',
])('the hostile query %.60s causes no server error', async query => {
  for (const path of ['/products', '/categories/shirts', '/search', '/products/silk-shirt']) {
    const reply = await visit(t, `${path}?${query}`)
    expect([200, 404, 414]).toContain(reply.statusCode)
    expect(reply.body).not.toContain('<script>alert')
  }
})
