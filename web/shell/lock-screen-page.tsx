import { useEffect } from 'react'
import { lockScreen } from '../lib/session/session.ts'

/** Locks the screen for whoever opens this address; unlocking leads on to the dashboard. */
export function LockScreenPage() {
  useEffect(function lockOnMount() {
    lockScreen()
  }, [])
  return null
}
