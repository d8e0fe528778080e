import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { conversationApi } from '#contract/desk/conversation.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { callApi } from '../lib/call/call-api.ts'

const saveDelayMs = 800
export type DraftState = 'saving' | 'saved' | 'failed' | undefined

/**
 * Saves the unsent reply while the user types, and when the page closes. `stop` waits for the last
 * save, so that it cannot write the draft of a reply that is sent.
 */
export function useDraft(id: string) {
  const client = useQueryClient()
  const [state, setState] = useState<DraftState>()
  const waiting = useRef<{ text: string; timer: number }>(undefined)
  const lastSave = useRef(Promise.resolve())

  function takeWaitingText(): string | undefined {
    const text = waiting.current?.text
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
    return text
  }
  async function save(text: string) {
    try {
      await callApi(conversationApi.saveDraft, { params: { id }, body: { text } })
      const { queryKey } = queryOptionsFor(conversationApi.get, { params: { id } })
      client.setQueryData(queryKey, current => current && { ...current, draft: text })
      void client.invalidateQueries({ queryKey: ['conversation', 'counts'] })
      setState(text.trim() === '' ? undefined : 'saved')
    } catch {
      setState('failed')
    }
  }
  function saveWaitingText() {
    const text = takeWaitingText()
    if (text !== undefined) lastSave.current = lastSave.current.then(() => save(text))
  }
  function saveSoon(text: string) {
    takeWaitingText()
    setState('saving')
    waiting.current = { text, timer: window.setTimeout(saveWaitingText, saveDelayMs) }
  }
  function stop(): Promise<void> {
    takeWaitingText()
    setState(undefined)
    return lastSave.current
  }
  const saveOnClose = useRef(saveWaitingText)
  saveOnClose.current = saveWaitingText
  useEffect(() => () => saveOnClose.current(), [])
  return { state, saveSoon, stop }
}
