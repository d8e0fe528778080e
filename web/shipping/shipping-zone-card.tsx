import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ShippingRate, ShippingZone } from '#contract/store/shipping.ts'
import { useCountryName } from '../lib/country-name.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './shipping.module.css'

/** The most countries that a card names. */
const maxNames = 6

/** A zone with its destinations and rates. */
export function ShippingZoneCard({ zone, onEdit }: { zone: ShippingZone; onEdit: () => void }) {
  const { t } = useTranslation()
  const can = useHasPermission()
  const destinations = useDestinationText(zone)
  return (
    <SectionCard
      title={zone.name}
      hint={destinations}
      flush
      actions={
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t(can('business:write') ? 'shipping.editZone' : 'shipping.viewZone', {
            name: zone.name,
          })}
          onClick={onEdit}
        >
          {t(can('business:write') ? 'shipping.edit' : 'shipping.view')}
        </Button>
      }
    >
      {zone.rates.length === 0 ? (
        <p className={css.noRates}>{t('shipping.noRates')}</p>
      ) : (
        <ul className={css.rates}>
          {zone.rates.map(rate => (
            <RateRow key={rate._id} rate={rate} />
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function RateRow({ rate }: { rate: ShippingRate }) {
  const { t } = useTranslation()
  const { money } = useFormatters()
  const currency = useCurrency()
  const { name, kind, steps, freeFrom, enabled } = rate
  const prices = steps.map(({ price }) => price)
  const formatPrice = (price: number) => (price === 0 ? t('shipping.free') : money(price, currency))
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  return (
    <li className={css.rate}>
      <span className={css.rateName}>
        {name}
        <small>
          {[
            t(`shipping.kind.${kind}`),
            ...(freeFrom === null
              ? []
              : [t('shipping.freeFromNote', { amount: money(freeFrom, currency) })]),
          ].join(' · ')}
        </small>
      </span>
      {!enabled && <StatusBadge tone="neutral" label={t('shipping.off')} />}
      <span className="sw-numbers">
        {lowest === highest
          ? formatPrice(lowest)
          : `${formatPrice(lowest)} – ${formatPrice(highest)}`}
      </span>
    </li>
  )
}

function useDestinationText({ destinations }: ShippingZone): string {
  const { t } = useTranslation()
  const getCountryName = useCountryName()
  if (destinations.length === 0) return t('shipping.restOfWorld')
  const names = destinations
    .slice(0, maxNames)
    .map(({ country, regions, postalCodes }) =>
      [
        getCountryName(country),
        ...(regions.length + postalCodes.length > 0
          ? [
              `(${[...regions, ...postalCodes.map(code => `${code}…`)].slice(0, maxNames).join(', ')})`,
            ]
          : []),
      ].join(' '),
    )
  const rest = destinations.length - names.length
  return names.join(', ') + (rest > 0 ? ` ${t('shipping.moreCountries', { count: rest })}` : '')
}
