import { useEffect } from 'react'
import { lockScreen } from '../../lib/session/session.ts'

/** Locks the screen when the URL is opened. */
export function LockScreenPage() {
  useEffect(function lockOnMount() {
    lockScreen()
  }, [])
  return null
}
