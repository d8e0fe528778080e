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
  element.append(author, ...text.split(linkPattern).map(toPart))
  return element
}

const linkPattern = /(\bhttps?:\/\/[^\s<>"']*[^\s<>"'.,:;!?)\]])/i

/** The odd parts are addresses. */
function toPart(part: string, index: number): Node {
  if (index % 2 === 0) return document.createTextNode(part)
  const link = document.createElement('a')
  link.href = part
  link.rel = 'nofollow noopener noreferrer'
  link.target = '_blank'
  link.textContent = part
  return link
}
