import { announce } from './announce.ts'
import { readFields } from './send-cart-form.ts'

// Shows delivery methods and the total for the address without loading the page again.
const parts = ['.checkout-choices', '.checkout-summary']
/** The entries that change the choices or the total. */
const pricedNames = ['country', 'region', 'postalCode', 'shipping']
let pendingRequest: AbortController | undefined

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
  const form = target.form
  if (form?.matches('.checkout-form') && pricedNames.includes(target.name)) void updateTotal(form)
})

async function updateTotal(form: HTMLFormElement) {
  const button = form.querySelector<HTMLButtonElement>('.checkout-update')
  const summary = form.querySelector('.checkout-summary')
  pendingRequest?.abort()
  const request = new AbortController()
  pendingRequest = request
  summary?.setAttribute('aria-busy', 'true')
  try {
    const body = readFields(form, button)
    const reply = await fetch(form.action, { method: 'POST', body, signal: request.signal })
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
    if (!page.querySelector('.checkout-form')) throw new Error('The reply is not the checkout.')
    if (!request.signal.aborted) showParts(page)
  } catch {
    if (!request.signal.aborted) location.reload()
  }
}

function showParts(page: Document) {
  const focused = document.activeElement
  const radio =
    focused instanceof HTMLInputElement && focused.type === 'radio' ? focused.value : undefined
  for (const selector of parts) {
    const next = page.querySelector(selector)
    if (next) document.querySelector(selector)?.replaceWith(next)
  }
  if (radio) document.querySelector<HTMLElement>(`.checkout-choices [value="${radio}"]`)?.focus()
  announce(document.querySelector('.amount-total')?.textContent ?? '')
}
