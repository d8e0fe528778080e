import { Button, FileButton, Progress, Skeleton, Text } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { imageTypes, maxImageBytes } from '#contract/lib/image.ts'
import { mediaApi } from '#contract/media.ts'
import { upload } from '../lib/call/transfer.ts'
import { useFormat } from '../lib/format.ts'
import { early } from '../lib/page/early.tsx'
import { toast } from '../lib/page/toast.ts'
import css from './image-field.module.css'
import type { Picture } from './picture-key.ts'

type Props = {
  label: string
  pictures: readonly Picture[]
  onChange: (pictures: Picture[]) => void
  max?: number
}

const Grid = early(() => import('./image-grid.tsx').then(({ ImageGrid }) => ImageGrid))

/** Pictures of a thing: dropped, pasted or chosen, several at once; sorted by dragging or by arrow keys. */
export function ImageField({ label, pictures, onChange, max = 50 }: Props) {
  const { t } = useTranslation()
  const { send, fraction } = useUploads(added => onChange([...pictures, ...added].slice(0, max)))
  const [isOver, setOver] = useState(false)
  usePaste(send)
  return (
    <div
      role="group"
      aria-label={label}
      className={css.field}
      data-over={isOver || undefined}
      onDragOver={event => {
        if (event.dataTransfer.types.includes('Files')) {
          event.preventDefault()
          setOver(true)
        }
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        void send([...event.dataTransfer.files])
      }}
    >
      {pictures.length > 0 && (
        <Suspense fallback={<Skeleton h={120} />}>
          <Grid pictures={pictures} onChange={onChange} isSingle={max === 1} />
        </Suspense>
      )}
      {pictures.length < max && (
        <div className={css.drop}>
          <IconPhotoUp size={22} stroke={1.5} aria-hidden />
          <span>
            {t(max > 1 ? 'ui.image.drop' : 'ui.image.dropOne')}{' '}
            <FileButton
              multiple={max > 1}
              accept={imageTypes.join(',')}
              onChange={files => void send([files ?? []].flat())}
            >
              {props => (
                <Button {...props} variant="subtle" size="compact-sm" px={4}>
                  {t(max > 1 ? 'ui.image.choose' : 'ui.image.chooseOne')}
                </Button>
              )}
            </FileButton>
          </span>
          <Text size="xs" c="dimmed">
            {t('ui.image.limits')}
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

/** Files that can be sent are; for each of the others it is said why not. */
function useUploads(onAdded: (pictures: Picture[]) => void) {
  const { t } = useTranslation()
  const format = useFormat()
  const [fraction, setFraction] = useState<number>()
  const types: readonly string[] = imageTypes
  async function send(files: readonly File[]) {
    for (const { name, size, type } of files) {
      if (!types.includes(type)) toast.bad(t('ui.image.notImage', { name }))
      else if (size > maxImageBytes)
        toast.bad(t('ui.image.tooLarge', { name, max: format.bytes(maxImageBytes) }))
    }
    const good = files.filter(({ size, type }) => types.includes(type) && size <= maxImageBytes)
    if (good.length === 0) return
    setFraction(0)
    try {
      const stored = await upload(mediaApi.upload, { files: good, onProgress: setFraction })
      onAdded(stored.map(({ _id, url, alt }) => ({ media: _id, url, alt })))
    } catch (error) {
      toast.unclaimed(error)
    } finally {
      setFraction(undefined)
    }
  }
  return { send, fraction }
}

function usePaste(send: (files: readonly File[]) => Promise<void>) {
  const newest = useRef(send)
  newest.current = send
  useEffect(function takePastedImages() {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) =>
        type.startsWith('image/'),
      )
      if (files.length > 0) void newest.current(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
