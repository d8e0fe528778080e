import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  maxOrderFileBytes,
  maxOrderFileMegabytes,
  orderFileApi,
} from '#contract/order/file/order-file.ts'
import { uploadFile } from '../../lib/call/transfer.ts'
import { toast } from '../../lib/page/toast.ts'

/** Returns a function that attaches files to an order and shows an error for each other file. */
export function useAttachmentUpload(orderId: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [fraction, setFraction] = useState<number>()
  async function uploadFiles(files: readonly File[]) {
    setFraction(0)
    for (const file of files) {
      if (file.size > maxOrderFileBytes)
        toast.error(t('order.file.tooLarge', { name: file.name, max: maxOrderFileMegabytes }))
      else
        await uploadFile(orderFileApi.addFile, {
          params: { id: orderId },
          files: [file],
          onProgress: setFraction,
        }).catch(error => toast.errorUnlessHandled(error))
    }
    setFraction(undefined)
    await client.invalidateQueries({
      queryKey: [orderFileApi.listFiles.feature, orderFileApi.listFiles.name],
    })
  }
  return { uploadFiles, fraction }
}
