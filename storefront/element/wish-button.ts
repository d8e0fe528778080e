import { announce } from './announce.ts'
import { readFields } from './cart/send-cart-form.ts'

// Shows which products are in the wish list. A cookie has the last six digits of the product
// ids, because the page is the same for all shoppers.
const getField = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement>(`[name=${name}]`)

function showWishes() {
  const [, ends = ''] = /(?:^|; )__Host-wishes=([\da-f]*)/.exec(document.cookie) ?? []
  const wishes: readonly string[] = ends.match(/.{6}/g) ?? []
  for (const form of document.querySelectorAll<HTMLFormElement>('.wish-button')) {
    const button = form.querySelector('button')
    if (button)
      button.ariaPressed = String(wishes.includes(getField(form, 'product')?.value.slice(-6) ?? ''))
  }
  for (const count of document.querySelectorAll<HTMLElement>('.wish-count')) {
    count.hidden = wishes.length === 0
    count.textContent = wishes.length > 99 ? '99+' : String(wishes.length)
  }
}

document.addEventListener('submit', event => {
  const form = event.target
  if (!(form instanceof HTMLFormElement && form.matches('.wish-button'))) return
  // The theme editor prevents it first.
  if (event.defaultPrevented) return
  event.preventDefault()
  if (form.ariaBusy !== 'true') void toggle(form)
})

async function toggle(form: HTMLFormElement) {
  const intent = form.querySelector('button')?.ariaPressed === 'true' ? 'remove' : 'add'
  const body = readFields(form, null)
  body.set('intent', intent)
  form.ariaBusy = 'true'
  try {
    // The reply is a redirect, whose page is not needed. An error is a page.
    const { type } = await fetch(form.action, { method: 'POST', body, redirect: 'manual' })
    if (type !== 'opaqueredirect') throw new Error(type)
    showWishes()
    announce(document.querySelector<HTMLElement>('.wish-link')?.dataset[intent] ?? '')
  } catch {
    // The reply without scripts explains why.
    const field = getField(form, 'intent')
    if (field) field.value = intent
    form.submit()
  } finally {
    form.ariaBusy = null
  }
}

showWishes()
addEventListener('pageshow', showWishes)
document.addEventListener('visibilitychange', showWishes)
const content = document.querySelector('main')
// Scripts replace products, such as those of a list.
if (content) new MutationObserver(showWishes).observe(content, { childList: true, subtree: true })
