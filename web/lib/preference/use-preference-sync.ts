import { useEffect } from 'react'
import { accountApi } from '#contract/account.ts'
import { callApi } from '../call/call-api.ts'
import { getSessionUser, saveUser, useSession } from '../session/session.ts'
import { onLanguageChange } from './language.ts'
import { onLayoutUpdate } from './layout.ts'
import { getUnsentPreferences, mergePreferences } from './preferences.ts'

const debounceMs = 500

let queue = Promise.resolve()
/** One after the other: of two that are on their way at once the older might be written, or answered, last. */
const enqueueTask = (task: () => Promise<void>) => {
  queue = queue.then(task).catch(() => undefined)
}

/** What cannot be sent just now goes with the next choice or the next visit; nobody wants to hear about it. */
async function sendUnsaved() {
  const change = getUnsentPreferences()
  if (!getSessionUser() || Object.keys(change).length === 0) return
  await mergePreferences(await callApi(accountApi.updatePreferences, { body: change }), change)
}

/** Keeps the choices of how the frame looks with the person, and takes over what they chose on another device. */
export function usePreferenceSync() {
  const personId = useSession()?._id
  useEffect(
    function syncPreferences() {
      if (personId === undefined) return
      let timer: ReturnType<typeof setTimeout> | undefined
      const scheduleSend = () => {
        clearTimeout(timer)
        timer = setTimeout(() => enqueueTask(sendUnsaved), debounceMs)
      }
      const unsubscribers = [
        onLayoutUpdate(scheduleSend),
        onLanguageChange(scheduleSend),
        () => clearTimeout(timer),
      ]
      enqueueTask(async () => {
        const me = await callApi(accountApi.me, {})
        // Rights may have changed since this browser was told.
        saveUser(me)
        await mergePreferences(me.preferences)
        await sendUnsaved()
      })
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe()
      }
    },
    [personId],
  )
}
