// The outlines of the selected and the hovered sections and items in a preview. They are in a shadow
// tree, so that the styles of the theme don't apply to them.

export type OutlineKind = 'selected' | 'hovered' | 'selectedItem' | 'hoveredItem'
type Outline = { box: HTMLElement; find: () => Element | undefined }

const styles = `
  div { position: absolute; pointer-events: none; box-sizing: border-box; border: 2px solid #5b5bd6;
    z-index: 2147483647; }
  div[hidden] { display: none; }
  .hovered, .hoveredItem { border-width: 1px; }
  .hoveredItem { border-style: dashed; }
  span { position: absolute; top: 0; inset-inline-start: 0; padding: 3px 8px;
    border-end-end-radius: 6px; background: #5b5bd6; color: #fff;
    font: 500 12px/1.4 system-ui, sans-serif; white-space: nowrap; }
  span:empty { display: none; }
  /* The name of the section has the upper corner. */
  .selectedItem span, .hoveredItem span { inset: auto 0 0 auto; border-radius: 6px 0 0 0; }
  :host([dir='rtl']) :is(.selectedItem, .hoveredItem) span { inset: auto auto 0 0; border-radius: 0 6px 0 0; }
`
const outlines = new Map<OutlineKind, Outline>()
let shadow: ShadowRoot | undefined

function createBox(kind: OutlineKind): HTMLElement {
  if (!shadow) {
    const host = document.createElement('preview-outline')
    host.dir = document.documentElement.dir
    // Outside of the body, which is replaced when the page is loaded again.
    document.documentElement.append(host)
    shadow = host.attachShadow({ mode: 'closed' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    shadow.adoptedStyleSheets = [sheet]
  }
  const box = document.createElement('div')
  box.className = kind
  box.setAttribute('aria-hidden', 'true')
  box.append(document.createElement('span'))
  shadow.append(box)
  return box
}

/** Outlines the element that `find` returns. A section that is rendered again is a new element. */
export function showOutline(kind: OutlineKind, find: Outline['find'], label: string) {
  const box = outlines.get(kind)?.box ?? createBox(kind)
  outlines.set(kind, { box, find })
  const text = box.querySelector('span')
  if (text) text.textContent = label
  moveOutlines()
}

/** Moves the outlines to their elements, after the page has changed. */
export function moveOutlines() {
  for (const { box, find } of outlines.values()) {
    const area = getVisibleArea(find())
    box.hidden = !area
    if (!area) continue
    const { top, left, right, bottom } = area
    Object.assign(box.style, {
      top: `${top + scrollY}px`,
      left: `${left + scrollX}px`,
      width: `${right - left}px`,
      height: `${bottom - top}px`,
    })
  }
}

/** Returns the part of an element that its section shows. Most slides are outside of it. */
function getVisibleArea(element: Element | undefined) {
  if (!element) return undefined
  const area = element.getBoundingClientRect()
  const frame = (element.closest('[data-section]') ?? element).getBoundingClientRect()
  const left = Math.max(area.left, frame.left)
  const right = Math.min(area.right, frame.right)
  return right - left > 1 ? { left, right, top: area.top, bottom: area.bottom } : undefined
}
