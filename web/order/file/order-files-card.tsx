import { Button, FileButton, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { attachmentTypes, maxAttachmentMegabytes } from '#contract/lib/attachment.ts'
import { type OrderFile, orderFileApi } from '#contract/order/file/order-file.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { DeleteFileButton } from './delete-file-button.tsx'
import { FileLink } from './file-link.tsx'
import css from './order-files.module.css'
import { useFileUpload } from './use-file-upload.ts'

/** The attachments of staff to an order. */
export function OrderFilesCard({ orderId }: { orderId: string }) {
  const { t } = useTranslation()
  const canWrite = usePermission('order:write')
  const { uploadFiles, fraction } = useFileUpload(orderFileApi.addFile, orderId)
  const { data } = useQuery(queryOptionsFor(orderFileApi.listFiles, { params: { id: orderId } }))
  const attachments = data?.filter(({ purpose }) => purpose === 'attachment')
  if (!attachments || (attachments.length === 0 && !canWrite)) return null
  return (
    <SectionCard title={t('orderFile.title')}>
      {attachments.length > 0 && (
        <ul className={css.list}>
          {attachments.map(file => (
            <AttachmentRow key={file._id} file={file} canDelete={canWrite} />
          ))}
        </ul>
      )}
      {fraction !== undefined && (
        <Progress value={fraction * 100} size="sm" aria-label={t('orderFile.uploading')} />
      )}
      {canWrite && (
        <div>
          <FileButton
            multiple
            accept={[...attachmentTypes, '.csv'].join(',')}
            onChange={files => void uploadFiles(files)}
          >
            {props => (
              <Button {...props} variant="default" fullWidth disabled={fraction !== undefined}>
                {t('orderFile.add')}
              </Button>
            )}
          </FileButton>
          <p className={css.hint}>{t('orderFile.limits', { max: maxAttachmentMegabytes })}</p>
        </div>
      )}
    </SectionCard>
  )
}

function AttachmentRow({ file, canDelete }: { file: OrderFile; canDelete: boolean }) {
  const format = useFormatters()
  const { bytes, createdAt } = file
  return (
    <li className={css.row}>
      <span className={css.name}>
        <FileLink file={file} />
        <span className={css.details}>
          {format.bytes(bytes)} · {format.dateTime(createdAt)}
        </span>
      </span>
      {canDelete && <DeleteFileButton file={file} />}
    </li>
  )
}
