import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import css from './page-overlay.module.css'

/**
 * Covers everything else, dialogs and messages included: what is under it keeps its state, but can neither be seen,
 * reached nor read out. `title` is the tab's meanwhile.
 */
export function PageOverlay({ title, children }: { title: string; children: ReactNode }) {
  const [container] = useState(createContainer)
  useLayoutEffect(
    function coverPage() {
      const previousFocus = document.activeElement
      document.body.append(container)
      document.documentElement.dataset.veiled = ''
      container.focus({ preventScroll: true })
      return () => {
        container.remove()
        if (!document.querySelector('[data-veil]')) delete document.documentElement.dataset.veiled
        if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true })
      }
    },
    [container],
  )
  useEffect(
    function setTabTitle() {
      // In front of the page's own: of several the first counts.
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
  container.className = css.veil ?? ''
  container.dataset.veil = ''
  container.tabIndex = -1
  // Keys pressed up here are not for the shortcuts and dialogs below.
  container.addEventListener('keydown', event => event.stopPropagation())
  container.addEventListener(
    'focusin',
    ({ target }) =>
      target instanceof Element && target.setAttribute('data-mantine-stop-propagation', 'true'),
  )
  return container
}
