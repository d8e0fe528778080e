import type { Section } from '#contract/section/section-catalog.ts'
import type { TemplateKind } from '#contract/section/section-definition.ts'
import { listColorSchemes, type ThemeSettings } from '#contract/theme/theme.ts'
import { getThemeProperties } from '#contract/theme/theme-css.ts'
import type {
  EditorMessage,
  PreviewKey,
  PreviewMessage,
} from '#contract/theme/theme-preview-messages.ts'
import { layoutAttributes } from '../layout-attributes.ts'
import { moveOutlines, type OutlineKind, showOutline } from './preview-outline.ts'
import {
  findItem,
  findPart,
  findSection,
  getSectionId,
  getTargetAt,
  listSections,
  type PagePart,
  type PreviewTarget,
  replaceSection,
  revealItem,
  scrollTo,
} from './preview-target.ts'

// The script of a page in the theme editor: it shows changes without a new page, and reports to the
// editor what the user points at. Only the editor can frame the page (frame-ancestors).

const root = document.documentElement
const editorOrigin = root.dataset['editor'] ?? ''
/** All paths of a preview start with its token. */
const [prefix = ''] = /^\/[^/]*/.exec(location.pathname) ?? []
const templateByPage: Record<string, TemplateKind> = {
  home: 'home',
  category: 'category',
  product: 'product',
  content: 'content',
  problem: 'notFound',
}

const getPart = (template: TemplateKind): PagePart =>
  template === 'header' || template === 'footer' ? template : 'main'

type Target = Extract<EditorMessage, { type: 'select' | 'hover' }>

const darkDevice = matchMedia('(prefers-color-scheme: dark)')
const sectionTimeoutMs = 15_000
const retryDelayMs = 3000
const pendingSections = new Map<string, Element>()
const changedSections = new Map<string, Section>()
const renderingIds = new Set<string>()
const orders = new Map<PagePart, readonly string[]>()
let settings: ThemeSettings | undefined
let clickedTarget: PreviewTarget | undefined
let selected: Pick<Target, 'id' | 'itemId'> = { id: null, itemId: null }
/** Resolved while no pointer is pressed. Without the pressed element, the browser sends no click. */
let pointerRelease = Promise.withResolvers<void>()
pointerRelease.resolve()

const send = (message: PreviewMessage) => parent.postMessage(message, editorOrigin)
const findSelectedItem = () => findItem(selected.id, selected.itemId)
const getPath = (url: URL | Location) => (url.pathname.slice(prefix.length) || '/') + url.search

function sendReady() {
  const page = document.body.dataset['page'] ?? ''
  send({
    type: 'ready',
    path: getPath(location),
    template: templateByPage[page] ?? null,
    ids: listSections().map(getSectionId),
  })
}

/** Renders a section. Of the changes during a request, the last one follows it. */
async function renderSection(section: Section) {
  const { id } = section
  changedSections.set(id, section)
  if (renderingIds.has(id)) return
  renderingIds.add(id)
  for (;;) {
    const latestSection = changedSections.get(id)
    if (!latestSection) break
    changedSections.delete(id)
    const isLoaded = await loadSection(latestSection).then(
      () => true,
      () => false,
    )
    if (isLoaded) continue
    // The connection is lost.
    await new Promise(resolve => setTimeout(resolve, retryDelayMs))
    if (!changedSections.has(id)) changedSections.set(id, latestSection)
  }
  renderingIds.delete(id)
}

async function loadSection(section: Section) {
  const { id } = section
  const response = await fetch(`${prefix}/section`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: getPath(location), section, settings }),
    signal: AbortSignal.timeout(sectionTimeoutMs),
  })
  // The page keeps a section that can't be rendered, such as one with an incomplete value.
  if (!response.ok) return
  const content = new DOMParser().parseFromString(await response.text(), 'text/html')
  const rendered = content.querySelector('[data-section]')
  if (!rendered) return
  await pointerRelease.promise
  const selectedItem = findSelectedItem()
  const current = findSection(id)
  if (current) replaceSection(current, rendered)
  else pendingSections.set(id, rendered)
  arrangeSections()
  moveOutlines()
  const newItem = selectedItem ? undefined : findSelectedItem()
  if (newItem) revealItem(newItem)
  else if (!current && id === selected.id) revealSelected()
}

/** Brings the sections into the order of the editor. A section that is not rendered yet follows. */
function arrangeSections() {
  for (const [part, ids] of orders) arrangePart(part, ids)
  moveOutlines()
}

function arrangePart(part: PagePart, ids: readonly string[]) {
  const parent = findPart(part)
  for (const section of listSections(parent))
    if (!ids.includes(getSectionId(section))) section.remove()
  let previous: Element | undefined
  for (const id of ids) {
    const section = findSection(id) ?? pendingSections.get(id)
    if (!section) continue
    pendingSections.delete(id)
    placeSection(section, previous, parent)
    previous = section
  }
}

function placeSection(section: Element, previous: Element | undefined, parent: Element | null) {
  const [first] = listSections(parent)
  if (previous) {
    if (previous.nextElementSibling !== section) previous.after(section)
  } else if (!first) parent?.append(section)
  else if (first !== section) first.before(section)
}

function applySettings(values: ThemeSettings) {
  settings = values
  const schemes = listColorSchemes(values)
  const scheme = schemes.length > 1 && darkDevice.matches ? 'dark' : (schemes[0] ?? 'light')
  for (const [name, value] of getThemeProperties(values, scheme))
    root.style.setProperty(name, value)
  for (const [name, key] of Object.entries(layoutAttributes))
    document.body.setAttribute(name, String(values[key]))
  document.body.toggleAttribute('data-sticky', values['stickyHeader'] === true)
  moveOutlines()
}

/** Loads the page again in place. The position of the page stays. */
async function refresh() {
  const response = await fetch(location.href)
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  await pointerRelease.promise
  for (const { name, value } of next.body.attributes) document.body.setAttribute(name, value)
  document.body.replaceChildren(...next.body.childNodes)
  pendingSections.clear()
  orders.clear()
  if (settings) applySettings(settings)
  sendReady()
}

function showTarget(
  kind: OutlineKind & ('selected' | 'hovered'),
  { id, label, itemId, itemLabel }: Target,
) {
  showOutline(kind, () => findSection(id), label)
  showOutline(`${kind}Item`, () => findItem(id, itemId), itemLabel)
}

function select(target: Target) {
  const { id, itemId } = target
  selected = { id, itemId }
  showTarget('selected', target)
  // A target that the user clicked stays where it is.
  const isClicked = id === clickedTarget?.id && (itemId ?? undefined) === clickedTarget?.itemId
  clickedTarget = undefined
  if (!isClicked) revealSelected()
}

function revealSelected() {
  const item = findSelectedItem()
  if (item) return revealItem(item)
  const section = findSection(selected.id)
  if (!section) return
  const { top } = section.getBoundingClientRect()
  if (top < 0 || top >= innerHeight * 0.6) scrollTo(section, { block: 'start' })
}

function handleMessage(message: EditorMessage) {
  switch (message.type) {
    case 'section':
      return void renderSection(message.section)
    case 'order':
      orders.set(getPart(message.template), message.ids)
      return arrangeSections()
    case 'settings':
      return applySettings(message.values)
    case 'refresh':
      return void refresh().catch(() => {})
    case 'select':
      return select(message)
    case 'hover':
      return showTarget('hovered', message)
    case 'navigate':
      return location.assign(prefix + message.path)
  }
}

/** A click selects the section and its item. Links outside of sections, or with Ctrl, open their page. */
function handleClick(event: MouseEvent) {
  const { target } = event
  const previewTarget = getTargetAt(target)
  const link = target instanceof Element ? target.closest('a[href]') : null
  if (link instanceof HTMLAnchorElement) {
    const isPage = link.origin === location.origin && link.pathname.startsWith(`${prefix}/`)
    const opens = isPage && (!previewTarget || event.ctrlKey || event.metaKey)
    if (!opens || event.ctrlKey || event.metaKey) event.preventDefault()
    if (opens) {
      send({ type: 'navigate', path: getPath(new URL(link.href)), template: null })
      location.assign(link.href)
    }
  }
  clickedTarget = previewTarget
  if (previewTarget) send({ type: 'select', ...previewTarget })
}

function handlePointerDown() {
  pointerRelease.resolve()
  pointerRelease = Promise.withResolvers()
}

// The click follows the release.
const handlePointerUp = () => setTimeout(pointerRelease.resolve)

let hoveredTarget: PreviewTarget | undefined
function handlePointerOver({ target }: Event) {
  const previewTarget = getTargetAt(target)
  if (previewTarget?.id === hoveredTarget?.id && previewTarget?.itemId === hoveredTarget?.itemId)
    return
  hoveredTarget = previewTarget
  send({ type: 'hover', id: null, ...previewTarget })
}

function findShortcut(event: KeyboardEvent): PreviewKey | undefined {
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase()
    if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
    if (key === 'y') return 'redo'
    return key === 's' ? 'save' : undefined
  }
  if (event.altKey && event.key === 'ArrowUp') return 'moveUp'
  if (event.altKey && event.key === 'ArrowDown') return 'moveDown'
  if (event.key === 'Delete') return 'remove'
  return event.key === 'Escape' ? 'escape' : undefined
}

function handleKey(event: KeyboardEvent) {
  if (event.target instanceof Element && event.target.matches('input, textarea, select')) return
  const key = findShortcut(event)
  if (!key) return
  event.preventDefault()
  send({ type: 'key', key })
}

if (editorOrigin && parent !== window) {
  addEventListener('message', ({ origin, source, data }) => {
    if (origin === editorOrigin && source === parent) handleMessage(data)
  })
  document.addEventListener('click', handleClick, { capture: true })
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, handlePointerUp)
  addEventListener('pointerdown', handlePointerDown)
  document.addEventListener('pointerover', handlePointerOver)
  root.addEventListener('pointerleave', () => handlePointerOver(new Event('pointerleave')))
  document.addEventListener('keydown', handleKey)
  // Within a row of slides.
  document.addEventListener('scroll', moveOutlines, { capture: true, passive: true })
  document.addEventListener('submit', event => event.preventDefault(), { capture: true })
  // A panel of the editor has opened below the page.
  addEventListener('resize', revealSelected)
  darkDevice.addEventListener('change', () => settings && applySettings(settings))
  new ResizeObserver(moveOutlines).observe(document.body)
  sendReady()
}
