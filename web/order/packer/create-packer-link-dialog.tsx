import { Button, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PackerLinkInput, packerLinkApi } from '#contract/packing/packer-link.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { toOptions } from '../../lib/to-options.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { useOpenDialog } from '../../ui/dialog/use-open-dialog.ts'
import { SelectField } from '../../ui/field/choice-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { CopyableText } from '../../ui/page/copyable-text.tsx'

/** The orders of the link: rows by id, or the rows of a filter. */
type Props = { orders: object; onClose: () => void }

const validHours = ['12', '24', '72', '168'] as const
const PackerLinkForm = PackerLinkInput.pick({ name: true }).extend({
  validHours: z.enum(validHours),
})

/** Creates a packer link for orders, then shows it once to be copied. */
export function CreatePackerLinkDialog({ orders, onClose }: Props) {
  const { t } = useTranslation()
  const create = useRouteMutation(packerLinkApi.createPackerLink, { isSilent: true })
  const form = useContractForm(PackerLinkForm, {
    values: { name: '', validHours: '24' },
    onSave: ({ name, validHours: hours }) =>
      create.mutateAsync({ body: { ...orders, name, validHours: Number(hours) } }),
  })
  if (create.data) return <CreatedLink token={create.data.token} onClose={onClose} />
  return (
    <ModalForm
      form={form}
      title={t('order.packerLink.create')}
      saveLabel={t('order.packerLink.create')}
      onClose={onClose}
    >
      <Text>{t('packerLink.text')}</Text>
      <TextField
        form={form}
        name="name"
        label={t('packerLink.name')}
        description={t('packerLink.nameText')}
        required
      />
      <SelectField
        form={form}
        name="validHours"
        label={t('packerLink.validFor')}
        options={toOptions(validHours, value => t(`packerLink.hours.${value}`))}
      />
    </ModalForm>
  )
}

function CreatedLink({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      {...useOpenDialog(onClose)}
      closeOnClickOutside={false}
      title={t('order.packerLink.create')}
      size="md"
    >
      <Text mb="sm">{t('packerLink.created')}</Text>
      <CopyableText
        text={`${location.origin}/packing#token=${token}`}
        label={t('packerLink.copy')}
      />
      <DialogFooter>
        <Button onClick={onClose}>{t('packerLink.done')}</Button>
      </DialogFooter>
    </Modal>
  )
}
