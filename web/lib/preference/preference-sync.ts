import { useEffect } from 'react'
import { accountApi } from '#contract/account.ts'
import { call } from '../call/call.ts'
import { keepUser, sessionUser, useSession } from '../session/session.ts'
import { onLanguage } from './language.ts'
import { onLayoutChoice } from './layout.ts'
import { mergePreferences, unsentPreferences } from './preferences.ts'

const waitMs = 500

let queue = Promise.resolve()
/** One after the other: of two that are on their way at once the older might be written, or answered, last. */
const inTurn = (work: () => Promise<void>) => {
  queue = queue.then(work).catch(() => undefined)
}

/** What cannot be sent just now goes with the next choice or the next visit; nobody wants to hear about it. */
async function send() {
  const change = unsentPreferences()
  if (!sessionUser() || Object.keys(change).length === 0) return
  await mergePreferences(await call(accountApi.updatePreferences, { body: change }), change)
}

/** Keeps the choices of how the frame looks with the person, and takes over what they chose on another device. */
export function usePreferenceSync() {
  const personId = useSession()?._id
  useEffect(
    function keepInStep() {
      if (personId === undefined) return
      let timer: ReturnType<typeof setTimeout> | undefined
      const sendSoon = () => {
        clearTimeout(timer)
        timer = setTimeout(() => inTurn(send), waitMs)
      }
      const stops = [onLayoutChoice(sendSoon), onLanguage(sendSoon), () => clearTimeout(timer)]
      inTurn(async () => {
        const me = await call(accountApi.me, {})
        // Rights may have changed since this browser was told.
        keepUser(me)
        await mergePreferences(me.preferences)
        await send()
      })
      return () => {
        for (const stop of stops) stop()
      }
    },
    [personId],
  )
}
