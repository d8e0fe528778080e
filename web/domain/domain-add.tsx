import { Button, Group, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { domainApi, DomainInput } from '#contract/domain.ts'
import { useSend } from '../lib/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { TextField } from '../ui/text-field.tsx'

export function DomainAdd({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const create = useSend(domainApi.create)
  const form = useContractForm(DomainInput, {
    values: { domain: '' },
    onSave: async body => {
      await create.mutateAsync({ body })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('domain.add.title')} size="md" closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <form noValidate onSubmit={event => { event.preventDefault(); form.save() }}>
        <TextField form={form} name="domain" label={t('domain.add.label')} placeholder={t('domain.add.placeholder')} description={t('domain.add.hint')} autoComplete="off" required autoFocus />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t('ui.form.cancel')}</Button>
          <Button type="submit" loading={form.isSaving}>{t('domain.add.submit')}</Button>
        </Group>
      </form>
    </Modal>
  )
}
