// The sections of a preview and their items, as elements and as ids.

export type PreviewTarget = { id: string; itemId: string | undefined }

const partSelectors = { header: 'header.frame', main: 'main', footer: 'footer.frame' }
/** A page has sections in its header, its content and its footer. */
export type PagePart = keyof typeof partSelectors
export const findPart = (part: PagePart) => document.querySelector(partSelectors[part])

export const listSections = (parent: ParentNode | null = document) => [
  ...(parent?.querySelectorAll('[data-section]') ?? []),
]

export const getSectionId = (section: Element | null | undefined) =>
  section?.getAttribute('data-section') ?? ''

export const findSection = (id: string | null | undefined) =>
  id ? listSections().find(section => getSectionId(section) === id) : undefined

/** The ids of items are unique within their section only. */
export const findItem = (id: string | null | undefined, itemId: string | null | undefined) =>
  itemId
    ? (findSection(id)?.querySelector<HTMLElement>(`[data-item="${CSS.escape(itemId)}"]`) ??
      undefined)
    : undefined

/** Returns the section and the item that contain an element, or undefined outside of sections. */
export function getTargetAt(target: EventTarget | null): PreviewTarget | undefined {
  if (!(target instanceof Element)) return undefined
  const section = target.closest('[data-section]')
  const id = getSectionId(section)
  if (!section || !id) return undefined
  const item = target.closest('[data-item]')
  return { id, itemId: item?.getAttribute('data-item') ?? undefined }
}

/**
 * Replaces a section by one that was rendered again. Open questions stay open, and a row of slides
 * keeps its position.
 */
export function replaceSection(current: Element, rendered: Element) {
  for (const question of current.querySelectorAll('details[data-item][open]')) {
    const id = CSS.escape(question.getAttribute('data-item') ?? '')
    rendered.querySelector(`details[data-item="${id}"]`)?.setAttribute('open', '')
  }
  const { scrollLeft } = current
  current.replaceWith(rendered)
  rendered.scrollTo({ left: scrollLeft, behavior: 'instant' })
}

/** Scrolls to an item, also within a row of slides, and opens a question. */
export function revealItem(item: HTMLElement) {
  if (item instanceof HTMLDetailsElement) item.open = true
  scrollTo(item, { block: 'nearest', inline: 'start' })
}

export function scrollTo(element: Element, position: ScrollIntoViewOptions) {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ ...position, behavior: isCalm ? 'auto' : 'smooth' })
}
