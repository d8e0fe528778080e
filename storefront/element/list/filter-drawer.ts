import { loadStyles } from '../load-styles.ts'
import { closeAfterPaint, nextPaint } from '../next-paint.ts'

const wideScreen = matchMedia('(min-width: 60em)')

/**
 * Opens the filters of a list in a dialog at the edge of a narrow screen. They act at once, so that
 * its button only closes it. Returns false on wide screens, which show the filters beside the list.
 */
export function openFilters(summary: Element): boolean {
  const details = summary.closest<HTMLElement>('.filters')
  if (!details || wideScreen.matches) return false
  // Waits for a paint, so that slow phones show the pressed button first. Opening a dialog restyles
  // the whole page.
  void loadStyles()
    .then(nextPaint)
    .then(() => showDrawer(details))
  return true
}

function showDrawer(details: HTMLElement) {
  const form = details.querySelector<HTMLFormElement>('.filter-form')
  if (!form) return
  const dialog = document.createElement('dialog')
  const title = document.createElement('h2')
  const close = document.createElement('button')
  dialog.className = 'drawer'
  title.textContent = form.ariaLabel
  close.type = 'button'
  close.className = 'drawer-close'
  close.ariaLabel = details.dataset['close'] ?? ''
  close.textContent = '×'
  dialog.ariaLabel = form.ariaLabel
  dialog.append(title, close, form)
  dialog.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (target === dialog || button) closeAfterPaint(dialog)
  })
  dialog.addEventListener('close', () => {
    details.append(form)
    dialog.remove()
    document.querySelector<HTMLElement>('.filters > summary')?.focus()
  })
  document.querySelector('.list')?.append(dialog)
  dialog.showModal()
}
