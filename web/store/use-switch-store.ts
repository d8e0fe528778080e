import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { accountApi } from '#contract/account/account.ts'
import { callApi } from '../lib/call/call-api.ts'
import { saveUser, setStoreId } from '../lib/session/session.ts'

/** Returns a function that switches this tab to another store and reloads the displayed data. */
export function useSwitchStore() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (id: string) => {
    await navigate('/dashboard')
    setStoreId(id)
    client.removeQueries({ type: 'inactive' })
    // `client.clear()` would leave mounted queries pending forever.
    const refetch = client.resetQueries()
    // Permissions differ between stores. Until they load, the old ones only affect what is
    // displayed.
    saveUser(await callApi(accountApi.me, {}))
    await refetch
  }
}
