import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { accountApi } from '#contract/account/account.ts'
import { callApi } from '../call/call-api.ts'
import { clearSession } from './session.ts'

/** Returns a function that logs the user out and clears the cached data. */
export function useLogOut() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    // Remove the tokens even if the call fails: the computer can be shared.
    await callApi(accountApi.logout, {}).catch(() => undefined)
    clearSession({ isByUser: true })
    client.clear()
    await navigate('/login')
  }
}
