import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getThemeFields, type Theme, themeApi } from '#contract/theme/theme.ts'
import { fontStacks } from '#contract/theme/theme-css.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { catalogThemes } from './rule/theme-catalog.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

const listThemes = async (as: 'owner' | 'stranger' = 'owner'): Promise<Theme[]> =>
  (await t.call(as, themeApi.list)).body.data
const getThemeByCode = async (code: string, as: 'owner' | 'stranger' = 'owner') => {
  const theme = (await listThemes(as)).find(candidate => candidate.code === code)
  if (!theme) throw new Error(`There is no theme with the code ${code}.`)
  return theme
}
const updateTheme = (id: string, settings: unknown, version?: number) =>
  t.call('owner', themeApi.update, { params: { id }, body: { settings, version } })

test('lists readable themes with complete defaults, at least five; the first is active', async () => {
  const themes = await listThemes()
  expect(themes.map(theme => theme.code)).toEqual(catalogThemes.map(({ code }) => code))
  expect(themes.length).toBeGreaterThanOrEqual(5)
  expect(themes.map(theme => theme.active)).toEqual(themes.map((_, index) => index === 0))
  for (const theme of themes) {
    expect(theme.preview).toMatch(/^data:image\/svg\+xml,/)
    expect(theme.warnings).toEqual([])
    const fields = getThemeFields(theme.settingsSchema)
    expect(theme.settings).toEqual(
      Object.fromEntries(fields.map(field => [field.key, field.default])),
    )
    for (const field of fields)
      if (field.type === 'font')
        expect(field.options.every(option => option.value in fontStacks)).toBe(true)
  }
})

test('keeps exactly one theme active, also after concurrent activations', async () => {
  const nocturne = await getThemeByCode('nocturne')
  const gallery = await getThemeByCode('gallery')
  const reply = await t.call('owner', themeApi.activate, { params: { id: nocturne._id } })
  expect(reply.body).toMatchObject({
    message: 'Theme activated',
    data: { code: 'nocturne', active: true },
  })
  await Promise.all(
    [nocturne, gallery, nocturne, gallery].map(theme =>
      t.call('owner', themeApi.activate, { params: { id: theme._id } }),
    ),
  )
  expect((await listThemes()).filter(theme => theme.active)).toHaveLength(1)
  expect((await listThemes('stranger'))[0]?.active).toBe(true)
})

test('merges settings, drops unknown ones and keeps other stores unchanged', async () => {
  const before = await getThemeByCode('linen')
  const reply = await updateTheme(
    before._id,
    { accent: '#0A0B0C', radius: 8, constructor: 'x' },
    before.version,
  )
  expect(reply.body).toMatchObject({
    message: 'Theme updated',
    data: { version: before.version + 1 },
  })
  expect(reply.body.data.settings).toEqual({ ...before.settings, accent: '#0a0b0c', radius: 8 })
  await updateTheme(before._id, { stickyHeader: true })
  expect((await getThemeByCode('linen')).settings).toEqual({
    ...before.settings,
    accent: '#0a0b0c',
    radius: 8,
    stickyHeader: true,
  })
  expect((await getThemeByCode('linen', 'stranger')).settings).toEqual(before.settings)
})

test('accepts a color with low contrast and returns a warning', async () => {
  const theme = await getThemeByCode('harbour')
  const { body } = await updateTheme(theme._id, { text: '#eeeeee' })
  expect(body.data.warnings).toEqual([
    {
      path: 'text',
      code: 'low_contrast',
      message: expect.stringContaining('contrast is 1.2'),
      backgroundKey: 'background',
      contrast: 1.2,
    },
  ])
})

test('rejects invalid requests without writing anything', async () => {
  const { _id } = await getThemeByCode('orchard')
  const strangerTheme = await getThemeByCode('orchard', 'stranger')
  await updateTheme(_id, {})
  const before = await t.changes()
  for (const [key, value] of Object.entries({
    accent: 'red',
    background: '#fff',
    text: '#12345g',
    line: 'url(x)',
    headingFont: 'Comic',
    button: 1,
    radius: 99,
    perRow: '4',
    stickyHeader: 'yes',
  })) {
    const reply = await updateTheme(_id, { [key]: value })
    expect([key, reply.status, reply.body.errors?.[0].path]).toEqual([key, 422, `settings.${key}`])
  }
  expect((await updateTheme(_id, { accent: '#000000' }, 77)).body).toMatchObject({
    code: 'version_conflict',
  })
  expect((await updateTheme(_id, 'not an object')).status).toBe(422)
  expect((await updateTheme(strangerTheme._id, { accent: '#000000' })).status).toBe(404)
  expect(
    (await t.call('owner', themeApi.activate, { params: { id: strangerTheme._id } })).status,
  ).toBe(404)
  expect(await t.changes()).toBe(before)
})
