import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { imageTypes, maxFrames, maxImageBytes, maxImageMegabytes } from '#contract/lib/image.ts'
import { type Media, mediaApi } from '#contract/product/media.ts'
import { ApiError } from '../lib/call/request.ts'
import { uploadFile } from '../lib/call/transfer.ts'
import { toast } from '../lib/page/toast.ts'

/** Returns whether the server rejected the file, so that another file can succeed. */
const isFileError = (error: unknown) =>
  error instanceof ApiError && [413, 415, 422].includes(error.status)

/**
 * Returns a function that uploads the valid images and shows an error for each other file. Each has a request
 * of its own, because the server rejects all images of a request if one is damaged.
 * After an error that is not about its file, such as a lost connection, no further image is sent.
 */
export function useImageUpload(onUploaded: (images: Media[]) => void) {
  const { t } = useTranslation()
  const [fraction, setFraction] = useState<number>()
  const acceptedTypes: readonly string[] = imageTypes
  async function uploadImage(file: File, onProgress: (sent: number) => void) {
    const uploads = await uploadFile(mediaApi.upload, { files: [file], onProgress })
    for (const { fileName, isFirstFrameOnly } of uploads)
      if (isFirstFrameOnly)
        toast.success(t('ui.image.firstFrame', { name: fileName, max: maxFrames }))
    return uploads
  }
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
      try {
        images.push(
          ...(await uploadImage(file, sent => setFraction((index + sent) / acceptedFiles.length))),
        )
      } catch (error) {
        toast.errorUnlessHandled(error)
        if (!isFileError(error)) break
      }
    setFraction(undefined)
    if (images.length > 0) onUploaded(images)
  }
  return { uploadImages, fraction }
}
