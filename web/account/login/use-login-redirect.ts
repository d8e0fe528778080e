import { useSearchParams } from 'react-router'
import { useSession } from '../../lib/session/session.ts'

/**
 * Returns the path to open after the login: the page before it if it is on this site, or the
 * dashboard. After a password reset, the review of API keys and webhooks comes first.
 */
export function useLoginRedirect() {
  const [params] = useSearchParams()
  const next = params.get('next') ?? ''
  const needsReview = useSession()?.needsCredentialReview
  const path =
    /^\/(?![/\\])/.test(next) && !/^\/(login|two-steps|register)\b/.test(next) ? next : '/dashboard'
  return needsReview && /^\/(apps|dashboard)/.test(path) ? '/apps/account' : path
}
