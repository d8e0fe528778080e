import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isEuCountry } from '#contract/lib/country/eu-countries.ts'
import type { StoreDetail } from '#contract/store/store.ts'
import { taxApi } from '#contract/store/tax.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'

/** Sales a year to private customers in other EU countries, in cents: EU directive 2006/112, art. 59c. */
const threshold = 1_000_000
const warnedFrom = 800_000

/** Warns a store with the rates of its own country before those of its customers apply. */
export function EuThresholdAlert({ store }: { store: StoreDetail }) {
  const { t } = useTranslation()
  const { money } = useFormatters()
  const isConcerned =
    store.currency === 'EUR' &&
    store.euTaxRule === 'home' &&
    isEuCountry(store.address.country ?? '')
  const { data: sales } = useQuery({
    ...queryOptionsFor(taxApi.getEuSales, {}),
    enabled: isConcerned,
  })
  if (!isConcerned || !sales || sales.total < warnedFrom) return null
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} />}
      title={t(sales.total < threshold ? 'tax.nearThreshold' : 'tax.aboveThreshold')}
    >
      {t('tax.thresholdText', {
        amount: money(sales.total, 'EUR'),
        threshold: money(threshold, 'EUR'),
      })}
    </Alert>
  )
}
