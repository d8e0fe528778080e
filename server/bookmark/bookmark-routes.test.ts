import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Bookmark, bookmarkApi, maxBookmarks } from '#contract/staff/bookmark.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

type TesterName = 'owner' | 'nobody' | 'stranger'
const list = async (as: TesterName = 'owner'): Promise<Bookmark[]> =>
  (await t.call(as, bookmarkApi.list)).body.data
const listTitles = async (as: TesterName = 'owner') => (await list(as)).map(({ title }) => title)
const createBookmark = (
  title: string,
  path = `/apps/${title.toLowerCase()}`,
  as: TesterName = 'owner',
) => t.call(as, bookmarkApi.create, { body: { title, path } })
const findId = async (title: string) =>
  (await list()).find(bookmark => bookmark.title === title)?._id ?? ''

beforeEach(async () => {
  for (const as of ['owner', 'nobody', 'stranger'] as const)
    for (const { _id } of await list(as))
      await t.call(as, bookmarkApi.delete, { params: { id: _id } })
})

test('creates bookmarks with their query, in the order of creation', async () => {
  const createdReply = await createBookmark('Orders', '/apps/order/list?view=unpaid&q=a%20b')
  expect(createdReply).toMatchObject({
    status: 201,
    body: { data: [{ title: 'Orders', path: '/apps/order/list?view=unpaid&q=a%20b' }] },
  })
  await createBookmark('Products')
  await createBookmark('Themes')
  expect(await listTitles()).toEqual(['Orders', 'Products', 'Themes'])
})

test('a bookmark belongs to one person in one store', async () => {
  await createBookmark('Orders')
  expect([await listTitles('nobody'), await listTitles('stranger')]).toEqual([[], []])
  await createBookmark('Orders', '/apps/orders', 'nobody')
  const [ownBookmark] = await list()
  for (const as of ['nobody', 'stranger'] as const) {
    expect(
      (await t.call(as, bookmarkApi.delete, { params: { id: ownBookmark?._id ?? '' } })).status,
    ).toBe(404)
    expect(
      (
        await t.call(as, bookmarkApi.update, {
          params: { id: ownBookmark?._id ?? '' },
          body: { title: 'Mine' },
        })
      ).status,
    ).toBe(404)
    expect(
      (await t.call(as, bookmarkApi.reorder, { body: { ids: [ownBookmark?._id] } })).status,
    ).toBe(404)
  }
  expect(await listTitles()).toEqual(['Orders'])
})

test('sorts bookmarks in one call, and bookmarks that are not named follow', async () => {
  for (const title of ['Orders', 'Products', 'Themes', 'Domains']) await createBookmark(title)
  const ids = [await findId('Themes'), await findId('Orders'), await findId('Products')]
  const { body } = await t.call('owner', bookmarkApi.reorder, { body: { ids } })
  expect(body.data.map(({ title }: Bookmark) => title)).toEqual([
    'Themes',
    'Orders',
    'Products',
    'Domains',
  ])
  await t.call('owner', bookmarkApi.delete, { params: { id: await findId('Orders') } })
  await createBookmark('Content')
  expect(await listTitles()).toEqual(['Themes', 'Products', 'Domains', 'Content'])
  const unknownReply = await t.call('owner', bookmarkApi.reorder, {
    body: { ids: ['01900000-0000-7000-8000-00000000dead', await findId('Content')] },
  })
  expect([unknownReply.status, await listTitles()]).toEqual([
    404,
    ['Themes', 'Products', 'Domains', 'Content'],
  ])
})

test('renames a bookmark', async () => {
  await createBookmark('Orders')
  const { body } = await t.call('owner', bookmarkApi.update, {
    params: { id: await findId('Orders') },
    body: { title: ' To pack ' },
  })
  expect(body.data).toMatchObject([{ title: 'To pack', path: '/apps/orders' }])
  expect(
    (
      await t.call('owner', bookmarkApi.update, {
        params: { id: await findId('To pack') },
        body: { title: '' },
      })
    ).status,
  ).toBe(422)
  expect(await listTitles()).toEqual(['To pack'])
})

test('rejects a second bookmark of a page', async () => {
  await createBookmark('Orders', '/apps/order/list')
  const duplicateReply = await createBookmark('Again', '/apps/order/list')
  expect([duplicateReply.status, duplicateReply.body.code, await listTitles()]).toEqual([
    409,
    'bookmark_taken',
    ['Orders'],
  ])
})

test('rejects bookmarks above the limit, also with concurrent calls', async () => {
  for (let n = 1; n < maxBookmarks; n++) await createBookmark(`P${n}`)
  const replies = await Promise.all(['A', 'B', 'C'].map(title => createBookmark(title)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  expect(replies.find(({ status }) => status === 409)?.body.code).toBe('bookmark_limit')
  expect(await list()).toHaveLength(maxBookmarks)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'apps/order',
  '',
  '/',
  '\\\\evil',
  '/a b',
  '/a\\b',
  '/a\nb',
  `/${'long'.repeat(251)}`,
])('rejects the path %j', async path => {
  const { status, body } = await createBookmark('Evil', path)
  expect([status, body.errors?.[0]?.path, await list()]).toEqual([422, 'path', []])
})

test('the database rejects a path of another site', async () => {
  const { storeId, personId } = t.people.owner
  const insertRow = t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${storeId}, true), set_config('app.person_id', ${personId}, true)`
    await tx`insert into bookmark (title, path) values ('Evil', '//evil.example')`
  })
  await expect(insertRow).rejects.toThrow(/check constraint/)
  expect(await list()).toEqual([])
})
