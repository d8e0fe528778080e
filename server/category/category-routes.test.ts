import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Category,
  type CategoryInput,
  type CategoryNode,
  categoryApi,
} from '#contract/category.ts'
import { startTestApp, type TestApp } from '../lib/testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const teapots: CategoryInput = {
  name: 'Teapots',
  slug: 'pots-for-tea',
  description: '<p>For <strong>tea</strong></p>',
  image: '/media/a/b/1200.webp',
  parent: null,
  position: 0,
  status: 'hidden',
  seoTitle: 'Teapots of clay',
  seoDescription: 'Pots',
}
const make = async (input: Partial<CategoryInput> & { name: string }): Promise<Category> =>
  (await t.call('owner', categoryApi.create, { body: input })).body.data
const outline = async () => {
  const { body } = await t.call('owner', categoryApi.getTree)
  return body.data.map(
    (node: CategoryNode) => `${'-'.repeat(node.depth - 1)}${node.name} ${node.position}`,
  )
}
const clear = () => t.inStore(tx => tx`delete from category`)

test('keeps every field it was given', async () => {
  const made = await t.call('owner', categoryApi.create, { body: teapots })
  expect(made).toMatchObject({
    status: 201,
    body: { status: true, message: 'Category created successfully' },
  })
  const { body } = await t.call('owner', categoryApi.get, { params: { id: made.body.data._id } })
  expect(body.data).toMatchObject({ ...teapots, productCount: 0, version: 1 })
})

test('a patch leaves the other fields alone and says what a create says', async () => {
  const before = await make({ name: 'Cups', description: '<p>For tea</p>' })
  const { body } = await t.call('owner', categoryApi.update, {
    params: { id: before._id },
    body: { seoTitle: 'Cups!', extra: 1, version: 1 },
  })
  expect(body).toEqual({
    status: true,
    message: 'Category created successfully',
    data: { ...before, seoTitle: 'Cups!', version: 2 },
  })
  const stale = await t.call('owner', categoryApi.update, {
    params: { id: before._id },
    body: { name: 'Mugs', version: 1 },
  })
  expect(stale).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', data: { seoTitle: 'Cups!', version: 2 } },
  })
})

test('an address is made from the name and counted up while it is taken', async () => {
  const parent = await make({ name: 'Crème & Brûlée' })
  const second = await make({ name: 'Crème & Brûlée', parent: parent._id })
  const third = await make({ name: '茶' })
  expect([parent.slug, second.slug, third.slug]).toEqual([
    'creme-brulee',
    'creme-brulee-2',
    'category',
  ])
})

test('a description loses what could run', async () => {
  const made = await make({
    name: 'Hostile',
    description:
      '<p onclick="x()">a<script>x()</script><a href="javascript:x()">b</a><a href="//evil.example">c</a></p>',
  })
  expect(made.description).toBe('<p>a<a>b</a><a>c</a></p>')
})

test('lists ten to a page, filters and sorts', async () => {
  await clear()
  for (let n = 10; n < 22; n++)
    await make({ name: `Kind ${n}`, status: n < 12 ? 'hidden' : 'visible' })
  const first = await t.call('owner', categoryApi.list)
  expect(first.body).toMatchObject({ status: true, meta: { page: 1, perPage: 10, total: 12 } })
  expect(first.body.data).toHaveLength(10)
  const second = await t.call('owner', categoryApi.list, { query: { after: first.body.meta.next } })
  expect(second.body.data.map((c: Category) => c.name)).toEqual(['Kind 20', 'Kind 21'])
  expect(
    (
      await t.call('owner', categoryApi.list, { query: { status: 'hidden', sort: '-name' } })
    ).body.data.map((c: Category) => c.name),
  ).toEqual(['Kind 11', 'Kind 10'])
  expect((await t.call('owner', categoryApi.list, { query: { q: 'd 15' } })).body.meta.total).toBe(
    1,
  )
})

test('stands in reading order, moves, and closes the gap behind', async () => {
  await clear()
  const home = await make({ name: 'Home' })
  const garden = await make({ name: 'Garden' })
  const lamp = await make({ name: 'Lamps', parent: home._id })
  await make({ name: 'Rugs', parent: home._id })
  await make({ name: 'First', position: 0 })
  expect(await outline()).toEqual(['First 0', 'Home 1', '-Lamps 0', '-Rugs 1', 'Garden 2'])
  const moved = await t.call('owner', categoryApi.move, {
    params: { id: lamp._id },
    body: { parent: null, position: 1 },
  })
  expect(moved.body.data.map((n: CategoryNode) => n.name)).toEqual([
    'First',
    'Lamps',
    'Home',
    'Rugs',
    'Garden',
  ])
  await t.call('owner', categoryApi.update, {
    params: { id: home._id },
    body: { parent: garden._id },
  })
  expect(await outline()).toEqual(['First 0', 'Lamps 1', 'Garden 2', '-Home 0', '--Rugs 0'])
})

test('deleting brings the children up behind their new siblings and leaves the products', async () => {
  await clear()
  const home = await make({ name: 'Home' })
  await make({ name: 'Garden' })
  await make({ name: 'Home', parent: home._id })
  await make({ name: 'Rugs', parent: home._id })
  await t.inStore(
    tx => tx`
    with rug as (insert into product (title, slug) values ('Rug', 'rug') returning id)
    insert into product_category (product_id, category_id) select id, ${home._id} from rug`,
  )
  expect(
    (await t.call('owner', categoryApi.get, { params: { id: home._id } })).body.data.productCount,
  ).toBe(1)
  const gone = await t.call('owner', categoryApi.delete, { params: { id: home._id } })
  expect(gone).toMatchObject({
    status: 200,
    body: { status: true, message: 'Category deleted successfully' },
  })
  expect(await outline()).toEqual(['Garden 0', 'Home 1', 'Rugs 2'])
  const [left] = await t.inStore(
    tx =>
      tx`select (select count(*) from product) as products, (select count(*) from product_category) as links`,
  )
  expect(left).toEqual({ products: 1, links: 0 })
})

test('refusals change nothing', async () => {
  await clear()
  const one = await make({ name: 'One' })
  const two = await make({ name: 'Two', parent: one._id })
  const three = await make({ name: 'Three', parent: two._id })
  const four = await make({ name: 'Four', parent: three._id })
  const tall = await make({ name: 'Tall' })
  await make({ name: 'Top', parent: tall._id })
  await make({ name: 'Four', parent: two._id })
  const foreign = (await t.call('stranger', categoryApi.create, { body: { name: 'Theirs' } })).body
    .data
  const nowhere = '00000000-0000-7000-8000-000000000000'
  const { create, update, move, delete: remove } = categoryApi
  const table = [
    ['no name', create, undefined, { name: ' ' }, 422, 'name'],
    ['a long name', create, undefined, { name: 'x'.repeat(81) }, 422, 'name'],
    [
      'a name among its siblings, in other letters',
      create,
      undefined,
      { name: 'ONE' },
      409,
      'name',
    ],
    ['a taken address', create, undefined, { name: 'Other', slug: 'one' }, 409, 'slug'],
    ['an address with spaces', create, undefined, { name: 'Other', slug: 'a b' }, 422, 'slug'],
    [
      'a picture that is a script',
      create,
      undefined,
      { name: 'Other', image: 'javascript:alert(1)' },
      422,
      'image',
    ],
    ['a fifth level', create, undefined, { name: 'Five', parent: four._id }, 422, 'parent'],
    ['an unknown parent', create, undefined, { name: 'Lost', parent: nowhere }, 422, 'parent'],
    [
      'a parent of another store',
      create,
      undefined,
      { name: 'Lost', parent: foreign._id },
      422,
      'parent',
    ],
    ['itself as parent', update, one._id, { parent: one._id }, 422, 'parent'],
    ['its grandchild as parent', update, one._id, { parent: three._id }, 422, 'parent'],
    ['a circle by moving', move, one._id, { parent: four._id, position: 0 }, 422, 'parent'],
    ['a branch too deep', move, tall._id, { parent: three._id, position: 0 }, 422, 'parent'],
    ['a rank below nought', move, tall._id, { parent: null, position: -1 }, 422, 'position'],
    ['an unknown category', update, nowhere, { name: 'x' }, 404, undefined],
    [
      'a category of another store',
      move,
      foreign._id,
      { parent: null, position: 0 },
      404,
      undefined,
    ],
    ['a deletion that would double a name', remove, three._id, undefined, 409, undefined],
  ] as const
  const before = await t.changes()
  for (const [what, route, id, body, status, path] of table) {
    const reply = await t.call('owner', route, { ...(id && { params: { id } }), body })
    expect([what, reply.status, reply.body.errors?.[0].path]).toEqual([what, status, path])
  }
  expect(await t.changes()).toBe(before)
})

test('two moves at once never make a circle', async () => {
  await clear()
  const a = await make({ name: 'A' })
  const b = await make({ name: 'B' })
  const replies = await Promise.all([
    t.call('owner', categoryApi.move, {
      params: { id: a._id },
      body: { parent: b._id, position: 0 },
    }),
    t.call('owner', categoryApi.move, {
      params: { id: b._id },
      body: { parent: a._id, position: 0 },
    }),
  ])
  expect(replies.map(r => r.status).sort()).toEqual([200, 422])
  expect(await outline()).toHaveLength(2)
})
