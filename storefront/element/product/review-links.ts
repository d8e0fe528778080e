import { announce } from '../announce.ts'
import { parsePage } from '../load-styles.ts'
import { findClickedLink } from '../plain-click.ts'

// Shows other reviews of a product without loading the page again.
document.addEventListener('click', event => {
  const link = findClickedLink(event, '.reviews a[href*="#reviews"]')
  if (!link) return
  event.preventDefault()
  void showReviews(link.href)
})

async function showReviews(url: string) {
  try {
    const reply = await fetch(url)
    if (!reply.ok) throw new Error(String(reply.status))
    const page = await parsePage(reply)
    const next = page.querySelector<HTMLElement>('.reviews')
    document.querySelector('.reviews')?.replaceWith(next ?? '')
    next?.scrollIntoView()
    next?.focus()
    announce(next?.querySelector('.reviews-summary')?.textContent ?? '')
  } catch {
    location.assign(url)
  }
}
