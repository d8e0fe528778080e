import { expect, test } from 'vitest'
import { toFieldError } from '../lib/error/issue.ts'
import type { Section } from '../section/section-catalog.ts'
import { createSection } from '../section/section-upgrade.ts'
import { checkTemplates, maxSections, ThemeTemplates, upgradeTemplates } from './theme-template.ts'

const base = upgradeTemplates({})
const text = createSection('text', 'text')
const main = createSection('productDetails', 'main')
const longBody = `<p>${'a'.repeat(9000)}</p>`
const createTexts = (count: number): Section[] =>
  Array.from({ length: count }, (_, i) => createSection('text', String(i)))
const long = createTexts(maxSections).map(section => ({
  ...section,
  settings: { ...section.settings, body: longBody },
}))
const itemsWithSameId = [
  { id: 'a', settings: { value: '1', label: '' } },
  { id: 'a', settings: { value: '2', label: '' } },
]

const cases: [
  name: string,
  change: Partial<ThemeTemplates>,
  errors: [path: string, code: string][],
][] = [
  ['the defaults', {}, []],
  ['a text beside the main section', { product: [text, main] }, []],
  ['no main section', { product: [text] }, [['product', 'main_section_missing']]],
  [
    'two main sections',
    { product: [main, { ...main, id: 'b' }] },
    [['product.1.type', 'main_section_repeated']],
  ],
  [
    'a hidden main section',
    { product: [{ ...main, isHidden: true }] },
    [['product.0.isHidden', 'main_section_hidden']],
  ],
  [
    'the main section of another page',
    { home: [text, main] },
    [['home.1.type', 'section_not_allowed']],
  ],
  ['a header without its menu', { header: [text] }, [['header', 'main_section_missing']]],
  [
    'a large section in the header',
    { header: [...base.header, createSection('slideshow', 's')] },
    [['header.2.type', 'section_not_allowed']],
  ],
  [
    'an id of a page in the footer',
    { home: [text], footer: [text, ...base.footer] },
    [['footer.0.id', 'section_id_repeated']],
  ],
  [
    'too many sections in the footer',
    { footer: [...createTexts(maxSections), ...base.footer] },
    [['footer', 'too_many_entries']],
  ],
  ['an id twice', { home: [text, text] }, [['home.1.id', 'section_id_repeated']]],
  [
    'an item id twice',
    { home: [{ ...createSection('figures', 'f'), items: itemsWithSameId }] },
    [['home.0.items.1.id', 'section_id_repeated']],
  ],
  [
    'too much text',
    { home: long, content: [...long.slice(1), createSection('pageContent', 'p')] },
    [['', 'templates_too_large']],
  ],
  ['too many sections', { home: createTexts(maxSections + 1) }, [['home', 'too_many_entries']]],
]

test.each(cases)('checks %s', (_name, change, errors) => {
  const templates = { ...base, ...change }
  const { error } = ThemeTemplates.safeParse(templates)
  const reportedErrors = (error?.issues ?? []).map(toFieldError)
  expect(reportedErrors.map(({ path, code }) => [path, code])).toEqual(errors)
  const [[, firstCode] = []] = errors
  if (firstCode !== 'too_many_entries')
    expect(checkTemplates(templates).map(({ path, code }) => [path, code])).toEqual(errors)
})

test.each([
  ['settings', { ...text, settings: { ...text.settings, onclick: 'alert(1)' } }],
  ['values', { ...text, settings: { ...text.settings, alignment: 'url(x)' } }],
  ['lengths', { ...text, settings: { ...text.settings, heading: 'x'.repeat(81) } }],
  ['versions', { ...text, version: 2 }],
  ['types', { ...text, type: 'script' }],
  [
    'links',
    {
      ...createSection('promoBanner', 'p'),
      settings: { ...createSection('promoBanner', 'p').settings, link: 'javascript:alert(1)' },
    },
  ],
  [
    'videos',
    {
      ...createSection('video', 'v'),
      settings: {
        ...createSection('video', 'v').settings,
        video: 'https://evil.example/watch?v=abcdefghijk',
      },
    },
  ],
])('rejects other %s than those of the definition', (_name, section) => {
  expect(ThemeTemplates.safeParse({ ...base, home: [section] }).success).toBe(false)
})
