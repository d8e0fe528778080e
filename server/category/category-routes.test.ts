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
const createCategory = async (
  input: Partial<CategoryInput> & { name: string },
): Promise<Category> => (await t.call('owner', categoryApi.create, { body: input })).body.data
const listOutline = async () => {
  const { body } = await t.call('owner', categoryApi.getTree)
  return body.data.map(
    (node: CategoryNode) => `${'-'.repeat(node.depth - 1)}${node.name} ${node.position}`,
  )
}
const deleteAllCategories = () => t.inStore(tx => tx`delete from category`)

test('keeps every field it was given', async () => {
  const createReply = await t.call('owner', categoryApi.create, { body: teapots })
  expect(createReply).toMatchObject({
    status: 201,
    body: { status: true, message: 'Category created successfully' },
  })
  const { body } = await t.call('owner', categoryApi.get, {
    params: { id: createReply.body.data._id },
  })
  expect(body.data).toMatchObject({ ...teapots, productCount: 0, version: 1 })
})

test('a patch leaves the other fields alone and says what a create says', async () => {
  const before = await createCategory({ name: 'Cups', description: '<p>For tea</p>' })
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
  const parent = await createCategory({ name: 'Crème & Brûlée' })
  const second = await createCategory({ name: 'Crème & Brûlée', parent: parent._id })
  const third = await createCategory({ name: '茶' })
  expect([parent.slug, second.slug, third.slug]).toEqual([
    'creme-brulee',
    'creme-brulee-2',
    'category',
  ])
})

test('a description loses what could run', async () => {
  const created = await createCategory({
    name: 'Hostile',
    description:
      '<p onclick="x()">a<script>x()</script><a href="javascript:x()">b</a><a href="//evil.example">c</a></p>',
  })
  expect(created.description).toBe('<p>a<a>b</a><a>c</a></p>')
})

test('lists ten to a page, filters and sorts', async () => {
  await deleteAllCategories()
  for (let n = 10; n < 22; n++)
    await createCategory({ name: `Kind ${n}`, status: n < 12 ? 'hidden' : 'visible' })
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
  await deleteAllCategories()
  const home = await createCategory({ name: 'Home' })
  const garden = await createCategory({ name: 'Garden' })
  const lamp = await createCategory({ name: 'Lamps', parent: home._id })
  await createCategory({ name: 'Rugs', parent: home._id })
  await createCategory({ name: 'First', position: 0 })
  expect(await listOutline()).toEqual(['First 0', 'Home 1', '-Lamps 0', '-Rugs 1', 'Garden 2'])
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
  expect(await listOutline()).toEqual(['First 0', 'Lamps 1', 'Garden 2', '-Home 0', '--Rugs 0'])
})

test('deleting brings the children up behind their new siblings and leaves the products', async () => {
  await deleteAllCategories()
  const home = await createCategory({ name: 'Home' })
  await createCategory({ name: 'Garden' })
  await createCategory({ name: 'Home', parent: home._id })
  await createCategory({ name: 'Rugs', parent: home._id })
  await t.inStore(
    tx => tx`
    with rug as (insert into product (title, slug) values ('Rug', 'rug') returning id)
    insert into product_category (product_id, category_id) select id, ${home._id} from rug`,
  )
  expect(
    (await t.call('owner', categoryApi.get, { params: { id: home._id } })).body.data.productCount,
  ).toBe(1)
  const deleteReply = await t.call('owner', categoryApi.delete, { params: { id: home._id } })
  expect(deleteReply).toMatchObject({
    status: 200,
    body: { status: true, message: 'Category deleted successfully' },
  })
  expect(await listOutline()).toEqual(['Garden 0', 'Home 1', 'Rugs 2'])
  const [counts] = await t.inStore(
    tx =>
      tx`select (select count(*) from product) as products, (select count(*) from product_category) as links`,
  )
  expect(counts).toEqual({ products: 1, links: 0 })
})

test('refusals change nothing', async () => {
  await deleteAllCategories()
  const one = await createCategory({ name: 'One' })
  const two = await createCategory({ name: 'Two', parent: one._id })
  const three = await createCategory({ name: 'Three', parent: two._id })
  const four = await createCategory({ name: 'Four', parent: three._id })
  const tall = await createCategory({ name: 'Tall' })
  await createCategory({ name: 'Top', parent: tall._id })
  await createCategory({ name: 'Four', parent: two._id })
  const foreign = (await t.call('stranger', categoryApi.create, { body: { name: 'Theirs' } })).body
    .data
  const unknownId = '00000000-0000-7000-8000-000000000000'
  const { create, update, move, delete: remove } = categoryApi
  const rejectedCases = [
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
    ['an unknown parent', create, undefined, { name: 'Lost', parent: unknownId }, 422, 'parent'],
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
    ['an unknown category', update, unknownId, { name: 'x' }, 404, undefined],
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
  for (const [caseName, route, id, body, status, path] of rejectedCases) {
    const reply = await t.call('owner', route, { ...(id && { params: { id } }), body })
    expect([caseName, reply.status, reply.body.errors?.[0].path]).toEqual([caseName, status, path])
  }
  expect(await t.changes()).toBe(before)
})

test('two moves at once never make a circle', async () => {
  await deleteAllCategories()
  const a = await createCategory({ name: 'A' })
  const b = await createCategory({ name: 'B' })
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
  expect(await listOutline()).toHaveLength(2)
})
