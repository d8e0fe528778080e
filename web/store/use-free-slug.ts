import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { maxSlugLength, slugify } from '#contract/lib/text/slug.ts'
import type {
  categorySlugApi,
  pageSlugApi,
  postSlugApi,
  productSlugApi,
} from '#contract/store/free-slug.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'

type FreeSlugRoute = (
  | typeof productSlugApi
  | typeof categorySlugApi
  | typeof pageSlugApi
  | typeof postSlugApi
)['getFreeSlug']

/**
 * Returns the slug that a new record with the name receives: another one if a record has it already.
 * Until the server has replied, it is the slug of the name.
 */
export function useFreeSlug(route: FreeSlugRoute, name: string, isNew: boolean): string {
  const locale = useCurrentStore()?.locale
  const [settledName] = useDebouncedValue(name.trim(), 250)
  const isSettled = isNew && settledName === name.trim() && settledName !== ''
  const freeSlug = useQuery({
    ...queryOptionsFor(route, { query: { name: settledName } }),
    enabled: isSettled,
    staleTime: 0,
  })
  const slug = isSettled && !freeSlug.isFetching ? freeSlug.data?.slug : undefined
  return slug ?? slugify(name, maxSlugLength, locale)
}
