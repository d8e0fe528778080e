import { useQuery } from '@tanstack/react-query'
import { businessApi } from '#contract/business.ts'
import { queryOptionsFor } from '../call/api.ts'
import { useBusinessId } from './session.ts'

/** Returns the store of this tab, or undefined while it loads. */
export function useCurrentStore() {
  const id = useBusinessId()
  // The same query as the store switcher, so that both share one request.
  const stores = useQuery({
    ...queryOptionsFor(businessApi.list, { query: { perPage: 100, sort: 'name' } }),
    enabled: id !== undefined,
    staleTime: 60_000,
  })
  return stores.data?.items.find(({ _id }) => _id === id)
}

/** Returns the currency of the store, or USD while the store loads. */
export const useCurrency = () => useCurrentStore()?.currency ?? 'USD'
