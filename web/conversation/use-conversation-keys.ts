import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ConversationRow } from '#contract/desk/conversation.ts'
import type { Page } from '#contract/lib/call/api.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { isInputFocused, normalizeKey } from '../lib/navigation/shortcut.ts'
import { getLayout } from '../lib/preference/layout.ts'

type ConversationKey = 'j' | 'k' | 'r' | 'n' | 'e' | 'h' | 'z'
type KeyActions = Partial<Record<ConversationKey, (() => void) | undefined>>

/**
 * Calls the action of a pressed key, unless the user types, has turned single keys off, or the key
 * ends a shortcut such as "G N".
 */
export function useConversationKeys(actions: KeyActions) {
  const current = useRef(actions)
  current.current = actions
  useEffect(function listenForConversationKeys() {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (!getLayout().shortcuts || isInputFocused(event.target)) return
      const action = Object.entries(current.current).find(([key]) => key === normalizeKey(event))
      if (!action?.[1]) return
      event.preventDefault()
      action[1]()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
}

/** Returns the actions of J and K: the next and the previous conversation of the list before this page. */
export function useNeighborKeys(id: string): KeyActions {
  const client = useQueryClient()
  const navigate = useNavigate()
  function open(step: 1 | -1) {
    const lists = client.getQueriesData<Page<ConversationRow>>({
      queryKey: ['conversation', 'list'],
    })
    const rows = lists
      .map(([, page]) => page?.items ?? [])
      .findLast(items => items.some(({ _id }) => _id === id))
    const neighbor = rows?.[rows.findIndex(({ _id }) => _id === id) + step]
    if (neighbor) void navigate(getRecordPath('conversation', neighbor._id))
  }
  return { j: () => open(1), k: () => open(-1) }
}

/** Moves the focus between the links of the rows with J and K. Enter opens the focused one. */
export function useRowKeys() {
  const move = (step: 1 | -1) => {
    const links = [...document.querySelectorAll<HTMLElement>('main tbody a[href]')]
    const index = links.findIndex(link => link.matches(':focus'))
    const target = index === -1 ? links[0] : links[index + step]
    target?.focus()
  }
  useConversationKeys({ j: () => move(1), k: () => move(-1) })
}
