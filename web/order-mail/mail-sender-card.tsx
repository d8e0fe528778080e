import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Reauthentication } from '#contract/account/account-security.ts'
import { type MailDomain, MailSenderInput, mailDomainApi } from '#contract/store/mail-domain.ts'
import { DnsRecordTable } from '../component/dns-record-table.tsx'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { ReauthenticationFields } from '../reauthentication/reauthentication-fields.tsx'
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './order-mail.module.css'

/** The sender of the store's emails at its own domain, with the DNS records to set. */
export function MailSenderCard() {
  const domain = useQuery(queryOptionsFor(mailDomainApi.get, {}))
  return (
    <QueryBoundary query={domain}>
      {current => <SenderForm key={current?.address} domain={current} />}
    </QueryBoundary>
  )
}

const SenderFields = MailSenderInput.extend(Reauthentication.shape)

function SenderForm({ domain }: { domain: MailDomain | null }) {
  const { t } = useTranslation()
  const canWrite = useHasPermission()('business:write')
  const set = useRouteMutation(mailDomainApi.set)
  const form = useContractForm(SenderFields, {
    values: { address: domain?.address ?? '', password: '', otp: undefined },
    onSave: body => set.mutateAsync({ body }),
  })
  const isChanged = form.values.address.trim() !== (domain?.address ?? '')
  return (
    <SectionCard title={t('orderMail.sender.title')} hint={t('orderMail.sender.hint')}>
      {canWrite ? (
        <form
          noValidate
          className={css.sender}
          onSubmit={event => {
            event.preventDefault()
            form.save()
          }}
        >
          <TextField
            form={form}
            name="address"
            type="email"
            label={t('orderMail.sender.address')}
            placeholder="orders@example.com"
            {...(!domain && { description: t('orderMail.sender.none') })}
          />
          {isChanged && (
            <Stack w="min(420px, 100%)">
              <ReauthenticationFields form={form} getFieldName={part => part} />
            </Stack>
          )}
          <Button type="submit" variant="default" loading={form.isSaving}>
            {t('orderMail.sender.save')}
          </Button>
        </form>
      ) : (
        <p className={css.senderText}>{domain?.address ?? t('orderMail.sender.none')}</p>
      )}
      {domain && <SenderRecords domain={domain} canWrite={canWrite} />}
    </SectionCard>
  )
}

function SenderRecords({ domain, canWrite }: { domain: MailDomain; canWrite: boolean }) {
  const { t } = useTranslation()
  const verify = useRouteMutation(mailDomainApi.verify)
  const { address, isVerified, records, lastCheckedAt } = domain
  return (
    <div>
      <p className={css.senderText}>
        {t(isVerified ? 'orderMail.sender.verified' : 'orderMail.sender.pending', { address })}
      </p>
      <DnsRecordTable
        rows={records.map(record => ({
          record,
          title: record.purpose.toUpperCase(),
          details: record.type,
        }))}
        wasChecked={lastCheckedAt !== null}
      />
      {!isVerified && <p className={css.senderHint}>{t('orderMail.sender.spfHint')}</p>}
      {canWrite && (
        <Group gap="xs">
          <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate({})}>
            {t('orderMail.sender.verify')}
          </Button>
          <RemoveButton address={address} />
        </Group>
      )}
    </div>
  )
}

function RemoveButton({ address }: { address: string }) {
  const { t } = useTranslation()
  const remove = useRouteMutation(mailDomainApi.delete)
  return (
    <ConfirmButton
      variant="subtle"
      color="red"
      label={t('orderMail.sender.remove')}
      title={t('orderMail.sender.removeTitle', { address })}
      isBusy={remove.isPending}
      onConfirm={close => remove.mutate({}, { onSuccess: close })}
    >
      {t('orderMail.sender.removeText')}
    </ConfirmButton>
  )
}
