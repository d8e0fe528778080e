import { splitLinks } from '#contract/lib/text/split-links.ts'
import type { ShopperMessage } from '#contract/storefront/storefront-chat.ts'

/** Returns the element of a message. Web addresses are links, everything else is text. */
export function createMessage(
  { isOwn, text }: ShopperMessage,
  { you = '', store = '' }: DOMStringMap,
): HTMLElement {
  const element = document.createElement('p')
  element.className = 'chat-message'
  element.dir = 'auto'
  if (isOwn) element.dataset['own'] = ''
  const author = document.createElement('span')
  author.className = 'visually-hidden'
  author.textContent = `${isOwn ? you : store}: `
  element.append(author, ...splitLinks(text).map(toNode))
  return element
}

function toNode({ part, isLink }: ReturnType<typeof splitLinks>[number]): Node {
  if (!isLink) return document.createTextNode(part)
  const link = document.createElement('a')
  link.href = part
  link.rel = 'nofollow noopener noreferrer'
  link.target = '_blank'
  link.textContent = part
  return link
}
