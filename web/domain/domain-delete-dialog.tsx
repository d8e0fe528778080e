import { useTranslation } from 'react-i18next'
import { formatDomain } from '#contract/lib/text/readable-domain.ts'
import { type Domain, domainApi } from '#contract/store/domain.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'

export function DomainDeleteDialog({
  domain,
  subdomain,
  onClose,
}: {
  domain: Domain
  subdomain: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const remove = useRouteMutation(domainApi.delete)
  return (
    <ConfirmDialog
      isOpen
      title={t('domain.delete.title', { domain: formatDomain(domain.domain) })}
      confirmLabel={t('domain.delete.action')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: domain._id } }, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{t('domain.delete.text')}</p>
      {domain.isPrimary && <p>{t('domain.delete.primary', { freeDomain: subdomain })}</p>}
    </ConfirmDialog>
  )
}
