import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { accountApi } from '#contract/account.ts'
import { callApi } from '../lib/call/call-api.ts'
import { saveUser, setBusinessId } from '../lib/session/session.ts'

/** Makes a store the one that this tab works in. What was read of the other is forgotten, and read anew where it is shown. */
export function useEnterStore() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (id: string) => {
    await navigate('/dashboard')
    setBusinessId(id)
    client.removeQueries({ type: 'inactive' })
    // Emptying the cache instead would leave what is on the screen waiting for ever.
    const refetch = client.resetQueries()
    // Rights differ from store to store; until they are known the old ones only decide what is drawn.
    saveUser(await callApi(accountApi.me, {}))
    await refetch
  }
}
