import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { hasOrderEmail, orderEmailApi } from '#contract/order/mail/order-email.ts'
import { isShippable, listOpenUnits } from '#contract/order/open-units.ts'
import type { Order } from '#contract/order/order.ts'
import { orderCopyApi } from '#contract/order/order-copy.ts'
import { orderPaymentLinkApi } from '#contract/order/order-payment-link.ts'
import { archivableStatuses } from '#contract/order/order-state.ts'
import { listReturnableUnits } from '#contract/order/returnable-units.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { useCurrentStore } from '../../lib/session/use-current-store.ts'
import { useArchive } from '../change/use-archive.tsx'
import {
  getNextStep,
  getTransitionVerb,
  listOtherSteps,
  type OrderStep,
  requiresTransitionDialog,
} from '../order-transitions.ts'
import { listReplaceableLines } from '../return/replaceable-lines.ts'
import { UnarchiveButton } from './archived-alert.tsx'
import { DeleteDraftDialog } from './delete-draft-dialog.tsx'
import { useOrderTransition } from './use-order-transition.ts'

const hasReturnableUnits = (order: Order) =>
  listReturnableUnits(order).some(({ quantity }) => quantity > 0)

/** A button for the next step, and a menu with all other changes. */
export function OrderActions({ order, dialog }: { order: Order; dialog: DialogParam }) {
  const { t } = useTranslation()
  const { changeStatus, isChanging } = useOrderTransition(order)
  const storeSteps = useCurrentStore()?.orderSteps ?? []
  const nextStep = getNextStep(order, storeSteps)
  const otherSteps = listOtherSteps(order, storeSteps)
  const [isOpened, setIsOpened] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const page = useQuery({
    ...queryOptionsFor(orderPaymentLinkApi.getPageUrl, { params: { id: order._id } }),
    enabled: isOpened && order.status !== 'draft',
  })
  const url = page.data?.url
  const isArchived = order.archivedAt !== null
  const navigate = useNavigate()
  const duplicate = useRouteMutation(orderCopyApi.duplicate)
  const handleDuplicate = () =>
    duplicate.mutate(
      { params: { id: order._id } },
      { onSuccess: ({ _id }) => void navigate(getRecordPath('order', _id)) },
    )
  // After an error, a toast appears and the order is loaded again.
  function handleSelect(step: OrderStep) {
    if (
      step === 'parcel' ||
      step === 'payment' ||
      step === 'refund' ||
      requiresTransitionDialog(order, step)
    )
      dialog.open(step)
    else void changeStatus({ kind: 'changeStatus', status: step }).catch(() => {})
  }
  function getLabel(step: OrderStep) {
    if (step === 'parcel') return t('parcel.fulfill')
    if (step === 'payment' || step === 'refund') return t(`order.money.${step}`)
    return t(`order.verb.${getTransitionVerb(order.status, step)}`)
  }
  const isArchivable = archivableStatuses.some(status => status === order.status)
  const { toggleArchived, archiveDialog } = useArchive(order)
  const isDestructive = (step: OrderStep) => step === 'cancelled'
  return (
    <>
      <Menu position="bottom-end" onOpen={() => setIsOpened(true)}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} stroke={1.75} />}>
            {t('order.detail.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {otherSteps
            .filter(step => !isDestructive(step))
            .map(step => (
              <Menu.Item key={step} onClick={() => handleSelect(step)}>
                {getLabel(step)}
              </Menu.Item>
            ))}
          {otherSteps.some(step => !isDestructive(step)) && <Menu.Divider />}
          {!isArchived && <ReturnItems order={order} dialog={dialog} />}
          {!isArchived && isShippable(order) && listOpenUnits(order).length > 0 && (
            <Menu.Item onClick={() => dialog.open('packerLink')}>
              {t('order.packerLink.create')}
            </Menu.Item>
          )}
          <ResendEmailItem order={order} />
          <Menu.Item onClick={handleDuplicate}>{t('order.detail.duplicate')}</Menu.Item>
          {url && (
            <>
              <Menu.Item component="a" href={`${url}/invoice`} target="_blank">
                {t('order.paper.summary')}
              </Menu.Item>
              <Menu.Item component="a" href={url} target="_blank">
                {t('order.paper.customerPage')}
              </Menu.Item>
            </>
          )}
          {(isArchived || isArchivable) && (
            <Menu.Item onClick={toggleArchived}>
              {t(isArchived ? 'order.archive.unarchive' : 'order.archive.archive')}
            </Menu.Item>
          )}
          {(order.status === 'draft' || otherSteps.some(isDestructive)) && <Menu.Divider />}
          {otherSteps.filter(isDestructive).map(step => (
            <Menu.Item key={step} color="red" onClick={() => handleSelect(step)}>
              {getLabel(step)}
            </Menu.Item>
          ))}
          {order.status === 'draft' && (
            <Menu.Item color="red" onClick={() => setDeleting(true)}>
              {t('order.draft.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <DeleteDraftDialog order={order} isOpen={isDeleting} onClose={() => setDeleting(false)} />
      {isArchived && <UnarchiveButton order={order} />}
      {archiveDialog}
      {nextStep && (
        <Button loading={isChanging} onClick={() => handleSelect(nextStep)}>
          {getLabel(nextStep)}
        </Button>
      )}
    </>
  )
}

/** Sends the email that confirms the order again. */
function ResendEmailItem({ order }: { order: Order }) {
  const { t } = useTranslation()
  const send = useRouteMutation(orderEmailApi.resendOrderEmail)
  if (!hasOrderEmail(order)) return null
  return (
    <Menu.Item onClick={() => send.mutate({ params: { id: order._id } })}>
      {t('order.detail.resendOrderEmail')}
    </Menu.Item>
  )
}

/** The returns and claims that the units of the order allow. */
function ReturnItems({ order, dialog }: { order: Order; dialog: DialogParam }) {
  const { t } = useTranslation()
  return (
    <>
      {hasReturnableUnits(order) && (
        <Menu.Item onClick={() => dialog.open('return')}>
          {t('returnDialog.return.create')}
        </Menu.Item>
      )}
      {listReplaceableLines(order).length > 0 && (
        <>
          <Menu.Item onClick={() => dialog.open('claim')}>
            {t('returnDialog.claim.create')}
          </Menu.Item>
          <Menu.Item onClick={() => dialog.open('replace')}>
            {t('returnDialog.claim.open')}
          </Menu.Item>
        </>
      )}
    </>
  )
}
