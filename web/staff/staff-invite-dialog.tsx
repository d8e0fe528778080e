import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/staff/role.ts'
import { StaffInviteInput, staffApi } from '#contract/staff/staff.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { TextField } from '../ui/field/text-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'
import { RoleField } from './role-field.tsx'

/** Sends an email that invites a person to the store. */
export function StaffInviteDialog({
  roles,
  onClose,
}: {
  roles: readonly Role[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const invite = useRouteMutation(staffApi.invite)
  const form = useContractForm(StaffInviteInput, {
    values: { email: '', role: 'user' },
    onSave: async body => {
      await invite.mutateAsync({ body })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t('staff.invite.title')}
      saveLabel={t('staff.invite.submit')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="email"
        label={t('staff.field.email')}
        type="email"
        autoComplete="off"
        required
        description={t('staff.invite.hint')}
      />
      <RoleField form={form} name="role" roles={roles} hasSummary />
    </ModalForm>
  )
}
