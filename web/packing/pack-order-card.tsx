import { Button, TextInput } from '@mantine/core'
import { IconPackage, IconPrinter } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createFieldError } from '#contract/lib/error/issue.ts'
import { sum } from '#contract/lib/sum.ts'
import { maxBoxLength, maxParcelGrams } from '#contract/packing/packaging.ts'
import type {
  PackingItem,
  PackingLabel,
  PackingList,
  PackingOrder,
} from '#contract/packing/packing.ts'
import { translateError } from '../lib/call/translate-server-message.ts'
import { useFormatters } from '../lib/formatters.ts'
import { parseGrams } from '../ui/field/weight-field.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import css from './packing.module.css'
import { getPackingItemName } from './packing-item-name.ts'
import { ItemImage } from './pick-item-row.tsx'
import { SurplusUnits } from './surplus-units.tsx'
import type { PackedUnits } from './use-packing.ts'

/** Enough characters for the heaviest parcel, with decimals. */
const maxWeightLength = 12

type PackProps = {
  /** The suggested boxes, and the unit of the weight. */
  list: Pick<PackingList, 'boxes' | 'weightUnit'>
  onPack: (packed: PackedUnits) => Promise<void>
}
type Props = PackProps & {
  order: PackingOrder
  items: readonly PackingItem[]
  onPutBack: () => Promise<void>
  onPrint: () => void
  onPrintLabel: (label: PackingLabel) => void
}
const stateTones = { open: 'info', packed: 'good', blocked: 'bad' } as const

/** An order with its open lines, which are packed as a parcel. */
export function PackOrderCard({
  order,
  items,
  list,
  onPack,
  onPutBack,
  onPrint,
  onPrintLabel,
}: Props) {
  const { t } = useTranslation()
  const { state, obstacle, customerNote, box } = order
  return (
    <li className={css.order} data-state={state}>
      <div className={css.orderHead}>
        <h2>
          <bdi>{order.number}</bdi>
        </h2>
        <StatusBadge tone={stateTones[state]} label={t(`packing.state.${state}`)} />
      </div>
      {obstacle && <p>{t(`packing.obstacle.${obstacle}`)}</p>}
      {box && (
        <p>
          {t('packing.box')}: <bdi>{box}</bdi>
        </p>
      )}
      <SurplusUnits surplus={order.surplus} onPutBack={onPutBack} />
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
        {state === 'open' && (
          // The parcel of the remaining units has another box and weight.
          <PackForm key={countUnits(order.lines)} lines={order.lines} list={list} onPack={onPack} />
        )}
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
        {order.labels.map(label => (
          <Button
            key={label._id}
            variant="default"
            size="md"
            leftSection={<IconPrinter size={18} stroke={1.75} />}
            onClick={() => onPrintLabel(label)}
          >
            <span>
              {t('packing.label')} <bdi>{label.parcel}</bdi>
            </span>
          </Button>
        ))}
      </div>
    </li>
  )
}

type Line = PackingOrder['lines'][number]

const countUnits = (lines: readonly Line[]): number => sum(lines.map(({ quantity }) => quantity))

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
function PackForm({
  lines,
  list: { boxes, weightUnit },
  onPack,
}: { lines: readonly Line[] } & PackProps) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [isBusy, setIsBusy] = useState(false)
  const boxListId = useId()
  const [box, setBox] = useState('')
  const [weight, setWeight] = useState('')
  const grams = parseGrams(weight, weightUnit, format.decimalMark)
  const isTooHeavy = grams !== null && grams > maxParcelGrams
  const picked = sum(lines.map(({ pickedQuantity }) => pickedQuantity))
  const total = countUnits(lines)
  async function pack() {
    setIsBusy(true)
    const pickedLines = lines.filter(({ pickedQuantity }) => pickedQuantity > 0)
    await onPack({
      lines: pickedLines.map(({ line, pickedQuantity }) => ({ line, quantity: pickedQuantity })),
      box: box.trim(),
      weight: grams,
    })
    setIsBusy(false)
  }
  return (
    <>
      {picked > 0 && (
        <div className={css.packaging}>
          <TextInput
            label={t('packing.box')}
            list={boxListId}
            value={box}
            onChange={event => setBox(event.currentTarget.value)}
            autoComplete="off"
            maxLength={maxBoxLength}
            size="md"
          />
          <datalist id={boxListId}>
            {boxes.map(name => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <TextInput
            label={t('packing.weight', { unit: weightUnit })}
            inputMode="decimal"
            value={weight}
            onChange={event => setWeight(event.currentTarget.value.replaceAll(/[^\d.,]/g, ''))}
            error={
              isTooHeavy &&
              translateError(
                createFieldError('weight', 'too_big', {
                  maximum: format.weight(maxParcelGrams, weightUnit),
                }),
              )
            }
            maxLength={maxWeightLength}
            autoComplete="off"
            size="md"
          />
        </div>
      )}
      <Button
        size="md"
        disabled={picked === 0 || isTooHeavy}
        loading={isBusy}
        leftSection={<IconPackage size={18} stroke={1.75} />}
        onClick={() => void pack()}
      >
        {picked === total || picked === 0
          ? t('packing.packOrder')
          : t('packing.packPart', { picked, total })}
      </Button>
    </>
  )
}
