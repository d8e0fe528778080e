import { useTranslation } from 'react-i18next'
import { type Domain, domainApi } from '#contract/domain.ts'
import { useSend } from '../lib/call/api.ts'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'

export function DomainDelete({
  domain,
  own,
  onClose,
}: {
  domain: Domain
  own: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const remove = useSend(domainApi.delete)
  return (
    <ConfirmDialog
      isOpen
      title={t('domain.delete.title', { domain: domain.domain })}
      action={t('domain.delete.action')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: domain._id } }, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{t('domain.delete.text')}</p>
      {domain.isPrimary && <p>{t('domain.delete.primary', { own })}</p>}
    </ConfirmDialog>
  )
}
