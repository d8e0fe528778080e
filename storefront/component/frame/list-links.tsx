import type { StorefrontListQuery } from '#contract/storefront/storefront.ts'

/** The part of a list that is the same in all its links and forms. */
export type ListPlace = { path: string; term?: string | undefined }

/** The parameters of a list in its URL, in a fixed order. */
function listParameters(
  { term }: ListPlace,
  query: Partial<StorefrontListQuery>,
): [string, string][] {
  const entries = Object.entries({ q: term, ...query }).flatMap(([key, value]) =>
    [value ?? []].flat().map((entry): [string, string] => [key, String(entry)]),
  )
  return entries.filter(([key, value]) => !(key === 'page' && value === '1'))
}

export function getListHref(place: ListPlace, query: Partial<StorefrontListQuery>): string {
  const parameters = new URLSearchParams(listParameters(place, query)).toString()
  return parameters ? `${place.path}?${parameters}` : place.path
}

/** Keeps the other parameters of a list when a form of it is sent. */
export function HiddenParameters({
  place,
  query,
}: {
  place: ListPlace
  query: Partial<StorefrontListQuery>
}) {
  return listParameters(place, query).map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ))
}
