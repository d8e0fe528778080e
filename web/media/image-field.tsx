import { Button, FileButton, Progress, Skeleton, Text } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { imageTypes, maxImageMegabytes } from '#contract/lib/image.ts'
import { preloadable } from '../lib/page/preloadable.tsx'
import css from './image-field.module.css'
import type { EditableImage } from './image-key.ts'
import { useImageUpload } from './use-image-upload.ts'

type Props = {
  label: string
  images: readonly EditableImage[]
  onChange: (images: EditableImage[]) => void
  max?: number
  /** Stores crop the images, so that users choose the point that stays visible. */
  hasFocalPoint?: boolean
}

const LazyImageGrid = preloadable(() =>
  import('./image-grid.tsx').then(({ ImageGrid }) => ImageGrid),
)

/**
 * A field for images, which the user drops, pastes or selects, and sorts by pointer or arrow keys.
 */
export function ImageField({ label, images, onChange, max = 50, hasFocalPoint = false }: Props) {
  const { t } = useTranslation()
  const { uploadImages, fraction } = useImageUpload(addedImages =>
    onChange(
      [...images, ...addedImages.map(({ _id, url, alt }) => ({ media: _id, url, alt }))].slice(
        0,
        max,
      ),
    ),
  )
  const [isDragOver, setDragOver] = useState(false)
  usePaste(uploadImages)
  return (
    <div
      role="group"
      aria-label={label}
      className={css.field}
      data-over={isDragOver || undefined}
      onDragOver={event => {
        if (event.dataTransfer.types.includes('Files')) {
          event.preventDefault()
          setDragOver(true)
        }
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={event => {
        event.preventDefault()
        setDragOver(false)
        void uploadImages([...event.dataTransfer.files])
      }}
    >
      {images.length > 0 && (
        <Suspense fallback={<Skeleton h={120} />}>
          <LazyImageGrid
            images={images}
            onChange={onChange}
            isSingle={max === 1}
            hasFocalPoint={hasFocalPoint}
          />
        </Suspense>
      )}
      {images.length < max && (
        <div className={css.dropZone}>
          <IconPhotoUp size={22} stroke={1.5} aria-hidden />
          <span>
            {t(max > 1 ? 'ui.image.drop' : 'ui.image.dropOne')}{' '}
            <FileButton
              multiple={max > 1}
              accept={imageTypes.join(',')}
              onChange={files => void uploadImages([files ?? []].flat())}
            >
              {props => (
                <Button {...props} variant="subtle" size="compact-sm" px={4}>
                  {t(max > 1 ? 'ui.image.choose' : 'ui.image.chooseOne')}
                </Button>
              )}
            </FileButton>
          </span>
          <Text size="xs" c="dimmed">
            {t('ui.image.limits', { max: maxImageMegabytes })}
          </Text>
        </div>
      )}
      {fraction !== undefined && (
        <Progress
          value={fraction * 100}
          size="sm"
          aria-label={t('ui.image.uploading')}
          animated={fraction === 1}
        />
      )}
    </div>
  )
}

function usePaste(uploadImages: (files: readonly File[]) => Promise<void>) {
  const latestHandler = useRef(uploadImages)
  latestHandler.current = uploadImages
  useEffect(function listenForPaste() {
    const handlePaste = (event: ClipboardEvent) => {
      // A text editor has pasted the text. Office copies an image of it too.
      if (event.defaultPrevented) return
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) =>
        type.startsWith('image/'),
      )
      if (files.length > 0) void latestHandler.current(files)
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [])
}
