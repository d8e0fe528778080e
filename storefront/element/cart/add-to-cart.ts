import { announce } from '../announce.ts'
import { showDrawer } from './cart-drawer.ts'
import { readFields, sendCartForm } from './send-cart-form.ts'

// Adds products to the cart without leaving the page. The reply to a form with this class is the
// page of the cart.
document.addEventListener('submit', event => {
  const form = event.target
  if (!(form instanceof HTMLFormElement && form.matches('.add-to-cart'))) return
  if (event.submitter?.getAttribute('name') === 'next') return
  // The theme editor prevents it first.
  if (event.defaultPrevented) return
  event.preventDefault()
  // A double click adds the product once.
  if (form.ariaBusy !== 'true') void add(form, event.submitter)
})

async function add(form: HTMLFormElement, submitter: HTMLElement | null) {
  form.ariaBusy = 'true'
  try {
    const fields = readFields(form, submitter)
    const cart = await sendCartForm(form.action, fields)
    const variant = CSS.escape(fields.get('variant') ?? '')
    const problem = cart.querySelector(`.form-error, [data-variant="${variant}"] .cart-change`)
    form.closest<HTMLDialogElement>('dialog.picker')?.close()
    showDrawer(cart)
    announce(problem?.textContent ?? cart.dataset['added'] ?? '')
  } catch {
    // The reply without scripts explains why.
    form.submit()
  } finally {
    form.ariaBusy = null
  }
}
