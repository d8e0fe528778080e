import { announce } from './announce.ts'
import { findClickedLink } from './plain-click.ts'

// Shows another variant of a product without loading the page again. The parts of the page that
// differ come from the page of the variant, so that one template renders them.
const linkSelector = 'a.option-value'
const parts = ['.gallery', '.product-details']

let shownUrl = location.pathname + location.search
let pendingRequest: AbortController | undefined

document.addEventListener('click', event => {
  const link = findClickedLink(event, linkSelector)
  if (!link) return
  event.preventDefault()
  const index = [...document.querySelectorAll(linkSelector)].indexOf(link)
  void showPage(link.href, () => {
    history.pushState(null, '', link.href)
    document.querySelectorAll<HTMLElement>(linkSelector)[index]?.focus()
    announceVariant()
  })
})

if (document.querySelector(linkSelector))
  addEventListener('popstate', () => {
    if (location.pathname + location.search !== shownUrl) void showPage(location.href)
  })

async function showPage(url: string, onShown?: () => void) {
  pendingRequest?.abort()
  const request = new AbortController()
  pendingRequest = request
  try {
    const reply = await fetch(url, { signal: request.signal })
    if (!reply.ok) throw new Error(String(reply.status))
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
    if (request.signal.aborted) return
    for (const selector of parts) replacePart(page, selector)
    onShown?.()
    shownUrl = location.pathname + location.search
  } catch {
    if (!request.signal.aborted) location.assign(url)
  }
}

function replacePart(page: Document, selector: string) {
  const current = document.querySelector(selector)
  const next = page.querySelector(selector)
  if (current && next && !current.isEqualNode(next)) current.replaceWith(next)
}

/** Screen readers read the price and the stock of the variant. */
function announceVariant() {
  const texts = ['.price', '.stock'].map(
    selector => document.querySelector(`.product-details ${selector}`)?.textContent ?? '',
  )
  announce(texts.join(' '))
}
