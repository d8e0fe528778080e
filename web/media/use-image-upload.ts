import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { imageTypes, maxFrames, maxImageBytes, maxImageMegabytes } from '#contract/lib/image.ts'
import { type Media, mediaApi } from '#contract/product/media.ts'
import { uploadFile } from '../lib/call/transfer.ts'
import { toast } from '../lib/page/toast.ts'

/**
 * Returns a function that uploads the valid images and shows an error for each other file. Each has a request
 * of its own, because the server rejects all images of a request if one is damaged.
 */
export function useImageUpload(onUploaded: (images: Media[]) => void) {
  const { t } = useTranslation()
  const [fraction, setFraction] = useState<number>()
  const acceptedTypes: readonly string[] = imageTypes
  async function uploadImages(files: readonly File[]) {
    for (const { name, size, type } of files) {
      if (!acceptedTypes.includes(type)) toast.error(t('ui.image.notImage', { name }))
      else if (size > maxImageBytes)
        toast.error(t('ui.image.tooLarge', { name, max: maxImageMegabytes }))
    }
    const acceptedFiles = files.filter(
      ({ size, type }) => acceptedTypes.includes(type) && size <= maxImageBytes,
    )
    const images: Media[] = []
    for (const [index, file] of acceptedFiles.entries())
      await uploadFile(mediaApi.upload, {
        files: [file],
        onProgress: sent => setFraction((index + sent) / acceptedFiles.length),
      }).then(
        uploads => {
          for (const { fileName, isFirstFrameOnly } of uploads)
            if (isFirstFrameOnly)
              toast.success(t('ui.image.firstFrame', { name: fileName, max: maxFrames }))
          images.push(...uploads)
        },
        error => toast.errorUnlessHandled(error),
      )
    setFraction(undefined)
    if (images.length > 0) onUploaded(images)
  }
  return { uploadImages, fraction }
}
