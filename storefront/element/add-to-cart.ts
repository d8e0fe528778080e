import { readFields, sendCartForm } from './send-cart-form.ts'

// Adds a product to the cart without leaving its page.
document.addEventListener('submit', event => {
  const form = event.target
  if (!(form instanceof HTMLFormElement && form.matches('.add-to-cart'))) return
  // The theme editor prevents it first.
  if (event.defaultPrevented) return
  event.preventDefault()
  // A double click adds the product once.
  if (form.ariaBusy !== 'true') void add(form)
})

async function add(form: HTMLFormElement) {
  const fields = readFields(form, null)
  form.ariaBusy = 'true'
  try {
    showResult(form, await sendCartForm(form.action, fields), fields.get('variant') ?? '')
  } catch {
    // The reply without scripts explains why.
    form.submit()
  } finally {
    form.ariaBusy = null
  }
}

function showResult(form: HTMLFormElement, cart: Element, variant: string) {
  const result = form.querySelector<HTMLElement>('.cart-result')
  const text = result?.querySelector('span')
  const link = result?.querySelector('a')
  if (!result || !text || !link) return
  const error = cart.querySelector(':scope > .form-error')
  const change = cart.querySelector(`[data-variant="${CSS.escape(variant)}"] .cart-change`)
  text.textContent = (error ?? change)?.textContent ?? result.dataset['added'] ?? ''
  result.classList.toggle('form-error', error !== null)
  link.hidden = false
}
