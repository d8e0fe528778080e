import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TaxClass, TaxRate } from '#contract/store/tax.ts'
import { useCountryName } from '../lib/country-name.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './tax.module.css'

/** A class with its rates. */
export function TaxClassCard({ taxClass, onEdit }: { taxClass: TaxClass; onEdit: () => void }) {
  const { t } = useTranslation()
  const can = useHasPermission()
  const { name, rates, isStandard } = taxClass
  return (
    <SectionCard
      title={name}
      hint={isStandard && t('tax.standardHint')}
      flush
      actions={
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t(can('business:write') ? 'tax.editClass' : 'tax.viewClass', { name })}
          onClick={onEdit}
        >
          {t(can('business:write') ? 'tax.edit' : 'tax.view')}
        </Button>
      }
    >
      {rates.length === 0 ? (
        <p className={css.noRates}>{t(isStandard ? 'tax.noRates' : 'tax.noOwnRates')}</p>
      ) : (
        <ul className={css.rates}>
          {rates.map((rate, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rates have no id
            <RateRow key={index} rate={rate} />
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function RateRow({ rate: { country, region, rate, validFrom } }: { rate: TaxRate }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const getCountryName = useCountryName()
  return (
    <li className={css.rate}>
      <span className={css.place}>
        {[country ? getCountryName(country) : t('tax.allCountries'), region]
          .filter(Boolean)
          .join(' · ')}
        {validFrom && <small>{t('tax.validFromDay', { date: format.day(validFrom) })}</small>}
      </span>
      <span className="sw-numbers">{format.taxRate(rate)}</span>
    </li>
  )
}
