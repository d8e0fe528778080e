import { useTranslation } from 'react-i18next'
import { Reauthentication } from '#contract/account/account-security.ts'
import {
  type LabelService,
  LabelServiceInput,
  labelServiceApi,
} from '#contract/store/label-service.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { ReauthenticationFields } from '../reauthentication/reauthentication-fields.tsx'
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'

const LabelServiceForm = LabelServiceInput.extend(Reauthentication.shape)

type Props = { service: LabelService | null; onClose: () => void }

/** The form of the service that creates shipping labels. Its secret is never shown again. */
export function LabelServiceDrawer({ service, onClose }: Props) {
  const { t } = useTranslation()
  const set = useRouteMutation(labelServiceApi.set)
  const form = useContractForm(LabelServiceForm, {
    values: {
      name: service?.name ?? '',
      url: service?.url ?? '',
      secret: service ? undefined : '',
      password: '',
      otp: undefined,
    },
    can: 'business:write',
    onSave: async ({ secret, ...body }) => {
      await set.mutateAsync({ body: { ...body, ...(secret && { secret }) } })
      onClose()
    },
  })
  return (
    <DrawerForm
      form={form}
      title={t(service ? 'shipping.labelService.edit' : 'shipping.labelService.connect')}
      saveLabel={t('shipping.labelService.save')}
      onClose={onClose}
      footerStart={service && <RemoveButton name={service.name} onRemoved={onClose} />}
    >
      <TextField form={form} name="name" label={t('shipping.labelService.name')} required />
      <TextField
        form={form}
        name="url"
        label={t('shipping.labelService.url')}
        description={t('shipping.labelService.urlHint')}
        placeholder="https://"
        type="url"
        autoComplete="off"
        required
      />
      <TextField
        form={form}
        name="secret"
        label={t('shipping.labelService.secret')}
        description={
          service
            ? t('shipping.labelService.secretKept', { secret: service.maskedSecret })
            : t('shipping.labelService.secretHint')
        }
        placeholder="whsec_"
        autoComplete="off"
        required={!service}
      />
      <ReauthenticationFields form={form} getFieldName={part => part} />
    </DrawerForm>
  )
}

function RemoveButton({ name, onRemoved }: { name: string; onRemoved: () => void }) {
  const { t } = useTranslation()
  const remove = useRouteMutation(labelServiceApi.delete)
  return (
    <ConfirmButton
      variant="subtle"
      color="red"
      label={t('shipping.labelService.remove')}
      title={t('shipping.labelService.removeTitle', { name })}
      isBusy={remove.isPending}
      onConfirm={close =>
        remove.mutate(
          {},
          {
            onSuccess: () => {
              close()
              onRemoved()
            },
          },
        )
      }
    >
      {t('shipping.labelService.removeText')}
    </ConfirmButton>
  )
}
