import { useSearchParams } from 'react-router'

/** Where a person goes after logging in: back to where they were, and never to another site. */
export function useLoginRedirect() {
  const [params] = useSearchParams()
  const next = params.get('next') ?? ''
  return /^\/(?![/\\])/.test(next) && !/^\/(login|two-steps|register)\b/.test(next)
    ? next
    : '/dashboard'
}
