import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OrderFile, orderFileApi } from '#contract/order/file/order-file.ts'
import { fetchFile } from '../../lib/call/call-api.ts'
import { startDownload } from '../../lib/call/transfer.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import css from './order-files.module.css'

/** A small photo that opens in its full size. */
export function OrderPhoto({ photo, label }: { photo: OrderFile; label: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const url = usePhotoUrl(photo)
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

/** Returns the URL of a photo in the browser, because its call needs the access token. */
function usePhotoUrl({ _id, contentType }: OrderFile): string | undefined {
  const { data } = useQuery({
    queryKey: [orderFileApi.getFile.feature, orderFileApi.getFile.name, _id],
    queryFn: () => fetchFile(orderFileApi.getFile, { params: { id: _id } }),
    // A photo never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [url, setUrl] = useState<string>()
  useEffect(
    function createUrl() {
      if (!data) return
      const created = URL.createObjectURL(new Blob([data], { type: contentType }))
      setUrl(created)
      return () => URL.revokeObjectURL(created)
    },
    [data, contentType],
  )
  return url
}
