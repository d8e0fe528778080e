import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ContentPage, type ContentPageRow, cmsApi, type PageInput } from '#contract/cms/cms.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

const careers: PageInput = {
  title: 'Work with us',
  slug: 'careers',
  body: '<p>Come</p>',
  status: 'draft',
  seoTitle: 'Careers',
  seoDescription: 'Work',
}
const getPage = (slug: string, as: 'owner' | 'stranger' = 'owner') =>
  t.call(as, cmsApi.getPage, { params: { slug } })

test('creates about-us and contact-us with the store', async () => {
  const { body } = await t.call('owner', cmsApi.listPages)
  expect(body.data.map((p: ContentPageRow) => [p.slug, p.isFixed, p.status])).toEqual([
    ['about-us', true, 'published'],
    ['contact-us', true, 'published'],
  ])
  expect((await getPage('about-us')).body.data).toMatchObject({
    title: 'About us',
    body: expect.stringContaining(`Store of ${t.people.owner.name}`),
  })
})

test('stores all fields and removes scripts from the body', async () => {
  const createReply = await t.call('owner', cmsApi.createPage, { body: careers })
  expect(createReply).toMatchObject({
    status: 201,
    body: {
      message: 'Page created',
      data: { ...careers, isFixed: false, version: 1 },
    },
  })
  const { _id } = createReply.body.data
  const updateReply = await t.call('owner', cmsApi.updatePage, {
    params: { id: _id },
    body: { body: '<p onclick="x()">Come<script>x</script></p>', slug: 'jobs' },
  })
  expect(updateReply.body.data).toMatchObject({
    ...careers,
    slug: 'jobs',
    body: '<p>Come</p>',
    version: 2,
  })
  expect((await getPage('careers')).status).toBe(404)
  expect((await t.call('owner', cmsApi.deletePage, { params: { id: _id } })).body).toEqual({
    status: true,
    message: 'Page deleted',
  })
  expect((await getPage('jobs')).status).toBe(404)
})

test('derives a unique slug from the title', async () => {
  const slugs = []
  for (const title of ['Größen & Maße', 'Größen & Maße', '寸法'])
    slugs.push((await t.call('owner', cmsApi.createPage, { body: { title } })).body.data.slug)
  expect(slugs).toEqual(['grossen-masse', 'grossen-masse-2', '寸法'])
})

test('rejects invalid requests without writing anything', async () => {
  const about: ContentPage = (await getPage('about-us')).body.data
  const otherStorePage: ContentPage = (await getPage('about-us', 'stranger')).body.data
  const { createPage, updatePage, deletePage: removePage } = cmsApi
  const rejectedCases = [
    ['no title', createPage, undefined, { title: '' }, 422, 'title'],
    ['a taken slug', createPage, undefined, { title: 'x', slug: 'about-us' }, 409, 'slug'],
    ['a slug with a slash', createPage, undefined, { title: 'x', slug: 'a/b' }, 422, 'slug'],
    ['an unknown status', createPage, undefined, { title: 'x', status: 'gone' }, 422, 'status'],
    ['another slug for a fixed page', updatePage, about._id, { slug: 'about' }, 422, 'slug'],
    ['a stale version', updatePage, about._id, { title: 'x', version: 9 }, 409, undefined],
    ['deleting a fixed page', removePage, about._id, undefined, 409, undefined],
    [
      'changing a page of another store',
      updatePage,
      otherStorePage._id,
      { title: 'x' },
      404,
      undefined,
    ],
    ['deleting a page of another store', removePage, otherStorePage._id, undefined, 404, undefined],
  ] as const
  const before = await t.changes()
  for (const [caseName, route, id, body, status, path] of rejectedCases) {
    const reply = await t.call('owner', route, { ...(id && { params: { id } }), body })
    expect([caseName, reply.status, reply.body.errors?.[0].path]).toEqual([caseName, status, path])
  }
  expect(await t.changes()).toBe(before)
})
