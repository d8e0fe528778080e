import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { storeLinkToken } from '../link/use-link-token.ts'

/**
 * Keeps the token of a link and asks for a login first. Without it, the owner of an email could
 * confirm an account that another person created with that email.
 */
export function LoginRedirect({ page, token }: { page: string; token: string }) {
  useEffect(
    function storeTokenForLogin() {
      storeLinkToken(page, token)
    },
    [page, token],
  )
  return <Navigate to={`/login?next=${page}`} replace />
}
