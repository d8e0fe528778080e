import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OrderFile, orderFileApi } from '#contract/order/file/order-file.ts'
import { startDownload } from '../../lib/call/transfer.ts'
import { useFileUrl } from '../../lib/call/use-file-url.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import css from './order-files.module.css'

/** A small photo that opens in its full size. */
export function OrderPhoto({ photo, label }: { photo: OrderFile; label: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const url = useFileUrl(orderFileApi.getFile, photo._id, photo.contentType)
  const params = { id: photo._id }
  return (
    <>
      <button type="button" className={css.photo} onClick={() => setOpen(true)}>
        {url ? <img src={url} alt={label} /> : label}
      </button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={label}
        size="xl"
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        {url && <img src={url} alt={label} className={css.fullPhoto} />}
        <DialogFooter>
          <Button
            variant="default"
            onClick={() => startDownload(orderFileApi.getFile, { params }, photo.fileName)}
          >
            {t('orderFile.download')}
          </Button>
        </DialogFooter>
      </Modal>
    </>
  )
}
