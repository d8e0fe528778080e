import { Button } from '@mantine/core'
import { IconPackage, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sum } from '#contract/lib/sum.ts'
import type { PackingItem, PackingOrder } from '#contract/packing/packing.ts'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import css from './packing.module.css'
import { getPackingItemName } from './packing-item-name.ts'
import { ItemImage } from './pick-item-row.tsx'

type Props = {
  order: PackingOrder
  items: readonly PackingItem[]
  onPack: (lines: { line: string; quantity: number }[]) => Promise<void>
  onPrint: () => void
}
const stateTones = { open: 'info', packed: 'good', blocked: 'bad' } as const

/** An order with its open lines, which are packed as a parcel. */
export function PackOrderCard({ order, items, onPack, onPrint }: Props) {
  const { t } = useTranslation()
  const { state, obstacle, customerNote, surplusQuantity } = order
  return (
    <li className={css.order} data-state={state}>
      <div className={css.orderHead}>
        <h2>
          <bdi>{order.number}</bdi>
        </h2>
        <StatusBadge tone={stateTones[state]} label={t(`packing.state.${state}`)} />
      </div>
      {obstacle && <p>{t(`packing.obstacle.${obstacle}`)}</p>}
      {surplusQuantity > 0 && <p>{t('packing.surplus', { units: surplusQuantity })}</p>}
      {customerNote && (
        <p className={css.note}>
          <strong>{t('packing.note')}</strong>
          <bdi>{customerNote}</bdi>
        </p>
      )}
      {order.lines.length > 0 && (
        <ul className={css.lines}>
          {order.lines.map(line => (
            <OrderLineRow
              key={line.line}
              line={line}
              item={items.find(({ _id }) => _id === line.item)}
            />
          ))}
        </ul>
      )}
      <div className={css.orderActions}>
        {state === 'open' && <PackButton lines={order.lines} onPack={onPack} />}
        {state !== 'blocked' && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconPrinter size={18} stroke={1.75} />}
            aria-label={t('packing.slipOf', { number: order.number })}
            onClick={onPrint}
          >
            {t('packing.slip')}
          </Button>
        )}
      </div>
    </li>
  )
}

type Line = PackingOrder['lines'][number]

function OrderLineRow({ line, item }: { line: Line; item: PackingItem | undefined }) {
  const { t } = useTranslation()
  return (
    <li data-done={line.pickedQuantity === line.quantity || undefined}>
      <ItemImage url={item?.image ?? ''} />
      <span className={css.lineName}>
        <bdi>{item && getPackingItemName(item)}</bdi>
        <span className={css.codes}>
          <bdi>{item?.sku}</bdi>
        </span>
      </span>
      <span className={css.count}>
        {t('packing.count', { picked: line.pickedQuantity, total: line.quantity })}
      </span>
    </li>
  )
}

/** Packs the picked units. Its label says how many of an incomplete order these are. */
function PackButton({ lines, onPack }: { lines: readonly Line[]; onPack: Props['onPack'] }) {
  const { t } = useTranslation()
  const [isBusy, setIsBusy] = useState(false)
  const picked = sum(lines.map(({ pickedQuantity }) => pickedQuantity))
  const total = sum(lines.map(({ quantity }) => quantity))
  async function pack() {
    setIsBusy(true)
    const pickedLines = lines.filter(({ pickedQuantity }) => pickedQuantity > 0)
    await onPack(
      pickedLines.map(({ line, pickedQuantity }) => ({ line, quantity: pickedQuantity })),
    )
    setIsBusy(false)
  }
  return (
    <Button
      size="md"
      disabled={picked === 0}
      loading={isBusy}
      leftSection={<IconPackage size={18} stroke={1.75} />}
      onClick={() => void pack()}
    >
      {picked === total || picked === 0
        ? t('packing.packOrder')
        : t('packing.packPart', { picked, total })}
    </Button>
  )
}
