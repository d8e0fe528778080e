import { announce } from '../announce.ts'
import { parsePage } from '../load-styles.ts'

// Shows the delivery to another country without loading the page again. The links to other variants
// keep the country.
const parts = '.delivery-result, .option'

document.addEventListener('change', event => {
  const form = event.target instanceof HTMLSelectElement ? event.target.form : null
  if (form?.matches('.delivery-form')) void showDelivery(form, !(event instanceof CustomEvent))
})

/** A country that the shopper chose elsewhere changes the estimate without an announcement. */
async function showDelivery(form: HTMLFormElement, isChosenHere: boolean) {
  const url = new URL(form.action)
  for (const [name, value] of new FormData(form)) url.searchParams.set(name, String(value))
  try {
    const reply = await fetch(url)
    if (!reply.ok) throw new Error(String(reply.status))
    const page = await parsePage(reply)
    const nextParts = page.querySelectorAll(parts)
    document.querySelectorAll(parts).forEach((part, i) => {
      part.replaceWith(nextParts[i] ?? part)
    })
    if (!isChosenHere) return
    url.hash = ''
    history.replaceState(null, '', url)
    announce(document.querySelector('.delivery-result')?.textContent ?? '')
  } catch {
    if (isChosenHere) form.submit()
  }
}
