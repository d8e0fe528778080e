import { describe, expect, test } from 'vitest'
import type { Section } from '#contract/section/section-catalog.ts'
import type { ThemeSettings } from '#contract/theme/theme.ts'
import type { ThemeContent } from '#contract/theme/theme-draft.ts'
import { createNewItem, createNewSection } from './content-change.ts'
import { compareContents, mergeContents } from './content-difference.ts'

const [faq, featured, slides] = [
  createNewSection('faq'),
  createNewSection('featuredProducts'),
  createNewSection('slideshow'),
]
const settings: ThemeSettings = { text: '#111111', radius: 4 }
const toContent = (home: Section[], values = settings): ThemeContent => ({
  settings: values,
  templates: { home, category: [], product: [], content: [], notFound: [], header: [], footer: [] },
})
const base = toContent([faq, featured])
const rename = (section: Section, heading: string): Section => ({
  ...section,
  settings: { ...section.settings, heading },
})

describe('compareContents', () => {
  test('finds nothing in equal contents, whatever the order of their keys', () => {
    const reordered = toContent([
      { ...faq, settings: { isFirstOpen: false, heading: '' } },
      featured,
    ])
    expect(compareContents(base, reordered)).toEqual([])
  })

  test('names added, removed, moved and changed sections', () => {
    expect(compareContents(base, toContent([faq, slides, featured]))).toEqual([
      { kind: 'added', template: 'home', section: slides },
    ])
    expect(compareContents(base, toContent([faq]))).toEqual([
      { kind: 'removed', template: 'home', section: featured },
    ])
    expect(compareContents(base, toContent([featured, faq]))).toEqual([
      { kind: 'order', template: 'home' },
    ])
    const changed = { ...rename(faq, 'Help'), items: [createNewItem('faq')], isHidden: true }
    expect(compareContents(base, toContent([changed, featured]))).toEqual([
      { kind: 'hidden', template: 'home', section: changed },
      { kind: 'changed', template: 'home', section: changed, fields: ['heading'], hasItems: true },
    ])
  })

  test('names changed settings of the theme', () => {
    expect(compareContents(base, toContent([faq, featured], { ...settings, radius: 8 }))).toEqual([
      { kind: 'setting', key: 'radius' },
    ])
  })
})

describe('mergeContents', () => {
  const mine = toContent([rename(faq, 'Mine'), featured])

  test('joins changes of different sections and settings', () => {
    const theirs = toContent([faq, rename(featured, 'Theirs')], { ...settings, radius: 8 })
    expect(mergeContents(base, mine, theirs)).toEqual(
      toContent([rename(faq, 'Mine'), rename(featured, 'Theirs')], { ...settings, radius: 8 }),
    )
  })

  test('joins a changed section with a new order or a new section', () => {
    const theirs = toContent([featured, slides, faq])
    const merged = toContent([featured, slides, rename(faq, 'Mine')])
    expect(mergeContents(base, mine, theirs)).toEqual(merged)
    expect(mergeContents(base, theirs, mine)).toEqual(merged)
  })

  test('does not merge changes of the same place', () => {
    expect(mergeContents(base, mine, toContent([rename(faq, 'Theirs'), featured]))).toBeUndefined()
    expect(mergeContents(base, mine, toContent([featured]))).toBeUndefined()
    expect(
      mergeContents(base, toContent([featured, faq]), toContent([faq, featured, slides])),
    ).toBeUndefined()
    const [red, blue] = ['#ff0000', '#0000ff'].map(text =>
      toContent([faq, featured], { ...settings, text }),
    )
    expect(red && blue && mergeContents(base, red, blue)).toBeUndefined()
  })
})
