import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { StoreCarrier } from '#contract/store/carrier.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { KeyValues } from '../ui/page/key-values.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './shipping.module.css'

type Props = { carriers: StoreCarrier[]; onEdit: () => void }

/** The carriers that the store added to the known ones. */
export function ShippingCarriersCard({ carriers, onEdit }: Props) {
  const { t } = useTranslation()
  const can = useHasPermission()
  return (
    <SectionCard
      title={t('shipping.carriers')}
      hint={t('shipping.carriersHint')}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('shipping.editCarriers')}
          onClick={onEdit}
        >
          {t(can('business:write') ? 'shipping.edit' : 'shipping.view')}
        </Button>
      }
    >
      {carriers.length > 0 ? (
        <KeyValues
          items={carriers.map(({ name, trackingUrl }) => ({ label: name, value: trackingUrl }))}
        />
      ) : (
        <p className={css.noCarriers}>{t('shipping.noCarriers')}</p>
      )}
    </SectionCard>
  )
}
