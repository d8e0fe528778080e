import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Category,
  type CategoryInput,
  type CategoryNode,
  type CategoryRow,
  categoryApi,
} from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

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

test('stores all fields', async () => {
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

test('counts the products of subcategories once, as the product list finds them', async () => {
  const kitchen = await createCategory({ name: 'Kitchen' })
  const mugs = await createCategory({ name: 'Mugs', parent: kitchen._id })
  await createCategory({ name: 'Garden' })
  const { body } = await t.call('owner', productApi.create, {
    body: { title: 'Mug', price: 1, categories: [kitchen._id, mugs._id] },
  })
  expect(body.status).toBe(true)
  await t.call('owner', productApi.create, {
    body: { title: 'Cup', price: 1, categories: [mugs._id] },
  })
  const tree: CategoryNode[] = (await t.call('owner', categoryApi.getTree)).body.data
  const get = await t.call('owner', categoryApi.get, { params: { id: kitchen._id } })
  expect(get.body.data.productCount).toBe(2)
  for (const { _id, productCount } of tree) {
    const list = await t.call('owner', productApi.list, { query: { category: _id } })
    expect(list.body.meta.total).toBe(productCount)
  }
  expect(tree.map(node => node.productCount)).toEqual([2, 2, 0])
})

test('updates the given fields and replies with the message of a creation', async () => {
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
  const staleReply = await t.call('owner', categoryApi.update, {
    params: { id: before._id },
    body: { name: 'Mugs', version: 1 },
  })
  expect(staleReply).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', data: { seoTitle: 'Cups!', version: 2 } },
  })
})

test('derives the slug from the name and appends a number while it is in use', async () => {
  const parent = await createCategory({ name: 'Crème & Brûlée' })
  const second = await createCategory({ name: 'Crème & Brûlée', parent: parent._id })
  const third = await createCategory({ name: '茶' })
  expect([parent.slug, second.slug, third.slug]).toEqual(['creme-brulee', 'creme-brulee-2', '茶'])
})

test('removes scripts from the description', async () => {
  const category = await createCategory({
    name: 'Hostile',
    description:
      '<p onclick="x()">a<script>x()</script><a href="javascript:x()">b</a><a href="//evil.example">c</a></p>',
  })
  expect(category.description).toBe('<p>a<a>b</a><a href="https://evil.example">c</a></p>')
})

test('lists ten categories per page, filters and sorts', async () => {
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

test('lists ten top-level categories a page, children on demand, and finds children', async () => {
  const roots: Category[] = []
  for (let n = 10; n < 21; n++) roots.push(await createCategory({ name: `Kind ${n}` }))
  const lamps = await createCategory({ name: 'Lamps', parent: roots[0]?._id ?? null })
  await createCategory({ name: 'Desk lamps', parent: lamps._id })
  const rows = (query: Record<string, unknown> = {}) =>
    t.call('owner', categoryApi.listRows, { query })
  const first = await rows()
  expect(first.body.meta).toMatchObject({ perPage: 10, total: 11 })
  expect(first.body.data).toHaveLength(10)
  expect(first.body.data[0]).toMatchObject({
    name: 'Kind 10',
    depth: 1,
    path: [],
    childCount: 1,
    height: 3,
  })
  expect((await rows({ page: 2 })).body.data.map((row: CategoryRow) => row.name)).toEqual([
    'Kind 20',
  ])
  const children = await t.call('owner', categoryApi.listChildren, {
    params: { id: roots[0]?._id ?? '' },
  })
  expect(children.body.data).toMatchObject([{ name: 'Lamps', depth: 2, childCount: 1, height: 2 }])
  expect((await rows({ q: 'desk' })).body.data).toMatchObject([
    { name: 'Desk lamps', path: ['Kind 10', 'Lamps'] },
  ])
  expect((await rows({ q: 'désk‑lamps' })).body.data).toHaveLength(1)
  expect((await rows({ q: '%' })).body.data).toEqual([])
})

test('lists the tree in order and closes the gap after a move', async () => {
  const home = await createCategory({ name: 'Home' })
  const garden = await createCategory({ name: 'Garden' })
  const lamp = await createCategory({ name: 'Lamps', parent: home._id })
  await createCategory({ name: 'Rugs', parent: home._id })
  await createCategory({ name: 'First', position: 0 })
  expect(await listOutline()).toEqual(['First 0', 'Home 1', '-Lamps 0', '-Rugs 1', 'Garden 2'])
  const moveReply = await t.call('owner', categoryApi.move, {
    params: { id: lamp._id },
    body: { parent: null, position: 1 },
  })
  expect(moveReply.body.data).toMatchObject({ name: 'Lamps', parent: null, position: 1 })
  await t.call('owner', categoryApi.update, {
    params: { id: home._id },
    body: { parent: garden._id },
  })
  expect(await listOutline()).toEqual(['First 0', 'Lamps 1', 'Garden 2', '-Home 0', '--Rugs 0'])
})

test('deletes a category, moves its children up and keeps its products', async () => {
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
      tx`
        select (select count(*) from product) as products,
          (select count(*) from product_category) as links`,
  )
  expect(counts).toEqual({ products: 1, links: 0 })
})

test('rejects invalid requests without writing anything', async () => {
  const level1 = await createCategory({ name: 'One' })
  const level2 = await createCategory({ name: 'Two', parent: level1._id })
  const level3 = await createCategory({ name: 'Three', parent: level2._id })
  const level4 = await createCategory({ name: 'Four', parent: level3._id })
  const tallBranch = await createCategory({ name: 'Tall' })
  await createCategory({ name: 'Top', parent: tallBranch._id })
  await createCategory({ name: 'Four', parent: level2._id })
  const strangerCategory = (
    await t.call('stranger', categoryApi.create, { body: { name: 'Theirs' } })
  ).body.data
  const unknownId = '00000000-0000-7000-8000-000000000000'
  const { create, update, move, delete: remove } = categoryApi
  const rejectedCases = [
    ['no name', create, undefined, { name: ' ' }, 422, 'name'],
    ['a long name', create, undefined, { name: 'x'.repeat(81) }, 422, 'name'],
    ['the name of a sibling in another case', create, undefined, { name: 'ONE' }, 409, 'name'],
    ['a taken slug', create, undefined, { name: 'Other', slug: 'one' }, 409, 'slug'],
    ['a slug with spaces', create, undefined, { name: 'Other', slug: 'a b' }, 422, 'slug'],
    [
      'an image URL with a script',
      create,
      undefined,
      { name: 'Other', image: 'javascript:alert(1)' },
      422,
      'image',
    ],
    ['a fifth level', create, undefined, { name: 'Five', parent: level4._id }, 422, 'parent'],
    ['an unknown parent', create, undefined, { name: 'Lost', parent: unknownId }, 422, 'parent'],
    [
      'a parent of another store',
      create,
      undefined,
      { name: 'Lost', parent: strangerCategory._id },
      422,
      'parent',
    ],
    ['itself as parent', update, level1._id, { parent: level1._id }, 422, 'parent'],
    ['its grandchild as parent', update, level1._id, { parent: level3._id }, 422, 'parent'],
    [
      'a move that creates a cycle',
      move,
      level1._id,
      { parent: level4._id, position: 0 },
      422,
      'parent',
    ],
    [
      'a move that makes the tree too deep',
      move,
      tallBranch._id,
      { parent: level3._id, position: 0 },
      422,
      'parent',
    ],
    ['a negative position', move, tallBranch._id, { parent: null, position: -1 }, 422, 'position'],
    ['an unknown category', update, unknownId, { name: 'x' }, 404, undefined],
    [
      'a category of another store',
      move,
      strangerCategory._id,
      { parent: null, position: 0 },
      404,
      undefined,
    ],
    ['a deletion that would duplicate a name', remove, level3._id, undefined, 409, undefined],
  ] as const
  const before = await t.changes()
  for (const [caseName, route, id, body, status, path] of rejectedCases) {
    const reply = await t.call('owner', route, { ...(id && { params: { id } }), body })
    expect([caseName, reply.status, reply.body.errors?.[0].path]).toEqual([caseName, status, path])
  }
  expect(await t.changes()).toBe(before)
})

test('does not create a cycle by two concurrent moves', async () => {
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
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await listOutline()).toHaveLength(2)
})
