import { Button } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import css from './hidden-reasons.module.css'
import { StoreStatusButton } from './store-status-button.tsx'

/** Why a record is hidden, with the change that publishes it. */
export type HiddenReason = {
  text: string
  publishLabel: string
  permission: 'product:write' | 'category:write' | 'cms:write'
  publish: () => void
}
type Props = {
  reasons: readonly HiddenReason[]
  /** Customers of a paused store still see the record. */
  isShownWhilePaused?: boolean
}

/** Returns the status of the current store if its pages are hidden from customers. */
export function useHidingStoreStatus({ isShownWhilePaused = false } = {}) {
  const status = useCurrentStore()?.status
  return status === 'live' || (status === 'paused' && isShownWhilePaused) ? undefined : status
}

/** Lists why customers cannot see a record, each reason with a button that removes it. */
export function HiddenReasons({ reasons, isShownWhilePaused = false }: Props) {
  const { t } = useTranslation()
  const storeStatus = useHidingStoreStatus({ isShownWhilePaused })
  if (reasons.length === 0 && !storeStatus) return null
  return (
    <section className={css.box} aria-label={t('store.hidden.title')}>
      <p className={css.title}>
        <IconEyeOff size={18} stroke={1.75} aria-hidden />
        {t('store.hidden.title')}
      </p>
      <ul className={css.reasons}>
        {reasons.map(({ text, publishLabel, permission, publish }) => (
          <li key={text}>
            <span>{text}</span>
            <PermissionGate permission={permission}>
              <Button variant="default" size="xs" onClick={publish}>
                {publishLabel}
              </Button>
            </PermissionGate>
          </li>
        ))}
        {storeStatus && (
          <li>
            <span>{t(`store.hidden.store.${storeStatus}`)}</span>
            <PermissionGate permission="business:write">
              <StoreStatusButton newStatus="live" variant="default" size="xs" />
            </PermissionGate>
          </li>
        )}
      </ul>
    </section>
  )
}
