import { showCountry } from '../country-choice.ts'
import { loadStyles } from '../load-styles.ts'
import { closeAfterPaint } from '../next-paint.ts'
import { findClickedLink } from '../plain-click.ts'
import { fetchCart } from './send-cart-form.ts'

// Shows the cart beside the page. Without it, the link in the header leads to the page of the cart.
let drawer: HTMLDialogElement | undefined

/** Shows the cart, or its outline until it is loaded. On the page of the cart there is no drawer. */
export function showDrawer(cart?: HTMLElement) {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog:modal'))
    if (dialog !== drawer) dialog.close()
  const page = document.querySelector('main .cart-page')
  if (page && cart) page.replaceWith(cart)
  else openDrawer(cart)
  cart?.querySelector('h1')?.focus()
  showCountry()
}

function openDrawer(cart: HTMLElement | undefined) {
  drawer ??= createDrawer()
  drawer.ariaBusy = cart ? null : 'true'
  drawer.querySelector('.cart-page')?.remove()
  if (cart) drawer.prepend(cart)
  if (!drawer.open) drawer.showModal()
}

function createDrawer(): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  dialog.className = 'cart-drawer'
  dialog.ariaLabel = document.querySelector('.cart-link .visually-hidden')?.textContent ?? ''
  // The focus is not on the first button, which closes the drawer.
  dialog.autofocus = true
  dialog.tabIndex = -1
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) closeAfterPaint(dialog)
  })
  dialog.addEventListener('submit', event => {
    if (!(event.target instanceof HTMLFormElement && event.target.method === 'dialog')) return
    event.preventDefault()
    closeAfterPaint(dialog)
  })
  document.body.append(dialog)
  return dialog
}

document.addEventListener('click', event => {
  const link = findClickedLink(event, '.cart-link')
  if (!link || event.defaultPrevented || document.querySelector('main .cart-page')) return
  event.preventDefault()
  void loadStyles().then(() => showDrawer())
  fetchCart(link.href).then(
    cart => {
      if (drawer?.open) showDrawer(cart)
    },
    () => location.assign(link.href),
  )
})

// The browser can show the page again after the shopper has left it from the drawer.
addEventListener('pagehide', () => drawer?.close())
