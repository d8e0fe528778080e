import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Chat, chatApi } from '#contract/desk/chat.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { fetchEnvelope } from '../../lib/call/call-api.ts'
import { createRandomId } from '../../lib/random-id.ts'

/** A message that the server has not confirmed. */
export type PendingMessage = {
  key: string
  text: string
  mentions: string[]
  isFailed: boolean
}

/**
 * Sends the messages of a chat one after the other. Each is shown at once, and stays marked if it fails. Another
 * attempt has the same key, so that a message whose response was lost is not sent twice.
 */
export function useChatSending(id: string) {
  const client = useQueryClient()
  const [pending, setPending] = useState<PendingMessage[]>([])
  const lastSend = useRef(Promise.resolve())

  const setFailed = (key: string, isFailed: boolean) =>
    setPending(current => current.map(item => (item.key === key ? { ...item, isFailed } : item)))
  async function sendNow({ key, text, mentions }: PendingMessage) {
    try {
      const args = { params: { id }, body: { text, mentions } }
      const headers = { 'idempotency-key': key }
      const { data } = await fetchEnvelope<Chat>(chatApi.send, args, { headers })
      client.setQueryData(queryOptionsFor(chatApi.get, { params: { id } }).queryKey, data)
      setPending(current => current.filter(item => item.key !== key))
      void client.invalidateQueries({ queryKey: ['chat', 'list'] })
      void client.invalidateQueries({ queryKey: ['conversation'] })
    } catch {
      setFailed(key, true)
    }
  }
  function enqueue(message: PendingMessage) {
    lastSend.current = lastSend.current.then(() => sendNow(message))
  }
  return {
    pending,
    send(text: string, mentions: string[]) {
      const message = { key: createRandomId(), text, mentions, isFailed: false }
      setPending(current => [...current, message])
      enqueue(message)
    },
    retry(message: PendingMessage) {
      setFailed(message.key, false)
      enqueue(message)
    },
  }
}
