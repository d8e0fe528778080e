import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { LabelService } from '#contract/store/label-service.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './shipping.module.css'

type Props = { service: LabelService | null; onEdit: () => void }

/** The service that creates the shipping labels of the store. */
export function LabelServiceCard({ service, onEdit }: Props) {
  const { t } = useTranslation()
  const canWrite = usePermission('business:write')
  return (
    <SectionCard
      title={t('shipping.labelService.title')}
      hint={t('shipping.labelService.hint')}
      actions={
        canWrite && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={service ? t('shipping.labelService.edit') : undefined}
            onClick={onEdit}
          >
            {t(service ? 'shipping.edit' : 'shipping.labelService.connect')}
          </Button>
        )
      }
    >
      {service ? (
        <KeyValues
          items={[
            { label: t('shipping.labelService.name'), value: service.name },
            { label: t('shipping.labelService.url'), value: service.url },
            { label: t('shipping.labelService.secret'), value: service.maskedSecret },
          ]}
        />
      ) : (
        <p className={css.noCarriers}>{t('shipping.labelService.none')}</p>
      )}
    </SectionCard>
  )
}
