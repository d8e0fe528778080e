import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import css from './page-overlay.module.css'

/**
 * Covers the page, including dialogs and messages. The covered page keeps its state but is hidden
 * from sight, keyboard and screen readers. `title` is the title of the browser tab.
 */
export function PageOverlay({ title, children }: { title: string; children: ReactNode }) {
  const [container] = useState(createContainer)
  useLayoutEffect(
    function coverPage() {
      const previousFocus = document.activeElement
      document.body.append(container)
      document.documentElement.dataset.covered = ''
      container.focus({ preventScroll: true })
      return () => {
        container.remove()
        if (!document.querySelector('[data-overlay]'))
          delete document.documentElement.dataset.covered
        if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true })
      }
    },
    [container],
  )
  useEffect(
    function setTabTitle() {
      // Browsers use the first <title>, so it goes before the title of the page.
      const titleElement = document.createElement('title')
      titleElement.textContent = title
      document.head.prepend(titleElement)
      return () => titleElement.remove()
    },
    [title],
  )
  return createPortal(children, container)
}

function createContainer() {
  const container = document.createElement('div')
  container.className = css.overlay ?? ''
  container.dataset.overlay = ''
  container.tabIndex = -1
  // Keys pressed in the overlay must not reach the shortcuts and dialogs of the covered page.
  container.addEventListener('keydown', event => event.stopPropagation())
  container.addEventListener(
    'focusin',
    ({ target }) =>
      target instanceof Element && target.setAttribute('data-mantine-stop-propagation', 'true'),
  )
  return container
}
