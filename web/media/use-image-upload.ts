import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { imageTypes, maxFrames, maxImageBytes, maxImageMegabytes } from '#contract/lib/image.ts'
import { type Media, mediaApi } from '#contract/product/media.ts'
import { uploadFile } from '../lib/call/transfer.ts'
import { toast } from '../lib/page/toast.ts'

/** Returns a function that uploads the valid images and shows an error for each other file. */
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
    if (acceptedFiles.length === 0) return
    setFraction(0)
    try {
      const images = await uploadFile(mediaApi.upload, {
        files: acceptedFiles,
        onProgress: setFraction,
      })
      for (const { fileName, isFirstFrameOnly } of images)
        if (isFirstFrameOnly)
          toast.success(t('ui.image.firstFrame', { name: fileName, max: maxFrames }))
      onUploaded(images)
    } catch (error) {
      toast.errorUnlessHandled(error)
    } finally {
      setFraction(undefined)
    }
  }
  return { uploadImages, fraction }
}
