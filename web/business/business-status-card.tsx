import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Business } from '#contract/business.ts'
import { Can } from '../lib/session/can.tsx'
import { StoreStatusButton } from '../store/store-status-button.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import { statusTones } from './business-choices.ts'

const moves = {
  draft: ['live'],
  live: ['paused', 'closed'],
  paused: ['live', 'closed'],
  closed: ['live'],
} as const

/** Where the store stands, and the ways on; each says first what it means. */
export function BusinessStatusCard({ store, isChanged }: { store: Business; isChanged: boolean }) {
  const { t } = useTranslation()
  const [first, ...others] = moves[store.status]
  return (
    <SectionCard
      title={t('business.card.status')}
      actions={
        <StatusBadge
          tone={statusTones[store.status]}
          label={t(`business.status.${store.status}`)}
          hollow={store.status === 'draft'}
        />
      }
    >
      <Text size="sm" c="dimmed">
        {t(`business.statusHint.${store.status}`)}
      </Text>
      <Can do="business:write">
        <Group gap="xs">
          <StoreStatusButton
            to={first}
            variant={first === 'live' ? 'filled' : 'default'}
            store={store}
            isDisabled={isChanged}
          />
          {others.map(to => (
            <StoreStatusButton
              key={to}
              to={to}
              variant="subtle"
              store={store}
              isDisabled={isChanged}
            />
          ))}
        </Group>
        {isChanged && (
          <Text size="xs" c="dimmed">
            {t('business.move.saveFirst')}
          </Text>
        )}
      </Can>
    </SectionCard>
  )
}
