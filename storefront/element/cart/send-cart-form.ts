import { parsePage } from '../load-styles.ts'
import { showCartCount } from './cart-count.ts'

/** Sends a form of the cart and returns the content of the page of the cart that follows. */
export const sendCartForm = (action: string, body: URLSearchParams): Promise<HTMLElement> =>
  fetchCart(action, { method: 'POST', body })

/**
 * Returns the content of the page of the cart.
 * @throws if the reply is another page, such as that of a preview
 */
export async function fetchCart(url: string, init: RequestInit = {}): Promise<HTMLElement> {
  const send = () => fetch(url, { ...init, headers: { 'x-content-only': 'cart' } })
  // Tabs take turns, so that two first products are not added to two carts. Only pages with https
  // have locks.
  const reply = await ('locks' in navigator ? navigator.locks.request('cart', send) : send())
  const page = await parsePage(reply)
  const cart = page.querySelector<HTMLElement>('.cart-page')
  if (!cart) throw new Error('The reply is not the cart.')
  showCartCount()
  return cart
}

export const readFields = (form: HTMLFormElement, submitter: HTMLElement | null) => {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') fields.append(name, value)
  if (submitter instanceof HTMLButtonElement && submitter.name)
    fields.set(submitter.name, submitter.value)
  return fields
}
