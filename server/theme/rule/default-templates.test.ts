import { expect, test } from 'vitest'
import { languages } from '#contract/lib/text/languages.ts'
import { ThemeTemplates } from '#contract/theme/theme-template.ts'
import { createDefaultTemplates } from './default-templates.ts'
import { catalogThemes } from './theme-catalog.ts'

test('every theme has valid templates of its own in every language', () => {
  for (const { code: language } of languages)
    for (const theme of catalogThemes) {
      // The name of a store can be longer than a heading.
      const templates = createDefaultTemplates({ name: '🏺'.repeat(60), language }, theme)
      expect(ThemeTemplates.parse(templates)).toEqual(templates)
      expect(templates.notFound.map(({ type }) => type)).toEqual([
        'notFoundMessage',
        'categoryGrid',
        'featuredProducts',
      ])
    }
  const homes = catalogThemes.map(theme => {
    const { home } = createDefaultTemplates({ name: 'Mill', language: 'en' }, theme)
    return JSON.stringify(home.map(({ type, settings }) => [type, settings]))
  })
  expect(new Set(homes).size).toBe(catalogThemes.length)
})

test('sections of the same type have different ids, and omitted pages are the common ones', () => {
  const [theme] = catalogThemes
  if (!theme) throw new Error('There is no theme.')
  const store = { name: 'Mill', language: 'en' } as const
  const templates = createDefaultTemplates(store, {
    ...theme,
    createTemplates: ({ search }) => ({
      home: [
        { type: 'text' },
        { type: 'productSearch', settings: { heading: search } },
        { type: 'text' },
      ],
    }),
  })
  expect(templates.home.map(({ id }) => id)).toEqual(['text', 'productSearch', 'text2'])
  expect(templates.home[1]?.settings).toEqual({ heading: 'What are you looking for?', text: '' })
  expect({ ...templates, home: [] }).toEqual({ ...createDefaultTemplates(store), home: [] })
})
