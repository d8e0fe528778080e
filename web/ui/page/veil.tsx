import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import css from './veil.module.css'

/**
 * Covers everything else, dialogs and messages included: what is under it keeps its state, but can neither be seen,
 * reached nor read out. `title` is the tab's meanwhile.
 */
export function Veil({ title, children }: { title: string; children: ReactNode }) {
  const [host] = useState(makeHost)
  useLayoutEffect(
    function cover() {
      const before = document.activeElement
      document.body.append(host)
      document.documentElement.dataset.veiled = ''
      host.focus({ preventScroll: true })
      return () => {
        host.remove()
        if (!document.querySelector('[data-veil]')) delete document.documentElement.dataset.veiled
        if (before instanceof HTMLElement) before.focus({ preventScroll: true })
      }
    },
    [host],
  )
  useEffect(
    function nameTab() {
      // In front of the page's own: of several the first counts.
      const name = document.createElement('title')
      name.textContent = title
      document.head.prepend(name)
      return () => name.remove()
    },
    [title],
  )
  return createPortal(children, host)
}

function makeHost() {
  const host = document.createElement('div')
  host.className = css.veil ?? ''
  host.dataset.veil = ''
  host.tabIndex = -1
  // Keys pressed up here are not for the shortcuts and dialogs below.
  host.addEventListener('keydown', event => event.stopPropagation())
  host.addEventListener(
    'focusin',
    ({ target }) =>
      target instanceof Element && target.setAttribute('data-mantine-stop-propagation', 'true'),
  )
  return host
}
