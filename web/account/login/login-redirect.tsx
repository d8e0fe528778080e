import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { storeLinkToken } from './use-link-token.ts'

/** A link counts together with a login: whoever opens one of an account that somebody else made must not confirm it for them. */
export function LoginRedirect({ page, token }: { page: string; token: string }) {
  useEffect(
    function storeTokenForLogin() {
      storeLinkToken(page, token)
    },
    [page, token],
  )
  return <Navigate to={`/login?next=${page}`} replace />
}
