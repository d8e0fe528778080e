import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { createBarcodeDetector } from './barcode-detector.ts'
import css from './packing.module.css'

type Props = { onCode: (code: string) => void; onFailure: () => void }

const detectionMs = 150
/** A code that stays in the image is one unit. It counts again after it has left for this time. */
const pauseMs = 1500

/** Shows the image of the rear camera, and reports each barcode that appears in it. */
export function CameraScanner({ onCode, onFailure }: Props) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const reportCode = useEffectEvent(onCode)
  const reportFailure = useEffectEvent(onFailure)
  useEffect(function scanUntilClosed() {
    const detector = createBarcodeDetector()
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isClosed = false
    const lastSeen = new Map<string, number>()
    const stop = () => {
      isClosed = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    async function start() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isClosed) return stop()
      if (!video.current) return
      video.current.srcObject = stream
      await video.current.play()
      await detect()
    }
    async function detect() {
      if (isClosed || !video.current || !detector) return
      // A frame that cannot be read is skipped.
      const codes = await detector.detect(video.current).catch(() => [])
      const now = performance.now()
      for (const { rawValue } of codes) {
        const isNew = now - (lastSeen.get(rawValue) ?? Number.NEGATIVE_INFINITY) > pauseMs
        lastSeen.set(rawValue, now)
        if (isNew) reportCode(rawValue)
      }
      timer = setTimeout(() => void detect(), detectionMs)
    }
    start().catch(() => {
      if (!isClosed) reportFailure()
    })
    return stop
  }, [])
  return (
    <video
      ref={video}
      className={css.camera}
      aria-label={t('packing.cameraImage')}
      muted
      playsInline
    />
  )
}
