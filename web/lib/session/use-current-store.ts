import { useQuery } from '@tanstack/react-query'
import { businessApi } from '#contract/business.ts'
import { queryOptionsFor } from '../call/api.ts'
import { useBusinessId } from './session.ts'

/** The store this tab works in, once it is known: its currency, time zone, name and address. */
export function useCurrentStore() {
  const id = useBusinessId()
  // The same read as the frame's switcher, so that it is made once.
  const stores = useQuery({
    ...queryOptionsFor(businessApi.list, { query: { perPage: 100, sort: 'name' } }),
    enabled: id !== undefined,
    staleTime: 60_000,
  })
  return stores.data?.items.find(({ _id }) => _id === id)
}

/** The currency amounts are in while a page waits for the store. */
export const useCurrency = () => useCurrentStore()?.currency ?? 'USD'
