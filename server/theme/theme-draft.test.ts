import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Theme, themeApi } from '#contract/theme/theme.ts'
import { type ThemeDraft, themeDraftApi } from '#contract/theme/theme-draft.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import {
  createThemeTester,
  fetchThemeId,
  type ThemeTester,
} from '../testing/subject/theme-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let theme: ThemeTester
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.resetPeople()
  theme = await createThemeTester(t)
})

const getStylesheet = async () => (await visit(t, '/theme.css')).body
const createFaq = (heading: string) => ({
  id: 'faq-1',
  type: 'faq' as const,
  version: 1,
  isHidden: false,
  settings: { heading, isFirstOpen: false },
  items: [{ id: 'q-1', settings: { question: 'Why?', answer: '<p>Because.</p>' } }],
})

test('a theme without changes has a draft equal to its defaults, and nothing is written', async () => {
  const before = await t.changes()
  const draft = await theme.getDraft()
  const [listed] = (await t.call('owner', themeApi.list)).body.data
  expect(draft).toMatchObject({
    themeId: theme.id,
    name: listed.name,
    isActive: true,
    version: 0,
    isChanged: false,
    publishedVersionId: null,
    publishAt: null,
    updatedAt: null,
    updatedBy: null,
    settings: listed.settings,
  })
  // A theme that was never active has no row, and pages of its own.
  const { _id } = (await t.call('owner', themeApi.list)).body.data.find(
    ({ code }: Theme) => code === 'harbour',
  )
  const harbour = await t.call('owner', themeDraftApi.getDraft, { params: { id: _id } })
  const listHome = ({ templates }: ThemeDraft) => templates.home.map(({ type }) => type)
  expect(listHome(draft)).toEqual(['slideshow', 'featuredProducts', 'categoryGrid', 'newsletter'])
  expect(listHome(harbour.body.data)).toEqual([
    'slideshow',
    'categoryGrid',
    'featuredProducts',
    'contactDetails',
  ])
  expect(await t.changes()).toBe(before)
})

test('shoppers see a draft only after it is published', async () => {
  const saved = await theme.saveDraft({ settings: { accent: '#010203' } }, 0)
  expect(saved.body.data).toMatchObject({
    version: 1,
    isChanged: true,
    updatedBy: `Test ${t.people.owner.name}`,
  })
  expect(await getStylesheet()).not.toContain('#010203')
  const published = await theme.publish({ note: 'Darker buttons' }, 1)
  expect(published.body).toMatchObject({
    message: 'Theme published',
    data: { version: 2, isChanged: false },
  })
  expect(published.body.data.publishedVersionId).not.toBeNull()
  await expect.poll(getStylesheet).toContain('--accent:#010203')
})

test('a save replaces templates, keeps other settings and removes scripts from rich texts', async () => {
  const { templates } = await theme.getDraft()
  await theme.saveDraft({ settings: { radius: 3 } }, 0)
  const faq = createFaq('Questions')
  faq.items[0]!.settings.answer = '<p onclick="x()">Yes<script>alert(1)</script></p>'
  const { body } = await theme.saveDraft({ templates: { ...templates, home: [faq] } }, 1)
  expect(body.data.settings.radius).toBe(3)
  expect(body.data.templates.home).toEqual([
    { ...faq, items: [{ id: 'q-1', settings: { question: 'Why?', answer: '<p>Yes</p>' } }] },
  ])
  expect(await theme.getDraft()).toEqual(body.data)
})

test('of two people who save or publish the same draft, the second gets the version of the first', async () => {
  const replies = await Promise.all(
    ['#000001', '#000002'].map(accent => theme.saveDraft({ settings: { accent } }, 0)),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const conflict = replies.find(({ status }) => status === 409)
  const current = await theme.getDraft()
  expect(conflict?.body).toMatchObject({ code: 'version_conflict', data: { version: 1 } })
  expect(conflict?.body.data.settings).toEqual(current.settings)
  const publications = await Promise.all([theme.publish({}, 1), theme.publish({}, 1)])
  expect(publications.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [row] = await t.inStore(tx => tx`select count(*)::integer as count from theme_version`)
  expect(row?.['count']).toBe(1)
})

test('rejects invalid drafts and publications and writes nothing', async () => {
  await theme.saveDraft({ settings: { accent: '#010203' } }, 0)
  const draft = await theme.getDraft()
  const foreignId = await fetchThemeId(t, 'stranger')
  const before = await t.changes()
  const cases: [string, Promise<{ status: number; body: { code?: string } }>, number, string][] = [
    ['an outdated save', theme.saveDraft({ settings: {} }, 0), 409, 'version_conflict'],
    ['an outdated publication', theme.publish({}, 0), 409, 'version_conflict'],
    ['an invalid setting', theme.saveDraft({ settings: { accent: 'red' } }, 1), 422, 'invalid'],
    ['a theme of another store', theme.saveDraft({}, 0, foreignId), 404, 'theme_not_found'],
    [
      'a time in the past',
      theme.publish({ publishAt: '2020-01-01T00:00:00Z' }, 1),
      422,
      'publication_time',
    ],
    [
      'a time in ten years',
      theme.publish({ publishAt: '2040-01-01T00:00:00Z' }, 1),
      422,
      'publication_time',
    ],
    [
      'an unknown section',
      theme.saveDraft({ templates: { ...draft.templates, home: [{ type: 'script' }] } }, 1),
      422,
      'invalid',
    ],
  ]
  for (const [name, reply, status, code] of cases) {
    const { status: actual, body } = await reply
    expect([name, actual, body.code]).toEqual([name, status, code])
  }
  expect(await t.changes()).toBe(before)
  expect(await theme.getDraft()).toEqual(draft)
})

test('a publication without changes is rejected', async () => {
  await theme.saveDraft({ settings: { accent: '#010203' } }, 0)
  await theme.publish({}, 1)
  const before = await t.changes()
  expect((await theme.publish({}, 2)).body.code).toBe('theme_unchanged')
  expect(await t.changes()).toBe(before)
})
