import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { accountApi } from '#contract/account.ts'
import { callApi } from '../call/call-api.ts'
import { endSession } from './session.ts'

/** Leaves, and takes along what this page had read for the person. */
export function useLogOut() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    // The keys go whatever the server says: somebody who leaves a shared computer must be out.
    await callApi(accountApi.logout, {}).catch(() => undefined)
    endSession({ isByUser: true })
    client.clear()
    await navigate('/login')
  }
}
