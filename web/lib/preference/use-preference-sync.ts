import { useEffect } from 'react'
import { accountApi } from '#contract/account/account.ts'
import { callApi } from '../call/call-api.ts'
import { getSessionUser, saveUser, useSession } from '../session/session.ts'
import { onLanguageChange } from './language.ts'
import { onLayoutUpdate } from './layout.ts'
import { getUnsentPreferences, mergePreferences } from './preferences.ts'

const debounceMs = 500

let queue = Promise.resolve()
/** Runs tasks one after another, so that an older change cannot overwrite a newer one. */
const enqueueTask = (task: () => Promise<void>) => {
  queue = queue.then(task).catch(() => undefined)
}

/** Sends unsent preferences. After an error, the next change or the next visit sends them. */
async function sendPreferences() {
  const change = getUnsentPreferences()
  if (!getSessionUser() || Object.keys(change).length === 0) return
  await mergePreferences(await callApi(accountApi.updatePreferences, { body: change }), change)
}

/** Sends changed preferences to the server, and applies those from other devices. */
export function usePreferenceSync() {
  const personId = useSession()?._id
  useEffect(
    function syncPreferences() {
      if (personId === undefined) return
      let timer: ReturnType<typeof setTimeout> | undefined
      const scheduleSend = () => {
        clearTimeout(timer)
        timer = setTimeout(() => enqueueTask(sendPreferences), debounceMs)
      }
      const unsubscribers = [
        onLayoutUpdate(scheduleSend),
        onLanguageChange(scheduleSend),
        () => clearTimeout(timer),
      ]
      enqueueTask(async () => {
        const me = await callApi(accountApi.me, {})
        // The permissions can have changed since the last visit.
        saveUser(me)
        await mergePreferences(me.preferences)
        await sendPreferences()
      })
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe()
      }
    },
    [personId],
  )
}
