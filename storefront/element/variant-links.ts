import { announce } from './announce.ts'
import { parsePage } from './load-styles.ts'
import { findClickedLink } from './plain-click.ts'
import { updateStickyAddToCart } from './product/sticky-add-to-cart.ts'

// Shows another variant of a product without loading the page again. The parts of the page that
// differ come from the page of the variant, so that one template renders them.
const controlSelector = 'a.option-value, .option-list select'

let shownUrl = location.pathname + location.search
let pendingRequest: AbortController | undefined

document.addEventListener('click', event => {
  const link = findClickedLink(event, 'a.option-value')
  if (!link) return
  event.preventDefault()
  showVariant(link.href, link)
})

document.addEventListener('change', ({ target }) => {
  const form = target instanceof HTMLSelectElement ? target.form : null
  if (!(form?.matches('.option-list') && target instanceof Element)) return
  const url = new URL(form.action)
  for (const [name, value] of new FormData(form)) url.searchParams.set(name, String(value))
  showVariant(url.href, target)
})

if (document.querySelector(controlSelector))
  addEventListener('popstate', () => {
    if (location.pathname + location.search !== shownUrl) void showPage(location.href)
  })

function showVariant(url: string, control: Element) {
  const index = [...document.querySelectorAll(controlSelector)].indexOf(control)
  void showPage(url, () => {
    history.pushState(null, '', url)
    document.querySelectorAll<HTMLElement>(controlSelector)[index]?.focus()
    announceVariant()
  })
}

async function showPage(url: string, onShown?: () => void) {
  pendingRequest?.abort()
  const request = new AbortController()
  pendingRequest = request
  try {
    const reply = await fetch(url, { signal: request.signal })
    if (!reply.ok) throw new Error(String(reply.status))
    const page = await parsePage(reply)
    if (request.signal.aborted) return
    const quantity = findQuantity()?.value
    for (const part of document.querySelectorAll<HTMLElement>('[data-part]'))
      replacePart(page, part)
    const input = findQuantity()
    if (input && quantity) input.value = quantity
    updateStickyAddToCart()
    onShown?.()
    shownUrl = location.pathname + location.search
  } catch {
    if (!request.signal.aborted) location.assign(url)
  }
}

const findQuantity = () =>
  document.querySelector<HTMLInputElement>('.product-details .add-to-cart [name=quantity]')

function replacePart(page: Document, part: HTMLElement) {
  const next = page.querySelector(`[data-part="${part.dataset['part']}"]`)
  if (next && !part.isEqualNode(next)) part.replaceWith(next)
}

/** Screen readers read the price and the stock of the variant. */
function announceVariant() {
  const texts = ['.price', '.stock'].map(
    selector => document.querySelector(`.product-buy ${selector}`)?.textContent ?? '',
  )
  announce(texts.join(' '))
}
