import { announce } from '../announce.ts'
import { readFields, sendCartForm } from './send-cart-form.ts'

// Changes the cart without loading its page again, on its page and in the drawer. Replies replace the
// content.
/** The form that creates a link opens another page. */
const cartForms = '.cart-page form[action$="/cart"]'
const changeDelayMs = 400
const steps: Partial<Record<string, number>> = { increase: 1, decrease: -1 }
let timer: ReturnType<typeof setTimeout> | undefined
let changedForm: HTMLFormElement | undefined
let submitChange: (() => void) | undefined
let lastReply: Promise<unknown> = Promise.resolve()
let unansweredCount = 0

document.addEventListener('submit', event => {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement && form.matches(cartForms))) return
  const { value = '' } = submitter instanceof HTMLButtonElement ? submitter : {}
  if (value === 'checkout') return
  event.preventDefault()
  const step = steps[value]
  const field = form.querySelector<HTMLInputElement>('[name=quantity]')
  if (step && field) {
    field.value = String(Math.max(0, Number(field.value) + step))
    sendSoon(form)
  } else {
    const fields = readFields(form, submitter)
    // The Enter key sends what its field has changed.
    if (form === changedForm) submitChange = undefined
    sendNow()
    enqueue(form, fields)
  }
})

// Quantities, the note and the destination are saved by themselves.
document.addEventListener('change', event => {
  const { target } = event
  const form = target instanceof Element ? target.closest<HTMLFormElement>(cartForms) : null
  if (form) sendSoon(form, !(event instanceof CustomEvent))
})

/** A click that takes the focus from a field reaches its button before the content changes. */
function sendSoon(form: HTMLFormElement, isChosenHere = true) {
  const button = form.querySelector<HTMLButtonElement>('.cart-update')
  if (!button) return
  const fields = readFields(form, button)
  if (form !== changedForm) sendNow()
  clearTimeout(timer)
  changedForm = form
  submitChange = () => enqueue(form, fields, isChosenHere)
  timer = setTimeout(sendNow, changeDelayMs)
}

/** Sends a change that waits for further ones. */
function sendNow() {
  clearTimeout(timer)
  const submit = submitChange
  submitChange = undefined
  submit?.()
}

/**
 * Forms are sent in their order, and only the last reply is shown. The failure of a change that the
 * shopper made elsewhere opens no page, which would send the change again.
 */
function enqueue(form: HTMLFormElement, fields: URLSearchParams, isChosenHere = true) {
  unansweredCount++
  lastReply = lastReply.then(async () => {
    try {
      const cart = await sendCartForm(form.action, fields)
      unansweredCount--
      if (unansweredCount === 0 && !submitChange) showCart(cart, form.dataset['saved'])
    } catch {
      if (isChosenHere) location.assign(form.action)
      else unansweredCount--
    }
  })
}

function showCart(cart: HTMLElement, savedText: string | undefined) {
  const current = document.querySelector('.cart-page')
  if (!current) return
  const { activeElement } = document
  const focusedElement = current.contains(activeElement) ? activeElement : null
  keepOpenDetails(current, cart)
  current.replaceWith(cart)
  if (focusedElement) moveFocus(focusedElement, cart)
  const isError = cart.querySelector('.form-error, .field-error') !== null
  const selectors = isError
    ? ['.form-error', '.field-error']
    : ['.cart-removed span', '.cart-change', '.cart-subtotal', '.cart-empty p']
  const texts = selectors.flatMap(selector =>
    [...cart.querySelectorAll(selector)].map(({ textContent }) => textContent),
  )
  announce(isError || !savedText ? texts.join(' ') : savedText)
}

function keepOpenDetails(current: Element, cart: Element) {
  const nextDetails = cart.querySelectorAll('details')
  for (const [index, { open }] of current.querySelectorAll('details').entries()) {
    const next = nextDetails[index]
    if (next && open) next.open = true
  }
}

/** The focus stays on the same field or button, with what the shopper typed there since the request. */
function moveFocus(focusedElement: Element, cart: Element) {
  const same = focusedElement.id ? document.getElementById(focusedElement.id) : null
  const next =
    same ?? cart.querySelector<HTMLElement>('.cart-removed button') ?? cart.querySelector('h1')
  next?.focus({ preventScroll: true })
  if (isText(same) && isText(focusedElement)) same.value = focusedElement.value
}

const isText = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && element.type === 'text')
