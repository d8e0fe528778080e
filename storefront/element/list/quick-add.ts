import { parsePage } from '../load-styles.ts'
import { closeAfterPaint } from '../next-paint.ts'
import { findClickedLink } from '../plain-click.ts'

// Chooses a variant of a product in a dialog over its card. The parts come from the product's page.
document.addEventListener('click', event => {
  const link = findClickedLink(event, '.quick-choose')
  if (!link || event.defaultPrevented) return
  event.preventDefault()
  void openPicker(link)
})

async function openPicker(link: HTMLAnchorElement) {
  if (link.ariaBusy === 'true') return
  link.ariaBusy = 'true'
  try {
    const page = await loadPage(link.href)
    showPicker(page, link)
  } catch {
    location.assign(link.href)
  } finally {
    link.ariaBusy = null
  }
}

/** Returns the parts of the page of a product with which shoppers choose and buy. */
async function loadPage(url: string) {
  const page = await parsePage(await fetch(url))
  const title = page.querySelector('.product-details h1')
  const buy = page.querySelector('[data-part="buy"]')
  if (!title || !buy) throw new Error('The page has no product.')
  // The button of the size table needs its id.
  for (const element of buy.querySelectorAll('[id]:not(.size-table, .size-table *)'))
    element.removeAttribute('id')
  return { title, buy, image: page.querySelector('.gallery picture') }
}

function showPicker(
  { title, buy, image }: Awaited<ReturnType<typeof loadPage>>,
  link: HTMLElement,
) {
  const dialog = document.createElement('dialog')
  const close = document.createElement('button')
  const heading = document.createElement('h2')
  const figure = document.createElement('div')
  let currentButton = buy
  dialog.className = 'picker'
  dialog.ariaLabel = title.textContent
  close.type = 'button'
  close.className = 'drawer-close'
  close.ariaLabel = link.dataset['close'] ?? ''
  close.textContent = '×'
  heading.append(...title.childNodes)
  if (image) figure.append(image)
  dialog.append(close, figure, heading, buy)

  /** The links of the variants change this dialog instead of the page below it. */
  async function showVariant(url: string, index: number) {
    const next = await loadPage(url)
    currentButton.replaceWith(next.buy)
    currentButton = next.buy
    if (next.image) figure.replaceChildren(next.image)
    dialog.querySelectorAll<HTMLElement>('.option-value, .option-list select')[index]?.focus()
  }
  const choose = (url: string, control: Element) => {
    const controls = [...dialog.querySelectorAll('.option-value, .option-list select')]
    showVariant(url, controls.indexOf(control)).catch(() => location.assign(url))
  }
  dialog.addEventListener('click', event => {
    const value = findClickedLink(event, '.option-value')
    if (event.target === dialog || event.target === close) closeAfterPaint(dialog)
    if (!value) return
    event.preventDefault()
    event.stopPropagation()
    choose(value.href, value)
  })
  dialog.addEventListener('change', event => {
    const { target } = event
    if (!(target instanceof HTMLSelectElement && target.form?.matches('.option-list'))) return
    event.stopPropagation()
    const url = new URL(target.form.action)
    for (const [name, value] of new FormData(target.form)) url.searchParams.set(name, String(value))
    choose(url.href, target)
  })
  dialog.addEventListener('close', () => dialog.remove())
  document.querySelector('main')?.append(dialog)
  dialog.showModal()
}
