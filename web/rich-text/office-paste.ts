/**
 * Returns pasted HTML with the lists of Word as lists: Word copies each item as a paragraph with the
 * marker as text. A list between the items of another list, as Google Docs copies it, moves into the
 * item before it.
 */
export function convertPastedHtml(html: string): string {
  // Other browsers than Internet Explorer read these comments of Word as text or leave them out.
  const { body } = new DOMParser().parseFromString(
    html.replaceAll(/<!(?:--)?\[(?:if[^\]]*|endif)\](?:--)?>/gi, ''),
    'text/html',
  )
  const items = [...body.querySelectorAll<HTMLElement>('[style*="mso-list"]')].filter(
    element => element.matches('p, h1, h2, h3, h4, h5, h6, div') && readLevel(element) > 0,
  )
  for (const item of items) if (item.isConnected) convertList(item)
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)'))
    if (list.previousElementSibling?.matches('li')) list.previousElementSibling.append(list)
  return body.innerHTML
}

/** Returns the level of an item of Word, or 0 for another element. */
function readLevel(element: Element): number {
  const [, level] = /mso-list:\s*l\d+\s+level(\d+)/i.exec(element.getAttribute('style') ?? '') ?? []
  return Number(level ?? 0)
}

/** Replaces the item and the items that follow it with a list. */
function convertList(firstItem: HTMLElement) {
  const items: HTMLElement[] = []
  for (
    let element: Element | null = firstItem;
    element instanceof HTMLElement && readLevel(element) > 0;
    element = element.nextElementSibling
  )
    items.push(element)
  const openLists: { level: number; list: HTMLElement }[] = []
  const place = document.createComment('')
  firstItem.before(place)
  for (const item of items) {
    const level = readLevel(item)
    const marker = takeMarker(item)
    while ((openLists.at(-1)?.level ?? 0) > level) openLists.pop()
    let open = openLists.at(-1)
    if (!open || open.level < level || open.list.tagName !== (isNumber(marker) ? 'OL' : 'UL')) {
      // A change of the marker on the same level starts another list.
      if (open?.level === level) openLists.pop()
      const parent = openLists.at(-1)?.list.lastElementChild
      const list = createList(marker)
      if (parent) parent.append(list)
      else place.before(list)
      open = { level, list }
      openLists.push(open)
    }
    const listItem = item.ownerDocument.createElement('li')
    listItem.append(...item.childNodes)
    open.list.append(listItem)
    item.remove()
  }
  place.remove()
}

/** Removes the marker from the text of an item, and returns it. */
function takeMarker(item: HTMLElement): string {
  const marker = [...item.querySelectorAll<HTMLElement>('[style*="mso-list"]')].find(element =>
    /mso-list:\s*ignore/i.test(element.getAttribute('style') ?? ''),
  )
  marker?.remove()
  return marker?.textContent.trim() ?? ''
}

/** Letters and numbers before a point or parenthesis, such as `1.`, `iv)` or `(b)`. */
const isNumber = (marker: string) =>
  /^\(?(?:[\d.]+|\p{L}{1,5})[.)]?$/u.test(marker) && marker !== 'o'

function createList(marker: string): HTMLElement {
  const list = document.createElement(isNumber(marker) ? 'ol' : 'ul')
  const start = Number.parseInt(marker.replace(/^\(/, ''), 10)
  if (start > 1) list.setAttribute('start', String(start))
  return list
}
