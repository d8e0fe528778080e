import { toMinorUnits } from '#contract/lib/money/money.ts'
import type { StorefrontListQuery } from '#contract/storefront/storefront.ts'
import type { StorefrontProductList } from '#contract/storefront/storefront-page.ts'
import { getListHref, type ListPlace } from '../frame/list-links.tsx'
import { useFrame, useMoney, useTexts } from '../frame/page-context.tsx'

export type ValueFilterName = 'vendor' | 'tag' | 'option'
const valueFilterNames = ['option', 'vendor', 'tag'] as const
type Chip = { key: string; label: string; href: string }

/** Links that each remove one filter, and one that removes all. */
export function ActiveFilters({
  list: { query },
  place,
}: {
  list: StorefrontProductList
  place: ListPlace
}) {
  const t = useTexts()
  const chips = useChips(query, place)
  if (chips.length === 0) return null
  return (
    <ul className="chips" aria-label={t('activeFilters')}>
      {chips.map(({ key, label, href }) => (
        <li key={key}>
          <a className="chip" href={href} rel="nofollow">
            <span className="visually-hidden">{t('removeFilter')} </span>
            {label}
            <span aria-hidden="true"> ×</span>
          </a>
        </li>
      ))}
      <li>
        <a href={getListHref(place, { sort: query.sort })}>{t('clearFilters')}</a>
      </li>
    </ul>
  )
}

function useChips(query: StorefrontListQuery, place: ListPlace): Chip[] {
  const t = useTexts()
  const formatMoney = useMoney()
  const { currency } = useFrame().store
  const formatAmount = (amount: number) => formatMoney(toMinorUnits(amount, currency))
  const { priceFrom, priceTo, available } = query
  const createChip = (key: string, label: string, changes: Partial<StorefrontListQuery>): Chip => ({
    key,
    label,
    href: getListHref(place, { ...query, page: 1, ...changes }),
  })
  return [
    ...(priceFrom === undefined
      ? []
      : [
          createChip('from', t('from', { price: formatAmount(priceFrom) }), {
            priceFrom: undefined,
          }),
        ]),
    ...(priceTo === undefined
      ? []
      : [createChip('to', t('upTo', { price: formatAmount(priceTo) }), { priceTo: undefined })]),
    ...(available ? [createChip('available', t('availableOnly'), { available: undefined })] : []),
    ...valueFilterNames.flatMap(name =>
      (query[name] ?? []).map(value =>
        createChip(`${name} ${value}`, name === 'option' ? value.replace(':', ': ') : value, {
          [name]: query[name]?.filter(other => other !== value),
        }),
      ),
    ),
  ]
}

export const countFilters = ({ page: _, sort: __, ...filters }: StorefrontListQuery) =>
  Object.values(filters)
    .flat()
    .filter(value => value !== undefined).length
