import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Section } from '#contract/section/section-catalog.ts'
import { createSection } from '#contract/section/section-upgrade.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { type ThemeDraft, themeDraftApi } from '#contract/theme/theme-draft.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

const createFile = (home: unknown, file: object = {}) => ({
  format: 'storewright-theme-1',
  code: 'linen',
  name: 'From a file',
  settings: {},
  templates: { home },
  ...file,
})
const importFile = (file: object) =>
  t.call('owner', themeDraftApi.import, { body: file as ReturnType<typeof createFile> })
async function importHome(home: unknown) {
  const { body } = await importFile(createFile(home))
  const draft: ThemeDraft = (
    await t.call('owner', themeDraftApi.getDraft, { params: { id: body.data._id } })
  ).body.data
  return { home: draft.templates.home, omittedCount: body.data.omittedCount }
}
const text = createSection('text', 'text')
const withSettings = (section: Section, settings: object) => ({
  ...section,
  settings: { ...section.settings, ...settings },
})

test('a file without a setting of a section gets its default', async () => {
  const { alignment: _alignment, ...settings } = text.settings
  const { home, omittedCount } = await importHome([{ ...text, settings }])
  expect([home, omittedCount]).toEqual([[text], 0])
})

test('sections that are unknown here are left out and counted', async () => {
  const { home, omittedCount } = await importHome([text, { ...text, id: 'b', type: 'script' }, 5])
  expect([home, omittedCount]).toEqual([[text], 2])
})

test('an imported theme with the name of another one gets a number', async () => {
  for (const name of ['Linen', 'Linen', 'Spring']) await importFile(createFile([], { name }))
  const { body } = await t.call('owner', themeApi.list)
  const ownThemes = body.data.filter(({ isOwn }: { isOwn: boolean }) => isOwn)
  expect(ownThemes.map(({ name }: { name: string }) => name)).toEqual([
    'Linen 2',
    'Linen 3',
    'Spring',
  ])
})

test('hostile values become defaults', async () => {
  const banner = createSection('promoBanner', 'banner')
  const { home } = await importHome([
    withSettings(banner, { link: 'javascript:alert(1)', __proto__: { link: 'x' } }),
    withSettings(text, { alignment: 'url(x)', body: '<p onclick="x()">Hi<script>1</script></p>' }),
  ])
  expect(home).toEqual([banner, withSettings(text, { body: '<p>Hi</p>' })])
})

test('images and records of another store are left out and counted', async () => {
  const story = createSection('imageText', 'story')
  const foreignImage = `/media/${t.people.stranger.storeId}/a/1200.webp`
  const { home, omittedCount } = await importHome([withSettings(story, { image: foreignImage })])
  expect([home, omittedCount]).toEqual([[story], 1])
})

test('sections beyond the limit of a page are left out and counted', async () => {
  const { home, omittedCount } = await importHome(
    Array.from({ length: 35 }, (_, i) => ({ ...text, id: String(i) })),
  )
  expect([home.length, omittedCount]).toEqual([30, 5])
})

test('rejects files that it cannot read and writes nothing', async () => {
  const long = Array.from({ length: 30 }, (_, i) =>
    withSettings({ ...text, id: String(i) }, { body: `<p>${'a'.repeat(9000)}</p>` }),
  )
  const cases: [string, object, string, string][] = [
    ['another format', createFile([], { format: 'other' }), 'format', 'invalid_value'],
    ['an unknown theme', createFile([], { code: 'unknown' }), 'code', 'theme_code_unknown'],
    ['an invalid setting', createFile([], { settings: { accent: 'red' } }), 'settings.accent', ''],
    ['templates as a text', createFile([], { templates: 'x' }), 'templates', ''],
    [
      'too much text',
      createFile([], { templates: { home: long, content: long.slice(1) } }),
      'templates',
      'templates_too_large',
    ],
  ]
  const before = await t.changes()
  for (const [name, file, path, code] of cases) {
    const { status, body } = await importFile(file)
    const [error] = body.errors ?? []
    expect([name, status, error?.path]).toEqual([name, 422, path])
    if (code) expect([name, error?.code]).toEqual([name, code])
  }
  expect(await t.changes()).toBe(before)
  const { body } = await t.call('owner', themeApi.list)
  expect(body.data.some(({ isOwn }: { isOwn: boolean }) => isOwn)).toBe(false)
})
