import postgres from 'postgres'
import { expect, test } from 'vitest'
import { ThemeTemplates } from '#contract/theme-template.ts'
import { createEmptyDatabase } from '../lib/testing/test-database.ts'
import { createDefaultTemplates } from '../rule/default-templates.ts'
import { getThemeId } from '../rule/theme-row.ts'
import { migrate } from './migrate.ts'
import { migrateToBefore } from './migrate-testing.ts'

const slide = {
  image: '/media/a/b/1200.webp',
  mobileImage: '',
  alt: 'A pot',
  heading: 'Pots',
  text: 'Of clay',
  buttonLabel: 'See them',
  link: '/products',
}
const categoryId = '00000000-0000-7000-8000-0000000000c1'
const homeBlocks = [
  { type: 'featuredProducts', source: 'category', category: categoryId, products: [], count: 4 },
  { type: 'categoryGrid', enabled: false, categories: [categoryId] },
  { type: 'text', body: '<p>We</p>' },
  {
    type: 'imageText',
    image: slide.image,
    alt: 'Kiln',
    body: '<p>Hot</p>',
    buttonLabel: 'Go',
    link: '/a',
    imageSide: 'right',
  },
  { type: 'testimonials', quotes: [{ quote: 'Fine pots', author: 'Ada' }] },
  { type: 'faq', questions: [{ question: 'How hot?', answer: '<p>Very</p>' }] },
  { type: 'newsletter', text: 'Monthly', buttonLabel: 'Join' },
].map((block, i) => ({ enabled: true, heading: `H${i}`, id: i > 4 ? 'same' : `b${i}`, ...block }))

/** The sections and items that the blocks become, without their ids. */
const homeSections = [
  ['slideshow', false, { height: 'medium' }, [slide]],
  [
    'featuredProducts',
    false,
    {
      heading: 'H0',
      source: 'category',
      category: [categoryId],
      products: [],
      count: 4,
      buttonLabel: '',
      link: '',
    },
    [],
  ],
  ['categoryGrid', true, { heading: 'H1', categories: [categoryId] }, []],
  ['text', false, { heading: 'H2', body: '<p>We</p>', alignment: 'start' }, []],
  [
    'imageText',
    false,
    {
      heading: 'H3',
      image: slide.image,
      alt: 'Kiln',
      body: '<p>Hot</p>',
      buttonLabel: 'Go',
      link: '/a',
      imageSide: 'right',
    },
    [],
  ],
  ['testimonials', false, { heading: 'H4' }, [{ quote: 'Fine pots', author: 'Ada' }]],
  [
    'faq',
    false,
    { heading: 'H5', isFirstOpen: false },
    [{ question: 'How hot?', answer: '<p>Very</p>' }],
  ],
  ['newsletter', false, { heading: 'H6', text: 'Monthly', buttonLabel: 'Join' }, []],
]
const toPlainSections = (sections: ThemeTemplates['home']) =>
  sections.map(({ type, isHidden, settings, items }) => [
    type,
    isHidden,
    settings,
    items.map(item => item.settings),
  ])

test('slides and blocks of the content settings become sections of the home page', async () => {
  const oldDatabase = await createEmptyDatabase()
  const owner = postgres(oldDatabase.ownerUrl, { max: 1, onnotice: () => {} })
  let count = 0
  /** Creates a store and runs `fill` in it. */
  const createStore = async (locale: string, sections: object) => {
    const id = `00000000-0000-7000-8000-0000000000a${++count}`
    await owner`select set_config('app.business_id', ${id}, false)`
    await owner`
      insert into business (id, name, slug, created_by, locale)
      values (${id}, 'Pots', ${`pots-${count}`}, ${id}, ${locale})`
    await owner`insert into cms (sections) values (${owner.json(sections as never)})`
    return id
  }
  const addTheme = async (store: string, code: string, active: boolean) => {
    const id = getThemeId(store, code)
    await owner`insert into theme (id, code, active) values (${id}, ${code}, ${active})`
    return id
  }
  const addVersion = async (theme: string, number: number, templates: object | null) => {
    await owner`
      insert into theme_version (theme_id, number, settings, templates)
      values (${theme}, ${number}, '{"accent": "#010203"}', ${owner.json(templates as never)})`
    await owner`
      update theme set version_id = v.id
      from theme_version v where theme.id = ${theme} and v.theme_id = theme.id and v.number = ${number}`
  }
  const listVersions = async (store: string) => {
    await owner`select set_config('app.business_id', ${store}, false)`
    return owner<{ code: string; settings: object; templates: ThemeTemplates; note: string }[]>`
      select t.code, t.active, t.version_id = v.id as "isPublished", v.number, v.settings, v.templates, v.note
      from theme_version v join theme t on t.id = v.theme_id
      order by t.code, v.number`
  }
  const own = createDefaultTemplates({ name: 'Own', language: 'en' })
  try {
    await migrateToBefore('0067', oldDatabase.ownerUrl)
    const cms = { hero: { slides: [slide] }, home: { blocks: homeBlocks }, seo: { homeTitle: 'P' } }
    const untouched = await createStore('en-US', { seo: { homeTitle: 'P' } })
    const withoutTheme = await createStore('de-DE', { hero: { enabled: false } })
    const withThemes = await createStore('en-GB', cms)
    const gallery = await addTheme(withThemes, 'gallery', true)
    await addVersion(gallery, 1, null)
    await addVersion(gallery, 2, null)
    const linen = await addTheme(withThemes, 'linen', false)
    await owner`insert into theme_draft (id) values (${gallery}), (${linen})`
    await owner`
      insert into theme_publication (id, publish_at, settings)
      values (${gallery}, now() + interval '1 day', '{}')`
    const withOwnHome = await createStore('pt-BR', cms)
    await addVersion(await addTheme(withOwnHome, 'orchard', true), 1, own)
    await addVersion(await addTheme(withOwnHome, 'linen', false), 1, null)
    const long = await createStore('xx', {
      hero: { slides: [slide] },
      home: { blocks: Array.from({ length: 30 }, (_, i) => ({ ...homeBlocks[2], id: `t${i}` })) },
    })
    await migrate(oldDatabase.ownerUrl, { hasOwnAppRole: true })

    expect(await listVersions(untouched)).toEqual([])
    expect(await owner`select sections from cms`).toEqual([
      { sections: { seo: { homeTitle: 'P' } } },
    ])

    const defaults = createDefaultTemplates({ name: 'Pots', language: 'de' })
    const [slideshow, ...blocks] = defaults.home
    expect(await listVersions(withoutTheme)).toMatchObject([
      {
        code: 'linen',
        active: true,
        isPublished: true,
        templates: { ...defaults, home: [{ ...slideshow, isHidden: true }, ...blocks] },
      },
    ])
    expect(await owner`select id from theme`).toEqual([{ id: getThemeId(withoutTheme, 'linen') }])

    const versions = await listVersions(withThemes)
    expect(versions).toMatchObject([
      { code: 'gallery', number: 1, isPublished: false, note: '' },
      { code: 'gallery', number: 2, isPublished: true, settings: { accent: '#010203' } },
    ])
    const others = await owner`
      select templates from theme_draft union all select templates from theme_publication`
    expect(others).toHaveLength(3)
    for (const { templates } of [...versions, ...others]) {
      expect(templates).toEqual(versions[0]?.templates)
      expect(ThemeTemplates.parse(templates)).toEqual(templates)
      expect(toPlainSections(templates.home)).toEqual(homeSections)
    }
    expect(versions[0]?.templates.home.slice(0, 3).map(({ id }) => id)).toEqual([
      'slideshow',
      'b0',
      'b1',
    ])
    expect(await owner`select sections from cms`).toEqual([
      { sections: { seo: { homeTitle: 'P' } } },
    ])

    const [linenVersion, shown, kept, ...rest] = await listVersions(withOwnHome)
    expect([linenVersion?.templates, rest]).toEqual([null, []])
    expect(shown).toMatchObject({ code: 'orchard', isPublished: true, templates: own })
    expect(kept).toMatchObject({
      number: 2,
      isPublished: false,
      settings: { accent: '#010203' },
      note: 'Página inicial das configurações de conteúdo',
    })
    expect(toPlainSections(kept?.templates.home ?? [])).toEqual(homeSections)
    expect(kept?.templates.product).toEqual(own.product)

    const [first, second] = await listVersions(long)
    expect(first).toMatchObject({ code: 'linen', isPublished: true })
    expect(ThemeTemplates.safeParse(first?.templates).error).toBeUndefined()
    expect(first?.templates.home.map(({ id }) => id)).toEqual([
      'slideshow',
      ...Array.from({ length: 29 }, (_, i) => `t${i}`),
    ])
    expect(second).toMatchObject({
      isPublished: false,
      note: 'Home page from the content settings',
    })
    expect(second?.templates.home.map(({ id }) => id)).toEqual(['t29'])
  } finally {
    await owner.end()
    await oldDatabase.drop()
  }
})
