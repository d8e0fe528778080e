import { Button, FileButton, Group, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxAttachmentMegabytes } from '#contract/lib/attachment.ts'
import { type OrderFile, orderFileApi } from '#contract/order/file/order-file.ts'
import { labelTypes } from '#contract/order/file/order-label.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { LateBadge } from '../../order-status/return-badge.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { DeleteFileButton } from '../file/delete-file-button.tsx'
import { FileLink } from '../file/file-link.tsx'
import fileCss from '../file/order-files.module.css'
import { useFileUpload } from '../file/use-file-upload.ts'
import { useCanOpenLabels } from '../file/use-parcel-label.ts'
import css from './return.module.css'

type Props = { order: Order; orderReturn: OrderReturn; dialog: DialogParam }

/** Until when and with which label the customer sends a return back. */
export function SendBackCard({ order, orderReturn, dialog }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const canWrite = usePermission('order:write')
  const canOpenLabels = useCanOpenLabels()
  const params = { id: order._id }
  const { data: files } = useQuery(queryOptionsFor(orderFileApi.listFiles, { params }))
  const { _id, kind, status, sendBackBy, isLate } = orderReturn
  const label = canOpenLabels
    ? files?.find(file => file.purpose === 'label' && file.return === _id)
    : undefined
  const isOpen = status === 'accepted'
  if (kind === 'claim' || (!isOpen && !label)) return null
  return (
    <SectionCard title={t('orderReturn.sendBack')}>
      {isOpen && (
        <div className={css.deadline}>
          <span>
            {sendBackBy
              ? t('orderReturn.sendBackUntil', { day: format.day(sendBackBy) })
              : t('orderReturn.noDeadline')}
          </span>
          {isLate && <LateBadge />}
          {canWrite && (
            <Button variant="subtle" size="compact-sm" onClick={() => dialog.open('deadline')}>
              {t('orderReturn.changeDay')}
            </Button>
          )}
        </div>
      )}
      {files && (
        <ReturnLabel
          order={order}
          returnId={_id}
          label={label}
          canUpload={isOpen && canWrite}
          canDelete={canWrite}
        />
      )}
    </SectionCard>
  )
}

type LabelProps = {
  order: Order
  returnId: string
  label: OrderFile | undefined
  canUpload: boolean
  canDelete: boolean
}

function ReturnLabel({ order, returnId, label, canUpload, canDelete }: LabelProps) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { uploadFiles, fraction } = useFileUpload(orderFileApi.addReturnLabel, returnId)
  const [isDragOver, setDragOver] = useState(false)
  return (
    <>
      {label ? (
        <Group gap={4} wrap="nowrap" justify="space-between">
          <span className={fileCss.name}>
            <FileLink file={label} />
            <span className={fileCss.details}>
              {t('orderReturn.label')} · {format.bytes(label.bytes)}
            </span>
          </span>
          {canDelete && <DeleteFileButton file={label} />}
        </Group>
      ) : (
        canUpload && <p className={css.text}>{t('orderReturn.noLabel')}</p>
      )}
      {canUpload && (
        <div
          role="group"
          aria-label={t('orderReturn.label')}
          className={css.drop}
          data-over={isDragOver || undefined}
          onDragOver={event => {
            if (!event.dataTransfer.types.includes('Files')) return
            event.preventDefault()
            setDragOver(true)
          }}
          onDragLeave={() => setDragOver(false)}
          onDrop={event => {
            event.preventDefault()
            setDragOver(false)
            void uploadFiles([...event.dataTransfer.files].slice(0, 1))
          }}
        >
          {fraction === undefined ? (
            <FileButton
              accept={labelTypes.join(',')}
              onChange={file => file && void uploadFiles([file])}
            >
              {props => (
                <Button {...props} variant="default" size="compact-sm">
                  {t(label ? 'orderFile.replaceLabel' : 'orderReturn.addLabel')}
                </Button>
              )}
            </FileButton>
          ) : (
            <Progress
              value={fraction * 100}
              size="sm"
              w="100%"
              aria-label={t('orderFile.uploading')}
            />
          )}
          <span className={fileCss.details}>
            {t('orderReturn.labelLimits', { max: maxAttachmentMegabytes })}{' '}
            {order.sendsEmails && t('orderReturn.labelEmail')}
          </span>
        </div>
      )}
    </>
  )
}
