import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ShippingSettings } from '#contract/store/shipping-settings.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { KeyValues } from '../ui/page/key-values.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'

type Props = { settings: ShippingSettings; onEdit: () => void }

/** When the store packs and delivers. */
export function ShippingSettingsCard({ settings, onEdit }: Props) {
  const { t } = useTranslation()
  const can = useHasPermission()
  const { weekdays } = useFormatters()
  const { cutOff, handlingDays, workingDays, holidays, classes } = settings
  const dayNames = weekdays()
    .filter(({ index }) => workingDays.includes(index))
    .map(({ name }) => name)
  return (
    <SectionCard
      title={t('shipping.times')}
      hint={t('shipping.timesHint')}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('shipping.editTimes')}
          onClick={onEdit}
        >
          {t(can('business:write') ? 'shipping.edit' : 'shipping.view')}
        </Button>
      }
    >
      <KeyValues
        items={[
          { label: t('shipping.workingDays'), value: dayNames.join(', ') },
          { label: t('shipping.cutOff'), value: cutOff || '–' },
          { label: t('shipping.handlingDays'), value: String(handlingDays) },
          { label: t('shipping.holidays'), value: String(holidays.length) },
          ...(classes.length > 0
            ? [{ label: t('shipping.classes'), value: classes.join(', ') }]
            : []),
        ]}
      />
    </SectionCard>
  )
}
