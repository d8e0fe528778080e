import { useEffect } from 'react'
import { useLayout } from '../preference/layout.ts'
import { getIdleMs, lockScreen, recordActivity, useIsLocked } from './session.ts'

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Locks every tab after the chosen time without activity in any of them, also after sleep. */
export function useIdleLock() {
  const { lockAfter } = useLayout()
  const isLocked = useIsLocked()
  useEffect(
    function watchActivity() {
      if (isLocked) return
      // Records activity without a chosen time too. Otherwise the time would count from the login.
      const limitMs = lockAfter === 'never' ? Number.POSITIVE_INFINITY : Number(lockAfter) * 60_000
      let recordedAt = 0
      const lockIfIdle = () => {
        if (getIdleMs() >= limitMs) lockScreen()
      }
      const handleActivity = () => {
        if (Date.now() - recordedAt < 2_000) return
        // Check first: the first activity after a long absence must not prevent the lock.
        lockIfIdle()
        recordedAt = Date.now()
        recordActivity()
      }
      lockIfIdle()
      const timer = setInterval(lockIfIdle, 5_000)
      document.addEventListener('visibilitychange', lockIfIdle)
      for (const activityEvent of activityEvents)
        document.addEventListener(activityEvent, handleActivity, { passive: true, capture: true })
      return () => {
        clearInterval(timer)
        document.removeEventListener('visibilitychange', lockIfIdle)
        for (const activityEvent of activityEvents)
          document.removeEventListener(activityEvent, handleActivity, { capture: true })
      }
    },
    [lockAfter, isLocked],
  )
}
