import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconMinus, IconPhoto, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PackingItem } from '#contract/packing/packing.ts'
import css from './packing.module.css'
import { getPackingItemName } from './packing-item-name.ts'

type Props = { item: PackingItem; onPick: (change: number) => void }

/** An item with the number of picked units, which buttons change. */
export function PickItemRow({ item, onPick }: Props) {
  const { t } = useTranslation()
  const { quantity, pickedQuantity } = item
  const name = getPackingItemName(item)
  const rest = quantity - pickedQuantity
  return (
    <li className={css.item} data-done={rest === 0 || undefined}>
      <ItemImage url={item.image} />
      <div className={css.itemText}>
        <strong>
          <bdi>{item.title}</bdi>
        </strong>
        {item.variantTitle && (
          <span className={css.options}>
            <bdi>{item.variantTitle}</bdi>
          </span>
        )}
        <span className={css.codes}>
          {[item.sku, item.barcode].filter(Boolean).map(code => (
            <bdi key={code}>{code}</bdi>
          ))}
        </span>
      </div>
      <div className={css.quantity}>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('packing.removeUnit', { item: name })}
          disabled={pickedQuantity === 0}
          onClick={() => onPick(-1)}
        >
          <IconMinus size={20} />
        </ActionIcon>
        <span className={css.count}>
          {rest === 0 && <IconCheck size={18} aria-hidden />}
          {t('packing.count', { picked: pickedQuantity, total: quantity })}
        </span>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('packing.addUnit', { item: name })}
          disabled={rest === 0}
          onClick={() => onPick(1)}
        >
          <IconPlus size={20} />
        </ActionIcon>
        {rest > 1 && (
          <Button
            variant="default"
            h={44}
            aria-label={t('packing.pickAllOf', { item: name })}
            onClick={() => onPick(rest)}
          >
            {t('packing.pickAll')}
          </Button>
        )}
      </div>
    </li>
  )
}

export const ItemImage = ({ url }: { url: string }) => (
  <span className={css.image}>
    {url ? (
      <img src={url} alt="" loading="lazy" />
    ) : (
      <IconPhoto size={22} stroke={1.5} aria-hidden />
    )}
  </span>
)
