import { Button, TextInput } from '@mantine/core'
import { IconBarcode, IconCamera } from '@tabler/icons-react'
import { lazy, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasBarcodeDetector } from './barcode-detector.ts'
import css from './packing.module.css'
import type { Packing } from './use-packing.ts'

const CameraScanner = lazy(() =>
  import('./camera-scanner.tsx').then(({ CameraScanner: Component }) => ({ default: Component })),
)

/**
 * The field for codes. A hand scanner types a code and Enter, wherever the focus is: the first
 * character moves the focus into the field.
 */
export function ScanBar({ packing: { scan, feedback, showError } }: { packing: Packing }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isCameraOpen, setIsCameraOpen] = useState(false)
  useEffect(function receiveCodesEverywhere() {
    // On phones, the focus would open the keyboard.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus()
    function moveFocus({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
      const isTyping = target instanceof Element && target.matches('input, textarea, select')
      if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey && !isTyping)
        input.current?.focus()
    }
    document.addEventListener('keydown', moveFocus)
    return () => document.removeEventListener('keydown', moveFocus)
  }, [])
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (code.trim() !== '') void scan(code.trim())
    setCode('')
  }
  return (
    <div className={css.scanBar}>
      <form onSubmit={submit}>
        <TextInput
          ref={input}
          label={t('packing.scan')}
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
          leftSection={<IconBarcode size={20} stroke={1.75} />}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="done"
          size="md"
        />
        <Button type="submit" variant="default" size="md">
          {t('packing.addCode')}
        </Button>
      </form>
      {hasBarcodeDetector() && (
        <Button
          variant="default"
          size="md"
          fullWidth
          leftSection={<IconCamera size={20} stroke={1.75} />}
          onClick={() => setIsCameraOpen(!isCameraOpen)}
        >
          {t(isCameraOpen ? 'packing.closeCamera' : 'packing.openCamera')}
        </Button>
      )}
      {isCameraOpen && (
        <Suspense>
          <CameraScanner
            onCode={scanned => void scan(scanned)}
            onFailure={() => {
              setIsCameraOpen(false)
              showError(t('packing.cameraFailed'))
            }}
          />
        </Suspense>
      )}
      <p className={css.feedback} data-tone={feedback?.tone} role="status">
        {feedback?.text}
      </p>
    </div>
  )
}
