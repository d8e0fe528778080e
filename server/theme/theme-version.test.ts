import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { postApi } from '#contract/cms/post.ts'
import { type CategoryInput, categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { createSection, createSectionItem } from '#contract/section/section-upgrade.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { type ThemeFinding, themeDraftApi } from '#contract/theme/theme-draft.ts'
import { createThemeTester, type ThemeTester } from '../testing/subject/theme-testing.ts'
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

const setAccent = (accent: string) => theme.saveDraft({ settings: { accent } })
/** Publishes the due publications, as several processes do at the same time. */
const runPublishJob = async () => {
  await t.inStore(tx => tx`update theme_publication set publish_at = now()`)
  const job = t.app.jobs['theme.publish']
  await Promise.all([1, 2, 3].map(() => job?.({}, {} as never)))
}

test('a scheduled publication publishes the draft as it was when it was scheduled', async () => {
  await setAccent('#010203')
  await theme.publish({ publishAt: new Date(Date.now() + 3_600_000).toISOString() })
  await setAccent('#040506')
  await t.runJobs()
  expect(await theme.listVersions()).toEqual([])
  await runPublishJob()
  const [version, ...others] = await theme.listVersions()
  const { body } = await t.call('owner', themeDraftApi.getVersion, { params: { id: version._id } })
  expect([body.data.settings.accent, body.data.isCurrent]).toEqual(['#010203', true])
  // It is published once, however many processes run the job.
  expect(others).toEqual([])
  await runPublishJob()
  expect(await theme.listVersions()).toHaveLength(1)
  expect(await theme.getDraft()).toMatchObject({
    publishAt: null,
    isChanged: true,
    settings: { accent: '#040506' },
  })
})

test('a restored version is current again, and a draft with changes stays', async () => {
  for (const accent of ['#010203', '#040506']) {
    await setAccent(accent)
    await theme.publish({ note: accent })
  }
  const [, first] = await theme.listVersions()
  const restore = () => theme.restoreVersion(first._id)
  expect((await restore()).body.data).toMatchObject({
    publishedVersionId: first._id,
    isChanged: false,
    settings: { accent: '#010203' },
  })
  await setAccent('#070809')
  expect((await restore()).body.data).toMatchObject({
    isChanged: true,
    settings: { accent: '#070809' },
  })
})

test('a duplicate and an imported file are themes of their own, which can be deleted', async () => {
  await setAccent('#010203')
  const copy = await theme.duplicate()
  const imported = await t.call('owner', themeDraftApi.import, { body: await theme.exportTheme() })
  for (const { body } of [copy, imported])
    expect((await theme.getDraft(body.data._id)).settings['accent']).toBe('#010203')
  const params = { id: copy.body.data._id }
  expect((await t.call('owner', themeDraftApi.delete, { params })).status).toBe(200)
  expect(
    (await t.call('owner', themeDraftApi.delete, { params: { id: theme.id } })).body.code,
  ).toBe('theme_in_catalog')
})

test('lists contrast, missing alt texts, heavy first images and dead links with their places', async () => {
  const { templates } = await theme.getDraft()
  const getUrl = (name: string) => `/media/${t.people.owner.storeId}/${name}/1200.webp`
  const image = getUrl('large')
  await t.inStore(
    tx => tx`
      insert into media (url, width, height, bytes, hash)
      values (${image}, 1200, 800, 500000, 'a'), (${getUrl('second')}, 1200, 800, 900000, 'b')`,
  )
  const story = createSection('imageText', 'story')
  const gallery = createSection('gallery', 'gallery')
  const galleryItem = createSectionItem('gallery', 'galleryItem')
  await theme.saveDraft({
    settings: { text: '#eeeeee' },
    templates: {
      ...templates,
      home: [
        { ...story, settings: { ...story.settings, image, link: '/products/unknown' } },
        {
          ...gallery,
          items: [
            { ...galleryItem, settings: { ...galleryItem.settings, image: getUrl('second') } },
          ],
        },
        // Shoppers do not see a hidden section.
        { ...story, id: 'hidden', isHidden: true, settings: { ...story.settings, image } },
      ],
      // The store has no product yet, so there is no page with this section.
      product: [
        { ...story, settings: { ...story.settings, image: getUrl('second') } },
        ...templates.product,
      ],
      // The image is not among the first that shoppers see.
      notFound: [
        ...templates.notFound,
        createSection('text', 'text'),
        { ...story, settings: { ...story.settings, image, alt: 'A bowl' } },
      ],
    },
  })
  const place = { template: 'home', sectionId: 'story', itemId: null }
  const findings: ThemeFinding[] = await theme.listFindings()
  expect(findings.filter(({ code }) => code !== 'low_contrast')).toEqual([
    { code: 'missing_alt_text', ...place, field: 'alt', detail: '' },
    {
      code: 'missing_alt_text',
      template: 'home',
      sectionId: 'gallery',
      itemId: 'galleryItem',
      field: 'alt',
      detail: '',
    },
    { code: 'heavy_first_image', ...place, field: 'image', detail: '500' },
    { code: 'dead_link', ...place, field: 'link', detail: '/products/unknown' },
  ])
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'low_contrast', sectionId: null, field: 'text' }),
  )
  await t.call('owner', productApi.create, { body: { title: 'Mug', status: 'active' } })
  const withProduct: ThemeFinding[] = await theme.listFindings()
  expect(withProduct.filter(({ template }) => template === 'product')).toMatchObject([
    { code: 'missing_alt_text' },
    { code: 'heavy_first_image' },
  ])
})

test('a link is dead if it leads to a category below a hidden one, and not if it is redirected', async () => {
  const { templates } = await theme.getDraft()
  const createCategory = async (body: CategoryInput): Promise<string> =>
    (await t.call('owner', categoryApi.create, { body })).body.data._id
  const hidden = await createCategory({ name: 'Hidden', status: 'hidden' })
  await createCategory({ name: 'Below', parent: hidden })
  await createCategory({ name: 'Shown' })
  const mug = await t.call('owner', productApi.create, {
    body: { title: 'Mug', slug: 'old-mug', status: 'active' },
  })
  const params = { id: mug.body.data._id }
  await t.call('owner', productApi.update, { params, body: { slug: 'mug' } })
  await t.call('owner', postApi.create, { body: { title: 'News', status: 'published' } })
  const paths = [
    '/categories/below',
    '/categories/shown',
    '/products/old-mug',
    '/products/mug',
    '/blog',
    '/blog/news',
    '/blog/none',
    '/faq',
  ]
  const home = paths.map(link => {
    const banner = createSection('promoBanner', link)
    return { ...banner, settings: { ...banner.settings, link } }
  })
  await theme.saveDraft({ templates: { ...templates, home } })
  const findings: ThemeFinding[] = await theme.listFindings()
  const dead = findings.filter(({ code }) => code === 'dead_link').map(({ detail }) => detail)
  expect(dead).toEqual(['/categories/below', '/blog/none', '/faq'])
})

test('a theme without sections of its own has those of the active theme, which it will take over', async () => {
  const [, other] = (await t.call('owner', themeApi.list)).body.data
  const { templates } = await theme.getDraft()
  const { templates: ownTemplates } = await theme.getDraft(other._id)
  const home = [createSection('faq', 'faq-1')]
  await theme.saveDraft({ templates: { ...templates, home } })
  expect((await theme.getDraft(other._id)).templates).toEqual(ownTemplates)
  await theme.publish()
  const preview = await theme.getDraft(other._id)
  expect([preview.templates.home, preview.isChanged]).toEqual([home, false])
  await t.call('owner', themeApi.activate, { params: { id: other._id } })
  expect((await theme.getDraft(other._id)).templates).toEqual(preview.templates)
  const [listed] = (await t.call('owner', themeApi.list)).body.data
  expect(listed.publishedVersionId).toBe((await theme.getDraft()).publishedVersionId)
})

test('keeps 100 versions and the published one', async () => {
  await setAccent('#010203')
  await theme.publish({ note: 'First' })
  const [first] = await theme.listVersions()
  await t.inStore(
    tx => tx`
      insert into theme_version (theme_id, number) select ${theme.id}, generate_series(2, 101)`,
  )
  await theme.restoreVersion(first._id)
  const listNumbers = async () => {
    const rows = await t.inStore(
      tx => tx<{ number: number }[]>`select number from theme_version order by number`,
    )
    return rows.map(({ number }) => number)
  }
  await setAccent('#040506')
  // The published version is none of the 100 newest. It is deleted after another is published.
  await theme.publish()
  expect(await listNumbers()).toEqual(Array.from({ length: 100 }, (_, i) => i + 3))
  expect((await theme.restoreVersion(first._id)).body.code).toBe('theme_version_not_found')
})

test('rejects the 21st theme of a store with a message and writes nothing', async () => {
  await t.inStore(
    tx => tx`
      insert into theme (id, code, name)
      select new_id(), 'linen', 'Copy ' || n from generate_series(1, 20) n`,
  )
  const file = await theme.exportTheme()
  const before = await t.changes()
  for (const { status, body } of [
    await theme.duplicate(),
    await t.call('owner', themeDraftApi.import, { body: file }),
  ]) {
    expect([status, body.code]).toEqual([409, 'theme_limit'])
    expect(body.message).toContain('20')
  }
  expect(await t.changes()).toBe(before)
})
