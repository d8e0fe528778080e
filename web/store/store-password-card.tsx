import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StorePasswordInput, storePasswordApi } from '#contract/store/store-password.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { useContractForm } from '../lib/use-contract-form.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'

/** Protects the current store with a password, which visitors enter before they see any page. */
export function StorePasswordCard() {
  const { t } = useTranslation()
  const { data, isError } = useQuery(queryOptionsFor(storePasswordApi.get, {}))
  const [dialog, setDialog] = useState<'set' | 'turnOff'>()
  if (isError) return null
  const isOn = data?.isOn ?? false
  const closeDialog = () => setDialog(undefined)
  return (
    <SectionCard
      title={t('myStore.password.title')}
      actions={
        data && (
          <StatusBadge
            tone={isOn ? 'info' : 'neutral'}
            label={t(isOn ? 'myStore.password.on' : 'myStore.password.off')}
            isHollow={!isOn}
          />
        )
      }
    >
      {/* The skeleton has the size of the text, so that the cards below don't move. */}
      <Skeleton visible={!data}>
        <Text size="sm" c="dimmed">
          {t(isOn ? 'myStore.password.onText' : 'myStore.password.offText')}
        </Text>
      </Skeleton>
      <PermissionGate permission="business:write">
        <Group gap="xs">
          <Button variant="default" disabled={!data} onClick={() => setDialog('set')}>
            {t(isOn ? 'myStore.password.change' : 'myStore.password.turnOn')}
          </Button>
          {isOn && (
            <Button variant="subtle" onClick={() => setDialog('turnOff')}>
              {t('myStore.password.turnOff')}
            </Button>
          )}
        </Group>
      </PermissionGate>
      {dialog === 'set' && <SetPasswordDialog onClose={closeDialog} />}
      {dialog === 'turnOff' && <TurnOffDialog onClose={closeDialog} />}
    </SectionCard>
  )
}

/** The password is visible, because the seller shares it with others. */
function SetPasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const update = useRouteMutation(storePasswordApi.update)
  const form = useContractForm(StorePasswordInput, {
    values: { password: '' },
    onSave: body => update.mutateAsync({ body }).then(onClose),
  })
  return (
    <ModalForm
      form={form}
      title={t('myStore.password.title')}
      saveLabel={t('myStore.password.save')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="password"
        label={t('myStore.password.field')}
        description={t('myStore.password.hint')}
        autoComplete="off"
        required
      />
    </ModalForm>
  )
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useRouteMutation(storePasswordApi.delete)
  return (
    <ConfirmDialog
      isOpen
      title={t('myStore.password.turnOffTitle')}
      confirmLabel={t('myStore.password.turnOff')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({}, { onSettled: onClose })}
      onClose={onClose}
    >
      {t('myStore.password.turnOffText')}
    </ConfirmDialog>
  )
}
