import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ProviderConnecting,
  type ProviderConnection,
  paymentAccountApi,
  paymentKeyPrefixes,
  stripeWebhookEvents,
} from '#contract/payment/payment-account.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useStoreId } from '../lib/session/session.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { ReauthenticationFields } from '../reauthentication/reauthentication-fields.tsx'
import { useStoreTexts } from '../store/use-store-texts.ts'
import { TextField } from '../ui/field/text-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'
import { CopyableText } from '../ui/page/copyable-text.tsx'
import css from './payment-method.module.css'
import { providerKeyUrls, providerNames, stripePermissions } from './provider-names.ts'

/** A dialog with the steps to a key of the provider, for a new connection or a new key. */
export function ConnectProviderDialog({
  connection: { provider, account, webhookUrl, acceptsAccounts },
  onClose,
}: {
  connection: ProviderConnection
  onClose: () => void
}) {
  const { t } = useTranslation()
  const storeTexts = useStoreTexts()
  const storeId = useStoreId()
  const connect = useRouteMutation(paymentAccountApi.connect)
  const providerName = providerNames[provider]
  const form = useContractForm(ProviderConnecting, {
    values: {
      provider,
      key: '',
      webhookSecret: '',
      name: storeTexts(`paymentMethod.provider.defaultName.${provider}`),
      password: '',
      otp: undefined,
    },
    onSave: async body => {
      await connect.mutateAsync({ body })
      onClose()
    },
  })
  // Only the error of the server shows that the key cannot create a webhook. Typing clears it.
  const [needsSecret, setNeedsSecret] = useState(
    provider === 'stripe' && account?.hasCreatedWebhook === false,
  )
  if (form.errors['webhookSecret'] && !needsSecret) setNeedsSecret(true)
  return (
    <ModalForm
      form={form}
      title={t(
        account ? 'paymentMethod.provider.replaceKeyOf' : 'paymentMethod.provider.connectTo',
        { name: providerName },
      )}
      saveLabel={t(
        account ? 'paymentMethod.provider.replaceKey' : 'paymentMethod.provider.connect',
      )}
      onClose={onClose}
    >
      <ol className={css.steps}>
        <li>
          {t(`paymentMethod.provider.step.${provider}.create`)}{' '}
          <Anchor href={providerKeyUrls[provider]} target="_blank" rel="noreferrer" inherit>
            {t('paymentMethod.provider.openDashboard', { name: providerName })}
          </Anchor>
        </li>
        {provider === 'stripe' && (
          <li>
            {t('paymentMethod.provider.step.stripe.permissions')}
            <StripePermissionList />
          </li>
        )}
        <li>{t(`paymentMethod.provider.step.${provider}.paste`)}</li>
      </ol>
      <TextField
        form={form}
        name="key"
        label={t(`paymentMethod.provider.key.${provider}`)}
        required
        autoComplete="off"
        placeholder={`${paymentKeyPrefixes[provider][0]}…`}
        description={[
          t('paymentMethod.provider.keyHint'),
          ...(acceptsAccounts ? [t('paymentMethod.provider.accountHint', { store: storeId })] : []),
        ].join(' ')}
      />
      {needsSecret && (
        <>
          <div className={css.webhook}>
            <p>{t('paymentMethod.provider.webhookText')}</p>
            <CopyableText text={webhookUrl} label={t('paymentMethod.provider.copyUrl')} />
            <CopyableText
              text={stripeWebhookEvents.join(', ')}
              label={t('paymentMethod.provider.copyEvents')}
            />
          </div>
          <TextField
            form={form}
            name="webhookSecret"
            label={t('paymentMethod.provider.webhookSecret')}
            autoComplete="off"
            placeholder="whsec_…"
          />
        </>
      )}
      {!account && (
        <TextField
          form={form}
          name="name"
          label={t('paymentMethod.name')}
          required
          description={t('paymentMethod.nameHint')}
        />
      )}
      <ReauthenticationFields
        form={form}
        getFieldName={part => part}
        description={t('paymentMethod.provider.passwordHint')}
      />
    </ModalForm>
  )
}

function StripePermissionList() {
  const { t } = useTranslation()
  return (
    <ul className={css.permissions}>
      {stripePermissions.map(({ name, access }) => (
        <li key={name}>
          <span dir="ltr">{name}</span>
          <span>{t(`paymentMethod.provider.access.${access}`)}</span>
        </li>
      ))}
    </ul>
  )
}
