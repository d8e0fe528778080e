import { Button, Loader } from '@mantine/core'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OrderPaperSheet } from '../component/order-paper-sheet.tsx'
import css from './packing.module.css'
import { PackingError } from './packing-error.tsx'
import type { Packing } from './use-packing.ts'

type Props = {
  packing: Packing
  order: { _id: string; number: string }
  onClose: () => void
}
type Slip = Awaited<ReturnType<Packing['getSlip']>>

/** The packing slip of an order, to print. */
export function PackingSlip({ packing: { getSlip }, order: { _id: id, number }, onClose }: Props) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const [slip, setSlip] = useState<Slip>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `getSlip` changes with each render
  useEffect(
    function loadSlip() {
      heading.current?.focus()
      setError(undefined)
      getSlip(id).then(setSlip, setError)
    },
    [id, attempt],
  )
  return (
    <main id="content" className={css.slip}>
      <title>{`${t('packing.slipOf', { number })} · Storewright`}</title>
      <header>
        <Button
          variant="default"
          size="md"
          leftSection={<IconArrowLeft size={18} stroke={1.75} className="sw-flip" />}
          onClick={onClose}
        >
          {t('packing.back')}
        </Button>
        <Button
          size="md"
          disabled={!slip}
          leftSection={<IconPrinter size={18} stroke={1.75} />}
          onClick={() => print()}
        >
          {t('packing.print')}
        </Button>
      </header>
      <h1 ref={heading} tabIndex={-1}>
        {t('packing.slipOf', { number })}
      </h1>
      {slip && <OrderPaperSheet paper={slip.paper} format={slip.format} />}
      {error !== undefined && (
        <PackingError error={error} onRetry={() => setAttempt(attempt + 1)} />
      )}
      {!slip && error === undefined && <Loader aria-label={t('packing.loading')} role="status" />}
    </main>
  )
}
