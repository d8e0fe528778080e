import { Menu, Switch } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ManualPaymentKind,
  type PaymentMethod,
  paymentMethodApi,
} from '#contract/payment/payment-method.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { MoreButton } from '../ui/page/more-button.tsx'
import { paymentKindIcons } from './payment-kind-icons.ts'
import css from './payment-method.module.css'

type Props = { method: PaymentMethod; isFirst: boolean; isLast: boolean; onEdit: () => void }

/** A payment method with its switch and a menu that edits, moves or deletes it. */
export function PaymentMethodRow({
  method: { _id, kind, name, instructions, iban, enabled, position },
  isFirst,
  isLast,
  onEdit,
}: Props) {
  const { t } = useTranslation()
  const canEdit = useHasPermission()('business:write')
  const update = useRouteMutation(paymentMethodApi.update, { isSilent: true })
  const remove = useRouteMutation(paymentMethodApi.delete)
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const Icon = paymentKindIcons[kind]
  const isManual = ManualPaymentKind.safeParse(kind).success
  const updateMethod = (body: { enabled?: boolean; position?: number }) =>
    update.mutate({ params: { id: _id }, body })
  // During the request, the switch already shows the new state.
  const isOn = update.isPending ? (update.variables.body.enabled ?? enabled) : enabled
  return (
    <li className={css.row} data-disabled={!isOn || undefined}>
      <span className={css.icon}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <div className={css.details}>
        {canEdit ? (
          <button type="button" className={css.nameButton} onClick={onEdit}>
            {name}
          </button>
        ) : (
          <strong>{name}</strong>
        )}
        <p className={css.instructions}>
          {[iban.replaceAll(/(.{4})(?=.)/g, '$1 '), instructions].filter(Boolean).join(' · ') ||
            (isManual ? t(getMissingText(kind)) : t(`paymentMethod.kind.${kind}.text`))}
        </p>
      </div>
      <Switch
        checked={isOn}
        disabled={!canEdit}
        aria-label={t('paymentMethod.offer', { name })}
        onChange={event => updateMethod({ enabled: event.currentTarget.checked })}
      />
      {canEdit && (
        <Menu position="bottom-end">
          <Menu.Target>
            <MoreButton label={t('paymentMethod.moreActions', { name })}>
              <IconDots size={18} stroke={1.75} />
            </MoreButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onEdit}>
              {t('paymentMethod.edit')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowUp size={16} stroke={1.75} />}
              disabled={isFirst}
              onClick={() => updateMethod({ position: position - 1 })}
            >
              {t('paymentMethod.moveUp')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={16} stroke={1.75} />}
              disabled={isLast}
              onClick={() => updateMethod({ position: position + 1 })}
            >
              {t('paymentMethod.moveDown')}
            </Menu.Item>
            {isManual && <Menu.Divider />}
            {isManual && (
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} stroke={1.75} />}
                onClick={() => setConfirmOpen(true)}
              >
                {t('paymentMethod.delete')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <ConfirmDialog
        isOpen={isConfirmOpen}
        isDangerous
        isBusy={remove.isPending}
        title={t('paymentMethod.deleteTitle', { name })}
        confirmLabel={t('paymentMethod.delete')}
        onConfirm={() => remove.mutate({ params: { id: _id } })}
        onClose={() => setConfirmOpen(false)}
      >
        {t('paymentMethod.deleteText')}
      </ConfirmDialog>
    </li>
  )
}

const getMissingText = (kind: PaymentMethod['kind']) =>
  kind === 'bank_transfer' ? 'paymentMethod.noBankDetails' : 'paymentMethod.noInstructions'
