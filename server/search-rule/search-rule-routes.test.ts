import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { maxSearchRules, type SearchRule, searchRuleApi } from '#contract/cms/search-rule.ts'
import { type EmptySearch, seoApi } from '#contract/cms/seo.ts'
import { productApi } from '#contract/product/product.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
const products: Record<string, string> = {}
beforeAll(async () => {
  t = await startTestApp()
  for (const title of ['Red sofa', 'Red couch', 'Sofa table', 'Lamp']) {
    const { body } = await t.call('owner', productApi.create, {
      body: { title, price: 100, status: 'active' },
    })
    products[title] = body.data._id
  }
})
afterAll(() => t.close())
beforeEach(() => t.inStore(tx => tx`delete from search_rule`))

const create = (body: object) => t.call('owner', searchRuleApi.create, { body: { ...body } })
const find = async (q: string, path = '/search') => {
  t.advanceClock(1000)
  const { body } = await visit(t, `${path}?q=${encodeURIComponent(q)}`)
  const positions = Object.keys(products).map(title => [body.lastIndexOf(title), title] as const)
  return positions
    .filter(([index]) => index !== -1)
    .toSorted(([a], [b]) => a - b)
    .map(([, title]) => title)
}

test('a search for a term also finds the products of terms with the same meaning', async () => {
  expect(await find('couch')).toEqual(['Red couch'])
  expect(await find('settee')).toEqual([])
  await create({ terms: ['Sofa', 'couch', 'Settee'] })
  for (const q of ['couch', 'SETTEE', 'sofa'])
    expect((await find(q)).toSorted(), q).toEqual(['Red couch', 'Red sofa', 'Sofa table'])
  expect((await find('red settee')).toSorted()).toEqual(['Red couch', 'Red sofa'])
  expect((await find('settee', '/search/suggest')).toSorted()).toHaveLength(3)
  expect(await find('lamp')).toEqual(['Lamp'])
})

test('a term of several words counts as a whole', async () => {
  await create({ terms: ['night light', 'lamp'] })
  expect(await find('night light')).toEqual(['Lamp'])
  expect(await find('light')).toEqual([])
})

test('other spellings of a term find its products', async () => {
  await create({ terms: ['teacup', 'lamp'], pinnedProducts: [products['Sofa table']] })
  await create({ terms: ['berry', 'sofa'] })
  for (const q of ['teacup', 'Teacups', 'tea cups', 'tea-cup'])
    expect(await find(q), q).toEqual(['Sofa table', 'Lamp'])
  expect((await find('red berries')).toSorted()).toEqual(['Red sofa'])
  for (const q of ['teac', 'teacupboard']) expect(await find(q), q).toEqual([])
})

test('searches on which a rule acts are no longer listed as empty', async () => {
  await t.inStore(
    tx => tx`
      insert into empty_search (term, count)
      values ('teacups', 5), ('blue tea cups', 4), ('kettles', 3), ('blue kettle', 2), ('settle', 1)`,
  )
  await create({ terms: ['teacup', 'lamp'] })
  await create({ terms: ['kettle', '!!!'], pinnedProducts: [products['Lamp']] })
  const { body } = await t.call('owner', seoApi.listEmptySearches)
  expect(body.data.map(({ term }: EmptySearch) => term)).toEqual(['blue kettle', 'settle'])
})

test('a term without letters finds nothing and replaces nothing', async () => {
  await create({ terms: ['!!!', 'sofa'] })
  await create({ terms: ['???', 'lamp'], pinnedProducts: [products['Lamp']] })
  expect(await find('!!!')).toEqual([])
  expect((await find('sofa')).toSorted()).toEqual(['Red sofa', 'Sofa table'])
})

test('pinned products come first, and hidden ones are not found', async () => {
  const { body } = await create({
    terms: ['sofa'],
    pinnedProducts: [products['Lamp'], products['Sofa table']],
    hiddenProducts: [products['Red sofa']],
  })
  expect(await find('sofa')).toEqual(['Lamp', 'Sofa table'])
  expect(await find('red sofa')).toEqual(['Red sofa'])
  await t.call('owner', searchRuleApi.delete, { params: { id: body.data._id } })
  expect((await find('sofa')).toSorted()).toEqual(['Red sofa', 'Sofa table'])
})

test('a product of another store or without publication is not found by a pin', async () => {
  const draft = await t.call('owner', productApi.create, { body: { title: 'Draft', price: 1 } })
  const foreign = await t.call('stranger', productApi.create, {
    body: { title: 'Foreign', price: 1, status: 'active' },
  })
  const pinnedProducts = [draft.body.data._id, foreign.body.data._id]
  await create({ terms: ['lamp'], pinnedProducts })
  t.advanceClock(1000)
  const { body } = await visit(t, '/search?q=lamp')
  expect(body).toContain('Lamp')
  expect(body).not.toMatch(/Draft|Foreign/)
})

test('a rule without terms is refused, and a store has a limited number of rules', async () => {
  expect((await create({ terms: [] })).status).toBe(422)
  await t.inStore(
    tx => tx`
      insert into search_rule (terms)
      select array['term ' || i] from generate_series(1, ${maxSearchRules}) i`,
  )
  const reply = await create({ terms: ['one more'] })
  expect([reply.status, reply.body.code]).toEqual([409, 'search_rule_limit'])
  const { body } = await t.call('owner', searchRuleApi.list)
  expect(body.data.map(({ terms }: SearchRule) => terms[0])).not.toContain('one more')
})
