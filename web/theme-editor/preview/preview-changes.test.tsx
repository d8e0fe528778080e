import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Section } from '#contract/section/section-catalog.ts'
import { createSection } from '#contract/section/section-upgrade.ts'
import type { ThemeGroup } from '#contract/theme/theme.ts'
import type { ThemeContent } from '#contract/theme/theme-draft.ts'
import type { EditorMessage, PreviewMessage } from '#contract/theme/theme-preview-messages.ts'
import { createTemplates } from '#contract/theme/theme-template.ts'
import { initTexts } from '../../lib/preference/i18n.ts'
import { hasRenderedSettingChange, listChanges } from './preview-changes.ts'
import { buildPreviewUrl, getTemplateOfPath, missingPagePath } from './preview-page.ts'
import { usePreviewBridge } from './use-preview-bridge.ts'

beforeAll(() => initTexts())

const [faq, banner] = [createSection('faq', 'faq'), createSection('promoBanner', 'banner')]
const toContent = (home: Section[], settings = {}): ThemeContent => ({
  settings,
  templates: createTemplates(kind => (kind === 'home' ? home : [])),
})
const withText = (section: Section, settings: Record<string, unknown>): Section => ({
  ...section,
  settings: { ...section.settings, ...settings },
})
const base = toContent([faq, banner])

test('sends only the section that changed', () => {
  const sale = withText(banner, { heading: 'Sale' })
  const templates = toContent([faq, sale]).templates
  expect(listChanges(base, { ...base, templates }, 'home')).toEqual([
    { type: 'section', section: sale },
  ])
  expect(listChanges(base, { ...base, templates }, 'product')).toEqual([])
  expect(listChanges(base, base, 'home')).toEqual([])
})

test('sends no invalid section, so the preview keeps the last valid one', () => {
  const wrong = withText(banner, { link: 'javascript:alert(1)' })
  const text = withText(faq, { heading: 'Help' })
  const { templates } = toContent([text, wrong])
  expect(listChanges(base, { ...base, templates }, 'home')).toEqual([
    { type: 'section', section: text },
  ])
})

test('a hidden section leaves the page, and comes back with its changes', () => {
  const hidden = { ...base, templates: toContent([faq, { ...banner, isHidden: true }]).templates }
  expect(listChanges(base, hidden, 'home')).toEqual([
    { type: 'order', template: 'home', ids: ['faq'] },
  ])
  expect(listChanges(hidden, base, 'home')).toEqual([
    { type: 'section', section: banner },
    { type: 'order', template: 'home', ids: ['faq', 'banner'] },
  ])
})

test('each page shows the changes of the header and the footer', () => {
  const [header, footer] = [[createSection('storeHeader', 'a')], [createSection('text', 'b')]]
  const templates = { ...base.templates, header, footer }
  for (const page of ['home', 'product', null] as const)
    expect(listChanges(base, { ...base, templates }, page)).toEqual([
      { type: 'section', section: header[0] },
      { type: 'order', template: 'header', ids: ['a'] },
      { type: 'section', section: footer[0] },
      { type: 'order', template: 'footer', ids: ['b'] },
    ])
})

test('a new section is rendered before it gets its place', () => {
  const text = createSection('text', 'text')
  const added = { ...base, templates: toContent([text, faq, banner]).templates }
  expect(listChanges(base, added, 'home').map(({ type }) => type)).toEqual(['section', 'order'])
})

test('a page without sections shows only the settings', () => {
  const next = toContent([faq], { accent: '#ff0000' })
  expect(listChanges(base, next, null)).toEqual([
    { type: 'settings', values: { accent: '#ff0000' } },
  ])
})

const options = ['grid', 'row'].map(value => ({ value, label: value }))
const schema: ThemeGroup[] = [
  {
    key: 'look',
    label: 'Look',
    fields: [
      { key: 'accent', label: 'Accent', type: 'color', default: '#000000' },
      { key: 'layout', label: 'Layout', type: 'select', default: 'grid', options },
      { key: 'hasBar', label: 'Bar', type: 'boolean', default: false },
    ],
  },
]
const settings = { accent: '#000000', layout: 'grid', hasBar: false }
test.each([
  ['a color', { accent: '#ff0000' }, false],
  ['a layout', { layout: 'row' }, true],
  ['a switch', { hasBar: true }, true],
])('whether the page loads again after a change of %s', (_name, change, isReloaded) => {
  expect(hasRenderedSettingChange(schema, settings, { ...settings, ...change })).toBe(isReloaded)
})

test.each([
  ['/', 'home'],
  ['/?page=2', 'home'],
  ['/products/mug', 'product'],
  ['/products', null],
  ['/products/mug/reviews', null],
  ['/categories/cups#top', 'category'],
  ['/pages/about', 'content'],
  ['/checkout', null],
  [missingPagePath, 'notFound'],
])('%s is made of the sections of %s', (path, template) => {
  expect(getTemplateOfPath(path)).toBe(template)
})

test('the address of a page in the preview has one slash', () => {
  expect(buildPreviewUrl('https://shop.example/p/', '/products/mug')).toBe(
    'https://shop.example/p/products/mug',
  )
})

const url = 'https://shop.example/preview/'
const target = { contentWindow: { postMessage: vi.fn() } } as unknown as HTMLIFrameElement
const onMessage = vi.fn<(message: PreviewMessage) => void>()
const sent = (): EditorMessage[] =>
  vi.mocked(target.contentWindow!.postMessage).mock.calls.map(([message]) => message)
beforeEach(() => {
  vi.mocked(target.contentWindow!.postMessage).mockReset()
  onMessage.mockReset()
})
afterEach(cleanup)

const receive = (data: unknown, origin = 'https://shop.example') =>
  act(() => {
    const event = new MessageEvent('message', { data, origin })
    Object.defineProperty(event, 'source', { value: target.contentWindow })
    window.dispatchEvent(event)
  })
const ready = { type: 'ready', path: '/', template: 'home', ids: [] }
const renderBridge = (content: ThemeContent, { isEditable = true } = {}) =>
  renderHook(
    ({ current, saved }) =>
      usePreviewBridge({
        iframe: { current: target },
        url,
        isEditable,
        template: 'home',
        content: current,
        savedContent: saved,
        settingsSchema: schema,
        onMessage,
      }),
    { initialProps: { current: content, saved: base } },
  )

test('a preview that loads late receives the changes since then, once it is ready', () => {
  const text = withText(faq, { heading: 'Help' })
  const changed = { ...base, templates: toContent([text, banner]).templates }
  const { result } = renderBridge(changed)
  expect([result.current.isReady, sent()]).toEqual([false, []])
  receive(ready)
  expect(result.current.isReady).toBe(true)
  expect(sent()).toEqual([{ type: 'section', section: text }])
})

test('typing is sent in pauses, and the last text always arrives', () => {
  vi.useFakeTimers()
  const { rerender } = renderBridge(base)
  receive(ready)
  for (const heading of ['H', 'He', 'Hel']) {
    const templates = toContent([withText(faq, { heading }), banner]).templates
    rerender({ current: { ...base, templates }, saved: base })
  }
  const headings = () =>
    sent().flatMap(message =>
      message.type === 'section' ? [message.section.settings['heading']] : [],
    )
  expect(headings()).toEqual(['H'])
  act(() => vi.advanceTimersByTime(1000))
  expect(headings()).toEqual(['H', 'Hel'])
})

test('messages of other pages and unknown ones are ignored', () => {
  renderBridge(base)
  receive(ready, 'https://attacker.example')
  receive({ type: 'ready', path: 7 })
  receive({ type: 'run', code: 'alert(1)' })
  expect(onMessage).not.toHaveBeenCalled()
})

test('the preview of a published version receives no changes of the draft', () => {
  const { rerender } = renderBridge(base, { isEditable: false })
  receive(ready)
  rerender({ current: toContent([banner]), saved: base })
  expect(sent()).toEqual([])
})

test('loads the page again only after a layout was saved', () => {
  const { rerender } = renderBridge(toContent([faq, banner], settings))
  receive(ready)
  const row = { ...base, settings: { ...settings, layout: 'row' } }
  rerender({ current: row, saved: base })
  expect(sent().some(({ type }) => type === 'refresh')).toBe(false)
  rerender({ current: row, saved: row })
  expect(sent().filter(({ type }) => type === 'refresh')).toHaveLength(1)
})
