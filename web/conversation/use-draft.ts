import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { conversationApi } from '#contract/desk/conversation.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { callApi } from '../lib/call/call-api.ts'
import { ApiError } from '../lib/call/request.ts'

const saveDelayMs = 800
/** After a failure, such as a lost connection. */
const retryDelayMs = 5_000
export type DraftState = 'saving' | 'saved' | 'failed' | undefined

/** Returns whether a later attempt can succeed. */
export const isTemporary = (error: unknown) =>
  error instanceof ApiError && ([0, 429].includes(error.status) || error.status >= 500)

/**
 * Saves the unsent reply while the user types, and when the page closes. `stop` waits for the last
 * save, so that it cannot write the draft of a reply that is sent.
 */
export function useDraft(id: string) {
  const client = useQueryClient()
  const [state, setState] = useState<DraftState>()
  const waiting = useRef<{ text: string; timer: number }>(undefined)
  const lastSave = useRef(Promise.resolve())
  const isStopped = useRef(false)

  function takeWaitingText(): string | undefined {
    const text = waiting.current?.text
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
    return text
  }
  async function save(text: string, { isClosing = false } = {}) {
    try {
      await callApi(
        conversationApi.saveDraft,
        { params: { id }, body: { text } },
        { keepalive: isClosing },
      )
      const { queryKey } = queryOptionsFor(conversationApi.get, { params: { id } })
      client.setQueryData(queryKey, current => current && { ...current, draft: text })
      void client.invalidateQueries({ queryKey: ['conversation', 'counts'] })
      setState(text.trim() === '' ? undefined : 'saved')
    } catch (error) {
      setState('failed')
      if (isStopped.current || !isTemporary(error)) return
      // A newer text is saved in its own time.
      waiting.current ??= { text, timer: window.setTimeout(saveWaitingText, retryDelayMs) }
    }
  }
  function saveWaitingText() {
    const text = takeWaitingText()
    if (text !== undefined) lastSave.current = lastSave.current.then(() => save(text))
  }
  function saveSoon(text: string) {
    takeWaitingText()
    isStopped.current = false
    setState('saving')
    waiting.current = { text, timer: window.setTimeout(saveWaitingText, saveDelayMs) }
  }
  function stop(): Promise<void> {
    takeWaitingText()
    isStopped.current = true
    setState(undefined)
    return lastSave.current
  }
  function saveBeforeClose() {
    const text = takeWaitingText()
    // A browser that closes the page does not wait for an earlier save.
    if (text !== undefined) void save(text, { isClosing: true })
  }
  useCloseHandlers({
    onHide: saveBeforeClose,
    onLeave: () => {
      saveWaitingText()
      isStopped.current = true
    },
  })
  return { state, saveSoon, stop }
}

/** Calls back when the browser hides or closes the page, and when the user opens another page. */
function useCloseHandlers(handlers: { onHide: () => void; onLeave: () => void }) {
  const current = useRef(handlers)
  current.current = handlers
  useEffect(function listenForClose() {
    const handleHide = () => current.current.onHide()
    window.addEventListener('pagehide', handleHide)
    return () => {
      window.removeEventListener('pagehide', handleHide)
      current.current.onLeave()
    }
  }, [])
}
