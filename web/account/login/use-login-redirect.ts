import { useSearchParams } from 'react-router'

/**
 * Returns the path to open after the login: the page before it if it is on this site, or the
 * dashboard.
 */
export function useLoginRedirect() {
  const [params] = useSearchParams()
  const next = params.get('next') ?? ''
  return /^\/(?![/\\])/.test(next) && !/^\/(login|two-steps|register)\b/.test(next)
    ? next
    : '/dashboard'
}
