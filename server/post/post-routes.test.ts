import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Post, postApi } from '#contract/cms/post.ts'
import { maxTextVersions } from '#contract/cms/text-version.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.inStore(tx => tx`delete from post`))

const create = async (body: object): Promise<Post> =>
  (await t.call('owner', postApi.create, { body: { title: 'News', ...body } })).body.data
const update = (id: string, body: object) =>
  t.call('owner', postApi.update, { params: { id }, body })
const listTitles = async (query: Record<string, unknown>) => {
  const { body } = await t.call('owner', postApi.list, { query })
  return body.data.map(({ title }: Post) => title)
}
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('the moment of publication', () => {
  test('is that of the save unless the seller has chosen one', async () => {
    const draft = await create({})
    expect(draft).toMatchObject({ status: 'draft', publishAt: null, slug: 'news' })
    const published: Post = (await update(draft._id, { status: 'published' })).body.data
    expect(Math.abs(Date.parse(String(published.publishAt)) - Date.now())).toBeLessThan(60_000)
    const publishAt = inAnHour()
    const moved = (await update(draft._id, { publishAt })).body.data
    expect(Date.parse(moved.publishAt)).toBe(Date.parse(publishAt))
    // A post that is published again keeps its date.
    await update(draft._id, { status: 'draft' })
    const again = (await update(draft._id, { status: 'published' })).body.data
    expect(Date.parse(again.publishAt)).toBe(Date.parse(publishAt))
  })
})

test('lists filter by status, tag and author, and page by a cursor', async () => {
  await create({ title: 'Draft', author: 'Ann', tags: ['Tea'] })
  await create({ title: 'Later', status: 'published', publishAt: inAnHour() })
  await create({ title: 'Live', status: 'published', tags: ['Cups'] })
  expect(await listTitles({ status: 'draft' })).toEqual(['Draft'])
  expect(await listTitles({ status: 'scheduled' })).toEqual(['Later'])
  expect(await listTitles({ status: 'published' })).toEqual(['Live'])
  expect(await listTitles({ tag: 'Tea' })).toEqual(['Draft'])
  expect(await listTitles({ author: 'Ann' })).toEqual(['Draft'])
  expect(await listTitles({ q: 'cups' })).toEqual(['Live'])
  const first = await t.call('owner', postApi.list, { query: { perPage: 2 } })
  expect(first.body.data.map(({ title }: Post) => title)).toEqual(['Draft', 'Later'])
  const after = first.body.meta.next
  expect(await listTitles({ perPage: 2, after })).toEqual(['Live'])
  const facets = await t.call('owner', postApi.listFacets)
  expect(facets.body.data.tags).toEqual(['Cups', 'Tea'])
  expect(facets.body.data.authors).toContain('Ann')
})

test('scripts in the text are removed', async () => {
  const post = await create({
    body: '<p onclick="x()">Hi<script>x()</script><a href="javascript:x()">y</a></p>',
  })
  expect(post.body).toBe('<p>Hi<a>y</a></p>')
})

test('a stale version changes nothing, and a handle belongs to one post', async () => {
  const post = await create({ body: '<p>One</p>' })
  await update(post._id, { body: '<p>Two</p>' })
  const stale = await update(post._id, { body: '<p>Three</p>', version: 1 })
  expect({ status: stale.status, code: stale.body.code }).toEqual({
    status: 409,
    code: 'version_conflict',
  })
  const other = await create({ title: 'Other' })
  const taken = await update(other._id, { slug: 'news' })
  expect(taken.status).toBe(409)
  const current = await t.call('owner', postApi.get, { params: { id: post._id } })
  expect(current.body.data).toMatchObject({ body: '<p>Two</p>', version: 2 })
})

test('the last versions of a text are kept and restored as a new version', async () => {
  const post = await create({ body: '<p>0</p>' })
  for (let i = 1; i <= maxTextVersions + 2; i++) await update(post._id, { body: `<p>${i}</p>` })
  // No new text.
  await update(post._id, { tags: ['Tea'] })
  const params = { id: post._id }
  const versions = (await t.call('owner', postApi.listVersions, { params })).body.data
  expect(versions).toHaveLength(maxTextVersions)
  expect(versions[0]).toMatchObject({ body: `<p>${maxTextVersions + 2}</p>`, number: 23 })
  const restored = await t.call('owner', postApi.restoreVersion, {
    params,
    body: { number: versions[3].number },
  })
  expect(restored.body.data).toMatchObject({ body: versions[3].body, tags: ['Tea'] })
  const next = (await t.call('owner', postApi.listVersions, { params })).body.data
  expect(next[0].body).toBe(versions[3].body)
  const missing = await t.call('owner', postApi.restoreVersion, { params, body: { number: 1 } })
  expect(missing.body.code).toBe('text_version_not_found')
})

test('a duplicate is a draft with the same text', async () => {
  const post = await create({ body: '<p>One</p>', status: 'published', tags: ['Tea'] })
  const copy = await t.call('owner', postApi.duplicate, { params: { id: post._id } })
  expect(copy.body.data).toMatchObject({
    title: 'News',
    slug: 'news-2',
    body: '<p>One</p>',
    status: 'draft',
    tags: ['Tea'],
  })
})
