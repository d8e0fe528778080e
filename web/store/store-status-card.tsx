import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Store } from '#contract/store/store.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { storeStatusTones } from './store-options.ts'
import { StoreStatusButton } from './store-status-button.tsx'
import { StorefrontButton } from './storefront-link.tsx'

const statusTransitions = {
  draft: ['live'],
  live: ['paused', 'closed'],
  paused: ['live', 'closed'],
  closed: ['live'],
} as const

/** Shows the status of the store and its possible changes, each with a confirmation. */
export function StoreStatusCard({ store, isChanged }: { store: Store; isChanged: boolean }) {
  const { t } = useTranslation()
  const [primaryStatus, ...otherStatuses] = statusTransitions[store.status]
  return (
    <SectionCard
      title={t('myStore.card.status')}
      actions={
        <StatusBadge
          tone={storeStatusTones[store.status]}
          label={t(`myStore.status.${store.status}`)}
          isHollow={store.status === 'draft'}
        />
      }
    >
      <Text size="sm" c="dimmed">
        {t(`myStore.statusHint.${store.status}`)}
      </Text>
      {(store.status === 'live' || store.status === 'paused') && (
        <StorefrontButton label={t('store.view')} store={store} />
      )}
      <PermissionGate permission="business:write">
        <Group gap="xs">
          <StoreStatusButton
            newStatus={primaryStatus}
            variant={primaryStatus === 'live' ? 'filled' : 'default'}
            store={store}
            isDisabled={isChanged}
          />
          {otherStatuses.map(status => (
            <StoreStatusButton
              key={status}
              newStatus={status}
              variant="subtle"
              store={store}
              isDisabled={isChanged}
            />
          ))}
        </Group>
        {isChanged && (
          <Text size="xs" c="dimmed">
            {t('store.statusChange.saveFirst')}
          </Text>
        )}
      </PermissionGate>
    </SectionCard>
  )
}
