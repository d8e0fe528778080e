import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sum } from '#contract/lib/sum.ts'
import type { PackingOrder } from '#contract/packing/packing.ts'
import { useFormatters } from '../lib/formatters.ts'
import css from './packing.module.css'
import { getPackingItemName } from './packing-item-name.ts'

type Props = { surplus: PackingOrder['surplus']; onPutBack: () => Promise<void> }

/** The picked units that an order no longer needs, until the packer says that they are put back. */
export function SurplusUnits({ surplus, onPutBack }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [isBusy, setIsBusy] = useState(false)
  if (surplus.length === 0) return null
  async function putBack() {
    setIsBusy(true)
    await onPutBack()
    setIsBusy(false)
  }
  const units = sum(surplus.map(({ quantity }) => quantity))
  return (
    <div className={css.surplus}>
      <strong>{t('packing.surplus', { units: format.number(units) })}</strong>
      <ul>
        {surplus.map(({ line, quantity, ...item }) => (
          <li key={line}>
            <span>{`${format.number(quantity)} ×`}</span> <bdi>{getPackingItemName(item)}</bdi>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        size="md"
        loading={isBusy}
        leftSection={<IconArrowBackUp size={18} stroke={1.75} />}
        onClick={() => void putBack()}
      >
        {t('packing.putBack')}
      </Button>
    </div>
  )
}
