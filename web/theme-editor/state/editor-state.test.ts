import { describe, expect, test } from 'vitest'
import type { Section } from '#contract/section/section-catalog.ts'
import type { ThemeContent, ThemeDraft } from '#contract/theme/theme-draft.ts'
import { copySection, createNewSection, listAddableTypes } from './content-change.ts'
import {
  createEditorState,
  type EditorAction,
  type EditorState,
  isUnsaved,
  reduceEditor,
} from './editor-state.ts'

const [faq, featured, details] = [
  createNewSection('faq'),
  createNewSection('featuredProducts'),
  createNewSection('productDetails'),
]
const draft: ThemeDraft = {
  themeId: '00000000-0000-4000-8000-000000000001',
  code: 'linen',
  name: 'Linen',
  isActive: true,
  settingsSchema: [],
  settings: { text: '#111111', radius: 4 },
  templates: {
    home: [faq, featured],
    category: [],
    product: [details],
    content: [],
    notFound: [],
    header: [],
    footer: [],
  },
  version: 3,
  isChanged: false,
  publishedVersionId: null,
  publishAt: null,
  updatedAt: null,
  updatedBy: null,
}
const initial = createEditorState(draft)
const run = (...actions: EditorAction[]): EditorState => actions.reduce(reduceEditor, initial)
const homeOf = ({ content }: EditorState) => content.templates.home.map(({ id }) => id)
const withHeading = (section: Section, heading: string): Section => ({
  ...section,
  settings: { ...section.settings, heading },
})
const typeHeading = (heading: string, at: number): EditorAction => ({
  type: 'change',
  change: { type: 'replaceSection', template: 'home', section: withHeading(faq, heading) },
  field: `${faq.id}.heading`,
  at,
})
const contentWith = (home: Section[], settings = draft.settings): ThemeContent => ({
  settings,
  templates: { ...draft.templates, home },
})

describe('changes', () => {
  test('adds, moves, copies and removes sections', () => {
    const copy = copySection(faq)
    expect(copy.id).not.toBe(faq.id)
    expect(copy.items[0]?.id).not.toBe(faq.items[0]?.id)
    const added = run({
      type: 'change',
      change: { type: 'addSection', template: 'home', section: copy, index: 1 },
    })
    expect(homeOf(added)).toEqual([faq.id, copy.id, featured.id])
    const moved = reduceEditor(added, {
      type: 'change',
      change: { type: 'moveSection', template: 'home', id: faq.id, index: 99 },
    })
    expect(homeOf(moved)).toEqual([copy.id, featured.id, faq.id])
    const removed = reduceEditor(moved, {
      type: 'change',
      change: { type: 'removeSection', template: 'home', id: featured.id },
    })
    expect(homeOf(removed)).toEqual([copy.id, faq.id])
  })

  test('keeps the main section of a page and rejects a section above the limit', () => {
    const removed = run({
      type: 'change',
      change: { type: 'removeSection', template: 'product', id: details.id },
    })
    expect(removed).toBe(initial)
    expect(listAddableTypes('product')).not.toContain('productDetails')
    const full = createEditorState({
      ...draft,
      ...contentWith(Array.from({ length: 30 }, () => copySection(faq))),
    })
    const change = { type: 'addSection', template: 'home', section: faq, index: 0 } as const
    expect(reduceEditor(full, { type: 'change', change })).toBe(full)
  })

  test('changes that change nothing are no step of undo', () => {
    expect(
      run({
        type: 'change',
        change: { type: 'moveSection', template: 'home', id: faq.id, index: 0 },
      }),
    ).toBe(initial)
  })
})

describe('undo and redo', () => {
  test('merge keystrokes of one field without a pause', () => {
    const typed = run(typeHeading('H', 0), typeHeading('He', 100), typeHeading('Hel', 5000))
    expect(typed.past).toHaveLength(2)
    const undone = reduceEditor(typed, { type: 'undo' })
    expect(undone.content.templates.home[0]?.settings['heading']).toBe('He')
    const twice = reduceEditor(undone, { type: 'undo' })
    expect(twice.content).toBe(initial.content)
    expect(isUnsaved(twice)).toBe(false)
    const redone = reduceEditor(reduceEditor(twice, { type: 'redo' }), { type: 'redo' })
    expect(redone.content).toEqual(typed.content)
  })

  test('a new change removes the steps to redo', () => {
    const changed = run(typeHeading('A', 0), { type: 'undo' }, typeHeading('B', 1))
    expect(changed.future).toEqual([])
    expect(reduceEditor(changed, { type: 'redo' })).toBe(changed)
  })

  test('do nothing at the ends', () => {
    expect(run({ type: 'undo' })).toBe(initial)
    expect(run({ type: 'redo' })).toBe(initial)
  })
})

describe('saving', () => {
  test('keeps what the user typed during the save as unsaved', () => {
    const saving = run(typeHeading('A', 0), { type: 'startSave' }, typeHeading('AB', 10))
    const finished = reduceEditor(saving, { type: 'finishSave', draft: { ...draft, version: 4 } })
    expect(isUnsaved(finished)).toBe(true)
    expect(finished.draft.version).toBe(4)
    expect(finished.content.templates.home[0]?.settings['heading']).toBe('AB')
  })

  test('a failed save stays unsaved', () => {
    expect(isUnsaved(run(typeHeading('A', 0), { type: 'startSave' }, { type: 'failSave' }))).toBe(
      true,
    )
  })
})

describe('drafts of other users', () => {
  const theirs = { ...draft, version: 4, settings: { text: '#222222', radius: 4 } }

  test('replace the content without changes and can be undone', () => {
    const received = run({ type: 'receive', draft: theirs })
    expect(received.content.settings).toEqual(theirs.settings)
    expect(isUnsaved(received)).toBe(false)
    expect(reduceEditor(received, { type: 'undo' }).content).toBe(initial.content)
  })

  test('are a conflict with changes, and neither content is lost', () => {
    const conflict = run(typeHeading('Mine', 0), { type: 'receive', draft: theirs })
    expect(conflict.theirDraft).toEqual(theirs)
    expect(conflict.content.templates.home[0]?.settings['heading']).toBe('Mine')
    const ownContent = reduceEditor(conflict, {
      type: 'resolveConflict',
      content: conflict.content,
    })
    expect([ownContent.draft.version, isUnsaved(ownContent)]).toEqual([4, true])
    expect(reduceEditor(ownContent, { type: 'undo' }).content.settings).toEqual(theirs.settings)
    const theirContent = reduceEditor(conflict, { type: 'resolveConflict', content: theirs })
    expect([theirContent.draft.version, isUnsaved(theirContent)]).toEqual([4, false])
    expect(
      reduceEditor(theirContent, { type: 'undo' }).content.templates.home[0]?.settings['heading'],
    ).toBe('Mine')
  })

  test('are ignored if they are older, or while a save runs', () => {
    expect(run({ type: 'receive', draft: { ...theirs, version: 2 } })).toBe(initial)
    const saving = run(typeHeading('A', 0), { type: 'startSave' })
    expect(reduceEditor(saving, { type: 'receive', draft: theirs })).toBe(saving)
  })

  test('the same version updates only the data beside the content', () => {
    const scheduled = run(typeHeading('A', 0), {
      type: 'receive',
      draft: { ...draft, publishAt: '2027-01-01T00:00:00.000Z' },
    })
    expect(scheduled.draft.publishAt).not.toBeNull()
    expect(isUnsaved(scheduled)).toBe(true)
  })
})
