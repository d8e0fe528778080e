import { type RefObject, useEffect } from 'react'
import { isInputFocused, normalizeKey } from '../lib/navigation/shortcut.ts'
import { getLayout } from '../lib/preference/layout.ts'

const steps: Record<string, number | undefined> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/**
 * Moves the focus between the links of a list of tasks with J and K or arrows. Space clicks the
 * checkbox of the focused task, and the focus moves to the next one, because a completed task leaves
 * the list.
 */
export function useTaskKeys(rows: RefObject<HTMLElement | null>) {
  useEffect(
    function listenForTaskKeys() {
      const handleKey = (event: KeyboardEvent) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
        if (!rows.current || isInputFocused(event.target)) return
        if (moveFocus(rows.current, event)) event.preventDefault()
      }
      window.addEventListener('keydown', handleKey)
      return () => window.removeEventListener('keydown', handleKey)
    },
    [rows],
  )
}

/** Returns whether the key has moved the focus or completed a task. */
function moveFocus(rows: HTMLElement, event: KeyboardEvent): boolean {
  const links = [...rows.querySelectorAll<HTMLElement>('[data-task-link]')]
  const index = links.findIndex(link => link === document.activeElement)
  if (event.key === ' ' && index !== -1) {
    const row = links[index]?.closest('li')
    const next = links[index + 1] ?? links[index - 1]
    row?.querySelector<HTMLElement>('[role=checkbox]')?.click()
    next?.focus()
    return true
  }
  const isArrow = event.key.startsWith('Arrow')
  // Letters work everywhere on the page, unless the user has turned such shortcuts off.
  if (isArrow ? index === -1 : !getLayout().shortcuts) return false
  const step = steps[isArrow ? event.key : normalizeKey(event)]
  if (step === undefined) return false
  const target = index === -1 ? links[0] : links[index + step]
  target?.focus()
  return target !== undefined
}
