import { announce } from './announce.ts'
import { readFields } from './cart/send-cart-form.ts'
import { parsePage } from './load-styles.ts'

// Shows delivery methods and the total for the address without loading the page again.
const parts = ['.checkout-choices', '.checkout-summary', '.checkout-collapsible']
/** The entries that change the choices or the total. */
const pricedNames = [
  'country',
  'region',
  'postalCode',
  'shipping',
  'vatId',
  'code',
  'billingCountry',
  'savedAddress',
]
/** Stored at once, because a reminder is for shoppers who leave. */
const reminderNames = ['remind', 'email']
let lastReply: Promise<unknown> = Promise.resolve()
let unansweredCount = 0
let isSubmitted = false

// The browser would send the form of a page with errors again when the shopper comes back to it.
if (document.querySelector('.checkout-form')) history.replaceState(history.state, '')

document.addEventListener('submit', ({ target }) => {
  if (target instanceof HTMLFormElement && target.matches('.checkout-form')) isSubmitted = true
})
// The back button can show this page again.
addEventListener('pageshow', () => {
  isSubmitted = false
})

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
  const form = target.form
  if (!form?.matches('.checkout-form')) return
  if (target.name === 'savedAddress') clearAddress(form)
  const isReminder =
    reminderNames.includes(target.name) &&
    (target.name === 'remind' || form.querySelector('[name=remind]:checked') !== null)
  if (isReminder || pricedNames.includes(target.name)) updateTotal(form)
})

/** The fields have the address that was chosen before. The choice of another one replaces or keeps them. */
function clearAddress(form: HTMLFormElement) {
  const fields = form.querySelectorAll<HTMLInputElement>('.checkout-address-fields input')
  for (const field of fields) field.value = ''
}

/**
 * Sends the entries after the reply to the earlier ones, so that the server stores the latest ones
 * last. Only the last reply is shown.
 */
function updateTotal(form: HTMLFormElement) {
  unansweredCount++
  form.querySelector('.checkout-summary')?.setAttribute('aria-busy', 'true')
  lastReply = lastReply.then(async () => {
    try {
      const page = await sendEntries(form)
      unansweredCount--
      if (unansweredCount === 0) showParts(page)
    } catch {
      // The cart of an order that is being placed is empty, and a reload would hide the order.
      if (!isSubmitted) location.reload()
    }
  })
}

/** @throws if the reply is another page, such as the cart */
async function sendEntries(form: HTMLFormElement): Promise<Document> {
  const button = form.querySelector<HTMLButtonElement>('.checkout-update')
  const reply = await fetch(form.action, { method: 'POST', body: readFields(form, button) })
  const page = await parsePage(reply)
  if (!page.querySelector('.checkout-form')) throw new Error('The reply is not the checkout.')
  return page
}

function showParts(page: Document) {
  for (const selector of parts) replacePart(page, selector)
  showAddress(page, '.checkout-address')
  showAddress(page, '.checkout-billing-fields')
  showAddress(page, '.checkout-questions')
  announce(document.querySelector('.amount-total')?.textContent ?? '')
}

/** The focus stays on the same field, link or button, with what the shopper typed there. */
function replacePart(page: Document, selector: string) {
  const next = page.querySelector(selector)
  const current = document.querySelector(selector)
  if (!next || !current) return
  const focusedElement = current.contains(document.activeElement) ? document.activeElement : null
  const sameElement =
    focusedElement && next.querySelector<HTMLElement>(createSelector(focusedElement))
  if (sameElement instanceof HTMLInputElement && focusedElement instanceof HTMLInputElement)
    sameElement.value = focusedElement.value
  if (current instanceof HTMLDetailsElement) next.toggleAttribute('open', current.open)
  current.replaceWith(next)
  sameElement?.focus()
}

function createSelector(element: Element): string {
  const names = ['name', 'class', 'href']
  if (element.matches('button, [type=radio]')) names.push('value')
  const attributes = names.map(name => {
    const value = element.getAttribute(name)
    return value === null ? '' : `[${name}="${CSS.escape(value)}"]`
  })
  return element.localName + attributes.join('')
}

/** Shows the fields of another country or delivery, with what the shopper typed since the request. */
function showAddress(page: Document, selector: string) {
  const next = page.querySelector<HTMLElement>(selector)
  const current = document.querySelector<HTMLElement>(selector)
  if (!next || !current || next.dataset['fields'] === current.dataset['fields']) return
  const focusSelector = document.activeElement && createSelector(document.activeElement)
  const isSaved = next.querySelector('[name=savedAddress]:checked:not([value=other])')
  if (!isSaved)
    for (const { name, value } of current.querySelectorAll<HTMLInputElement>(
      'input:not([type=radio])',
    )) {
      const field = next.querySelector<HTMLInputElement>(`input[name="${name}"]`)
      if (field) field.value = value
    }
  const isFocused = current.contains(document.activeElement)
  current.replaceWith(next)
  if (isFocused && focusSelector) next.querySelector<HTMLElement>(focusSelector)?.focus()
}
