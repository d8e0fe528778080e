import { announce } from './announce.ts'
import { readFields, sendCartForm } from './send-cart-form.ts'

// Changes the cart without loading its page again. Replies replace the content of the page.
/** The form that creates a link opens another page. */
const cartForms = '.cart-page form[action$="/cart"]'
const changeDelayMs = 400
let timer: ReturnType<typeof setTimeout> | undefined
let submitChange: (() => void) | undefined
let lastReply: Promise<unknown> = Promise.resolve()
let unansweredCount = 0

document.addEventListener('submit', event => {
  const form = event.target
  if (!(form instanceof HTMLFormElement && form.matches(cartForms))) return
  event.preventDefault()
  const fields = readFields(form, event.submitter)
  sendNow()
  enqueue(form, fields)
})

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return
  const form = target.form
  const button = form?.querySelector<HTMLButtonElement>('.cart-update')
  if (!form || !button || !form.reportValidity()) return
  sendNow()
  const fields = readFields(form, button)
  submitChange = () => enqueue(form, fields)
  // A click that takes the focus from the field reaches its button before the page changes.
  timer = setTimeout(sendNow, changeDelayMs)
})

/** Sends a quantity that waits for further changes. */
function sendNow() {
  clearTimeout(timer)
  const submit = submitChange
  submitChange = undefined
  submit?.()
}

/** Forms are sent in their order, and only the last reply is shown. */
function enqueue(form: HTMLFormElement, fields: URLSearchParams) {
  unansweredCount++
  lastReply = lastReply.then(async () => {
    try {
      const cart = await sendCartForm(form.action, fields)
      unansweredCount--
      if (unansweredCount === 0) showCart(cart, form.dataset['saved'])
    } catch {
      location.reload()
    }
  })
}

function showCart(cart: Element, savedText: string | undefined) {
  const focused = document.activeElement
  const hadFocus = focused?.closest('.cart-page')
  const isError = cart.querySelector('.form-error, .field-error') !== null
  document.querySelector('.cart-page')?.replaceWith(cart)
  const next = hadFocus && (findSame(focused) ?? document.querySelector<HTMLElement>('main'))
  if (next) next.focus({ preventScroll: true })
  const selectors = isError
    ? ['.form-error', '.field-error']
    : ['.cart-change', '.cart-subtotal', '.cart-empty']
  const texts = selectors.flatMap(selector =>
    [...cart.querySelectorAll(selector)].map(({ textContent }) => textContent),
  )
  announce(isError || !savedText ? texts.join(' ') : savedText)
}

const findSame = (element: Element | null | undefined) =>
  element?.id ? document.getElementById(element.id) : null
