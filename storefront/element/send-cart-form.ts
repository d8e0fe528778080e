import { showCartCount } from './cart-count.ts'

/**
 * Sends a form of the cart and returns the page of the cart that follows.
 * @throws if the reply is another page, such as that of a preview
 */
export async function sendCartForm(action: string, body: URLSearchParams): Promise<Element> {
  const send = async () => (await fetch(action, { method: 'POST', body })).text()
  // Tabs take turns, so that two first products are not added to two carts. Only pages with https
  // have locks.
  const html = await ('locks' in navigator ? navigator.locks.request('cart', send) : send())
  const page = new DOMParser().parseFromString(html, 'text/html').querySelector('.cart-page')
  if (!page) throw new Error('The reply is not the cart.')
  showCartCount()
  return page
}

export const readFields = (form: HTMLFormElement, submitter: HTMLElement | null) => {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') fields.append(name, value)
  if (submitter instanceof HTMLButtonElement && submitter.name)
    fields.set(submitter.name, submitter.value)
  return fields
}
