import { ActionIcon, Menu } from '@mantine/core'
import { useFileDialog } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { attachmentTypes } from '#contract/lib/attachment.ts'
import { sum } from '#contract/lib/sum.ts'
import { orderFileApi } from '#contract/order/file/order-file.ts'
import { orderLabelApi } from '#contract/order/file/order-label.ts'
import { areUnitsOpen } from '#contract/order/open-units.ts'
import type { Order } from '#contract/order/order.ts'
import type { Fulfillment } from '#contract/order/order-part.ts'
import { parcelTransitions } from '#contract/order/order-state.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { listMergeTargets } from '../change/order-merge-dialog.tsx'
import { getParcelVerb } from '../change/parcel-status-dialog.tsx'
import { printFile } from '../file/print-file.ts'
import { useFileUpload } from '../file/use-file-upload.ts'
import { useParcelLabel } from '../file/use-parcel-label.ts'
import { getOrderMoney } from '../order-money.ts'
import { listReplaceableLines } from '../return/replaceable-lines.ts'

type ParcelProps = { order: Order; parcel: Fulfillment }

const shippableStatuses: readonly Order['status'][] = [
  'pending',
  'confirmed',
  'processing',
  'ready',
  'shipped',
]

/** The actions of a parcel. A canceled one can only be restored, while its units are open. */
export function ParcelMenu({ order, parcel, dialog }: ParcelProps & { dialog: DialogParam }) {
  const { t } = useTranslation()
  const { _id, number, status } = parcel
  const isCanceled = status === 'cancelled'
  const isRestorable = shippableStatuses.includes(order.status) && areUnitsOpen(order, parcel.lines)
  const createLabel = useRouteMutation(orderLabelApi.createLabel)
  if (isCanceled && !isRestorable) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          loading={createLabel.isPending}
          aria-label={t('parcel.actions', { number })}
        >
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {parcelTransitions[status].map(target => (
          <Menu.Item
            key={target}
            color={target === 'cancelled' ? 'red' : undefined}
            onClick={() => dialog.open(`${target}-${_id}`)}
          >
            {t(`parcel.to.${getParcelVerb(status, target)}`)}
          </Menu.Item>
        ))}
        {status === 'lost' && <LostParcelItems order={order} dialog={dialog} />}
        {!isCanceled && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => dialog.open(`edit-${_id}`)}>{t('parcel.edit')}</Menu.Item>
            <LabelItems
              order={order}
              parcel={parcel}
              onCreate={() => createLabel.mutate({ params: { id: _id } })}
            />
            <PackedParcelItems order={order} parcel={parcel} dialog={dialog} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A label is printed or replaced, or else added or, before the parcel is shipped, created by the label service. */
function LabelItems({ order, parcel, onCreate }: ParcelProps & { onCreate: () => void }) {
  const { t } = useTranslation()
  const label = useParcelLabel(order._id, parcel._id)
  const { data: labelService } = useQuery(queryOptionsFor(orderLabelApi.getLabelService, {}))
  const { uploadFiles } = useFileUpload(orderFileApi.addLabel, parcel._id)
  const labelDialog = useFileDialog({
    multiple: false,
    accept: attachmentTypes.join(','),
    resetOnOpen: true,
    onChange: files => void uploadFiles([...(files ?? [])]),
  })
  return (
    <>
      {label && (
        <Menu.Item onClick={() => void printFile(label)}>{t('orderFile.printLabel')}</Menu.Item>
      )}
      {!label && labelService && parcel.status === 'packed' && (
        <Menu.Item onClick={onCreate}>{t('orderFile.createLabel')}</Menu.Item>
      )}
      <Menu.Item onClick={labelDialog.open}>
        {t(label ? 'orderFile.replaceLabel' : 'orderFile.addLabel')}
      </Menu.Item>
    </>
  )
}

/** The items of a lost parcel are shipped again or refunded. */
function LostParcelItems({ order, dialog }: { order: Order; dialog: DialogParam }) {
  const { t } = useTranslation()
  return (
    <>
      {listReplaceableLines(order).length > 0 && (
        <Menu.Item onClick={() => dialog.open('replace')}>{t('returnDialog.claim.open')}</Menu.Item>
      )}
      {getOrderMoney(order).netPaid > 0 && (
        <Menu.Item onClick={() => dialog.open('refund')}>{t('orderReturn.refund')}</Menu.Item>
      )}
    </>
  )
}

/** A packed parcel is split, or merged with another one. */
function PackedParcelItems({ order, parcel, dialog }: ParcelProps & { dialog: DialogParam }) {
  const { t } = useTranslation()
  const { _id, status, lines } = parcel
  if (status !== 'packed') return null
  return (
    <>
      {sum(lines.map(({ quantity }) => quantity)) > 1 && (
        <Menu.Item onClick={() => dialog.open(`split-${_id}`)}>{t('parcel.split')}</Menu.Item>
      )}
      {listMergeTargets(order, _id).length > 0 && (
        <Menu.Item onClick={() => dialog.open(`merge-${_id}`)}>{t('parcel.merge')}</Menu.Item>
      )}
    </>
  )
}
