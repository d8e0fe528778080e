import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { accountApi } from '#contract/account.ts'
import { call } from '../lib/call.ts'
import { chooseBusiness, keepUser } from '../lib/session.ts'

/** Makes a store the one that this tab works in. What was read of the other is forgotten. */
export function useEnterStore() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (id: string) => {
    await navigate('/dashboard')
    chooseBusiness(id)
    keepUser(await call(accountApi.me, {}))
    client.clear()
  }
}
