import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type MailDomain,
  type MailRecord,
  MailSenderInput,
  mailDomainApi,
} from '#contract/mail-domain.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { CopyableText } from '../ui/form/copyable-text.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
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

function SenderForm({ domain }: { domain: MailDomain | null }) {
  const { t } = useTranslation()
  const canWrite = useHasPermission()('business:write')
  const set = useRouteMutation(mailDomainApi.set)
  const form = useContractForm(MailSenderInput, {
    values: { address: domain?.address ?? '' },
    onSave: body => set.mutateAsync({ body }),
  })
  return (
    <SectionCard title={t('orderMail.sender.title')} hint={t('orderMail.sender.hint')}>
      {canWrite ? (
        <form
          noValidate
          onSubmit={event => {
            event.preventDefault()
            form.save()
          }}
        >
          <Group align="flex-end" gap="xs">
            <TextField
              form={form}
              name="address"
              type="email"
              label={t('orderMail.sender.address')}
              placeholder="orders@example.com"
            />
            <Button type="submit" variant="default" loading={form.isSaving}>
              {t('orderMail.sender.save')}
            </Button>
          </Group>
        </form>
      ) : (
        <Text>{domain?.address ?? t('orderMail.sender.none')}</Text>
      )}
      {domain && <SenderRecords domain={domain} canWrite={canWrite} />}
    </SectionCard>
  )
}

function SenderRecords({ domain, canWrite }: { domain: MailDomain; canWrite: boolean }) {
  const { t } = useTranslation()
  const verify = useRouteMutation(mailDomainApi.verify)
  const remove = useRouteMutation(mailDomainApi.delete)
  const { address, isVerified, records, lastCheckedAt } = domain
  return (
    <>
      <Text>
        {t(isVerified ? 'orderMail.sender.verified' : 'orderMail.sender.pending', { address })}
      </Text>
      <ul className={css.records}>
        {records.map(record => (
          <RecordItem key={record.purpose} record={record} wasChecked={lastCheckedAt !== null} />
        ))}
      </ul>
      {canWrite && (
        <Group gap="xs">
          <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate({})}>
            {t('orderMail.sender.verify')}
          </Button>
          <Button
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate({})}
          >
            {t('orderMail.sender.remove')}
          </Button>
        </Group>
      )}
    </>
  )
}

function RecordItem({ record, wasChecked }: { record: MailRecord; wasChecked: boolean }) {
  const { t } = useTranslation()
  const { purpose, type, name, value, found } = record
  const label = purpose.toUpperCase()
  return (
    <li className={css.record}>
      <span className={css.recordTitle}>
        <strong>
          {label} · {type}
        </strong>
        {wasChecked && (
          <StatusBadge
            tone={found ? 'good' : 'bad'}
            isHollow={!found}
            label={t(found ? 'orderMail.sender.found' : 'orderMail.sender.missing')}
          />
        )}
      </span>
      <CopyableText text={name} label={t('orderMail.sender.copyName', { record: label })} />
      <CopyableText text={value} label={t('orderMail.sender.copyValue', { record: label })} />
      {purpose === 'spf' && <Text size="sm">{t('orderMail.sender.spfHint')}</Text>}
    </li>
  )
}
