import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ContentPage, cmsApi } from '#contract/cms/cms.ts'
import { maxTextVersions, pageVersionApi, type TextVersion } from '#contract/cms/text-version.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

const getPage = async (slug: string): Promise<ContentPage> =>
  (await t.call('owner', cmsApi.getPage, { params: { slug } })).body.data
const update = (id: string, body: object) =>
  t.call('owner', cmsApi.updatePage, { params: { id }, body })
const listVersions = async (id: string): Promise<TextVersion[]> =>
  (await t.call('owner', pageVersionApi.listVersions, { params: { id } })).body.data
const restore = (id: string, body: object) =>
  t.call('owner', pageVersionApi.restoreVersion, { params: { id }, body })

test('the first text of a page of every store can be restored', async () => {
  const about = await getPage('about-us')
  await update(about._id, { title: 'Who we are', body: '<p>Potters</p>' })
  const [current, first, ...others] = await listVersions(about._id)
  expect(current).toMatchObject({
    title: 'Who we are',
    author: `Test ${t.people.owner.name}`,
    number: 2,
  })
  expect(first).toMatchObject({ title: about.title, body: about.body, author: '', number: 1 })
  expect(others).toEqual([])
  const restored = await restore(about._id, { number: 1, version: 2 })
  expect(restored.body).toMatchObject({
    message: 'Version restored',
    data: { title: about.title, body: about.body, version: 3 },
  })
  expect((await listVersions(about._id)).map(({ number }) => number)).toEqual([3, 2, 1])
})

test('the last versions are kept, and none of a change of other fields', async () => {
  const { body } = await t.call('owner', cmsApi.createPage, { body: { title: 'Jobs' } })
  const { _id: id } = body.data
  for (let i = 1; i <= maxTextVersions + 2; i++) await update(id, { body: `<p>${i}</p>` })
  await update(id, { status: 'draft', seoTitle: 'Work' })
  const versions = await listVersions(id)
  expect(versions).toHaveLength(maxTextVersions)
  expect(versions.at(0)).toMatchObject({ body: `<p>${maxTextVersions + 2}</p>`, number: 23 })
  expect(versions.at(-1)).toMatchObject({ body: '<p>3</p>', number: 4 })
})

test('a refused restoration writes nothing', async () => {
  const about = await getPage('about-us')
  await update(about._id, { body: '<p>Potters</p>' })
  const before = await t.changes()
  const stale = await restore(about._id, { number: 1, version: 1 })
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])
  const missing = await restore(about._id, { number: 9 })
  expect([missing.status, missing.body.code]).toEqual([404, 'text_version_not_found'])
  const foreign = await t.call('stranger', pageVersionApi.restoreVersion, {
    params: { id: about._id },
    body: { number: 1 },
  })
  expect([foreign.status, foreign.body.code]).toEqual([404, 'page_not_found'])
  expect(await t.changes()).toBe(before)
  expect(await getPage('about-us')).toMatchObject({ body: '<p>Potters</p>', version: 2 })
})
