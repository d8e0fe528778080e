import { Button } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type PaymentProviderCode,
  type ProviderConnection,
  paymentAccountApi,
} from '#contract/payment/payment-account.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { PasswordDialog } from '../reauthentication/password-dialog.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './payment-method.module.css'
import { providerNames } from './provider-names.ts'

type Props = {
  connections: readonly ProviderConnection[]
  onConnect: (provider: PaymentProviderCode) => void
}

/** Lists the payment providers with the state of their accounts. */
export function PaymentProviderCard({ connections, onConnect }: Props) {
  const { t } = useTranslation()
  return (
    <SectionCard
      title={t('paymentMethod.provider.title')}
      hint={t('paymentMethod.provider.hint')}
      flush
    >
      <ul className={css.list}>
        {connections.map(connection => (
          <ProviderRow
            key={connection.provider}
            connection={connection}
            onConnect={() => onConnect(connection.provider)}
          />
        ))}
      </ul>
    </SectionCard>
  )
}

function ProviderRow({
  connection: { provider, account },
  onConnect,
}: {
  connection: ProviderConnection
  onConnect: () => void
}) {
  const { t } = useTranslation()
  const canEdit = useHasPermission()('business:write')
  const name = providerNames[provider]
  return (
    <li className={css.row} data-disabled={!account || undefined} data-wrap>
      <span className={css.icon}>
        <IconCreditCard size={20} stroke={1.75} aria-hidden />
      </span>
      <div className={css.details}>
        <span className={css.providerName}>
          <strong>{name}</strong>
          <ProviderStatus account={account} />
        </span>
        <p className={css.providerText}>
          {account
            ? t('paymentMethod.provider.keyEnds', { hint: account.hint })
            : t(`paymentMethod.kind.${provider}.text`)}
        </p>
        {account?.isFailing && (
          <p className={css.providerText} role="status">
            {t('paymentMethod.provider.failingHint', { name })}
          </p>
        )}
        {account?.isTest && (
          <p className={css.providerText}>{t('paymentMethod.provider.testHint')}</p>
        )}
      </div>
      {canEdit && (
        <div className={css.providerActions}>
          {account && <DisconnectButton provider={provider} name={name} />}
          <Button
            variant={account ? 'default' : 'filled'}
            onClick={onConnect}
            aria-label={t(
              account ? 'paymentMethod.provider.replaceKeyOf' : 'paymentMethod.provider.connectTo',
              { name },
            )}
          >
            {t(account ? 'paymentMethod.provider.replaceKey' : 'paymentMethod.provider.connect')}
          </Button>
        </div>
      )}
    </li>
  )
}

function ProviderStatus({ account }: Pick<ProviderConnection, 'account'>) {
  const { t } = useTranslation()
  if (!account)
    return <StatusBadge tone="neutral" isHollow label={t('paymentMethod.provider.notConnected')} />
  if (account.isFailing)
    return <StatusBadge tone="bad" label={t('paymentMethod.provider.failing')} />
  return account.isTest ? (
    <StatusBadge tone="warn" label={t('paymentMethod.provider.testMode')} />
  ) : (
    <StatusBadge tone="good" label={t('paymentMethod.provider.connected')} />
  )
}

function DisconnectButton({ provider, name }: { provider: PaymentProviderCode; name: string }) {
  const { t } = useTranslation()
  const disconnect = useRouteMutation(paymentAccountApi.disconnect)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('paymentMethod.provider.disconnect')}
      </Button>
      {isOpen && (
        <PasswordDialog
          isDangerous
          title={t('paymentMethod.provider.disconnectTitle', { name })}
          text={t('paymentMethod.provider.disconnectText')}
          confirmLabel={t('paymentMethod.provider.disconnect')}
          onConfirm={async confirmation => {
            await disconnect.mutateAsync({ body: { provider, ...confirmation } })
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
