import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxAttachmentBytes, maxAttachmentMegabytes } from '#contract/lib/attachment.ts'
import type { orderFileApi } from '#contract/order/file/order-file.ts'
import { uploadFile } from '../../lib/call/transfer.ts'
import { toast } from '../../lib/page/toast.ts'

/**
 * Returns a function that stores files of an order, or of a parcel or a return as its label, and shows an
 * error for each other file. `id` is that of the order, the parcel or the return.
 */
export function useFileUpload(
  route:
    | typeof orderFileApi.addFile
    | typeof orderFileApi.addLabel
    | typeof orderFileApi.addReturnLabel,
  id: string,
) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [fraction, setFraction] = useState<number>()
  async function uploadFiles(files: readonly File[]) {
    setFraction(0)
    for (const file of files) {
      if (file.size > maxAttachmentBytes)
        toast.error(t('orderFile.tooLarge', { name: file.name, max: maxAttachmentMegabytes }))
      else
        await uploadFile(route, {
          params: { id },
          files: [file],
          onProgress: setFraction,
        }).catch(error => toast.errorUnlessHandled(error))
    }
    setFraction(undefined)
    // The label of a return also adds an event to the order.
    await client.invalidateQueries({ queryKey: [route.feature] })
  }
  return { uploadFiles, fraction }
}
