import { announce } from '../announce.ts'
import { parsePage } from '../load-styles.ts'
import { findClickedLink } from '../plain-click.ts'

// Shows the delivery to another country without loading the page again. The links to other variants
// keep the country.
const resultParts = '.delivery-result, .option'
/** The form replaces a link to it. */
const allParts = '.delivery, .option'

document.addEventListener('click', event => {
  const link = findClickedLink(event, '.delivery-link')
  if (!link) return
  event.preventDefault()
  void openForm(link.href)
})

document.addEventListener('change', event => {
  const form = event.target instanceof HTMLSelectElement ? event.target.form : null
  if (form?.matches('.delivery-form')) void showDelivery(form, !(event instanceof CustomEvent))
})

async function openForm(url: string) {
  try {
    await replaceParts(url, allParts)
    document.querySelector<HTMLElement>('.delivery-form select')?.focus()
  } catch {
    location.assign(url)
  }
}

/** A country that the shopper chose elsewhere changes the estimate without an announcement. */
async function showDelivery(form: HTMLFormElement, isChosenHere: boolean) {
  const url = new URL(form.action)
  for (const [name, value] of new FormData(form)) url.searchParams.set(name, String(value))
  try {
    await replaceParts(url.href, resultParts)
    if (!isChosenHere) return
    url.hash = ''
    history.replaceState(null, '', url)
    announce(document.querySelector('.delivery-result')?.textContent ?? '')
  } catch {
    if (isChosenHere) form.submit()
  }
}

/** Shows the delivery to a country that the shopper chose elsewhere, if the page has a link to the form. */
export async function showDeliveryTo(country: string) {
  const link = document.querySelector<HTMLAnchorElement>('.delivery-link')
  if (!link || link.dataset['country'] === country) return
  const url = new URL(link.href)
  url.searchParams.delete('delivery')
  url.searchParams.set('country', country)
  // Without the reply, the page shows the delivery to the country of the store.
  await replaceParts(url.href, allParts).catch(() => {})
}

/** @throws Error if the page cannot be loaded */
async function replaceParts(url: string, selector: string) {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(String(reply.status))
  const page = await parsePage(reply)
  const nextParts = page.querySelectorAll(selector)
  document.querySelectorAll(selector).forEach((part, i) => {
    part.replaceWith(nextParts[i] ?? part)
  })
}
