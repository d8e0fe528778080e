import { useQuery } from '@tanstack/react-query'
import { storeApi } from '#contract/store/store.ts'
import { queryOptionsFor } from '../call/api.ts'
import { useStoreId } from './session.ts'

/** The stores of the user. The store switcher has the same query, so that both share one request. */
export const currentStoresOptions = () => ({
  ...queryOptionsFor(storeApi.list, { query: { perPage: 100, sort: 'name' } }),
  staleTime: 60_000,
})

/** Returns the store of this tab, or undefined while it loads. */
export function useCurrentStore() {
  const id = useStoreId()
  const stores = useQuery({ ...currentStoresOptions(), enabled: id !== undefined })
  return stores.data?.items.find(({ _id }) => _id === id)
}

/** Returns the currency of the store, or USD while the store loads. */
export const useCurrency = () => useCurrentStore()?.currency ?? 'USD'
/** Returns the unit of weight of the store, or kilograms while the store loads. */
export const useWeightUnit = () => useCurrentStore()?.weightUnit ?? 'kg'
