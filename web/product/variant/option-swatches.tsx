import {
  Anchor,
  Button,
  ColorPicker,
  Popover,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { isColorOptionName } from '#contract/product/option-name.ts'
import type { OptionSwatch } from '#contract/product/option-swatch.ts'
import type { ProductOption } from '#contract/product/product.ts'
import {
  type StoreSwatch,
  StoreSwatchQuery,
  storeSwatchApi,
} from '#contract/product/store-swatch.ts'
import { findSwatch, hasSwatches } from '#contract/product/swatch.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import type { EditableImage } from '../../media/image-key.ts'
import css from './option-swatches.module.css'

type Props = {
  option: ProductOption
  /** Undefined for a new product. */
  product: string | undefined
  images: readonly EditableImage[]
  onChange: (swatches: OptionSwatch[]) => void
}

/** The colors or images by which shoppers choose the values of an option. */
export function OptionSwatches({ option, product, images, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const storeSwatches = useStoreSwatches(option, product)
  const { name, values, swatches = [] } = option
  const shownOption = { ...option, swatches: [...swatches, ...storeSwatches] }
  if (values.length === 0) return null
  if (!isOpen && !hasSwatches(shownOption) && !isColorOptionName(name))
    return (
      <Button
        className={css.add}
        variant="subtle"
        color="gray"
        size="compact-xs"
        onClick={() => setIsOpen(true)}
      >
        {t('product.swatches.add')}
      </Button>
    )
  return (
    <ul className={css.swatches} aria-label={t('product.swatches.title', { option: name })}>
      {values.map(value => (
        <li key={value}>
          <SwatchButton
            value={value}
            swatch={findSwatch(shownOption, value)}
            isOwn={swatches.some(other => other.value === value)}
            storeSwatch={storeSwatches.find(other => other.value === value)}
            images={images}
            onChange={swatch =>
              onChange([
                ...swatches.filter(other => other.value !== value),
                ...(swatch ? [{ value, ...swatch }] : []),
              ])
            }
          />
        </li>
      ))}
    </ul>
  )
}

/** Returns the swatches that values of an option have in other products. */
function useStoreSwatches(option: ProductOption, product: string | undefined) {
  const [{ name, values }] = useDebouncedValue(option, 400)
  const query = { name, values, ...(product && { excludedProduct: product }) }
  const { data = [] } = useQuery({
    ...queryOptionsFor(storeSwatchApi.listStoreSwatches, { query }),
    enabled: values.length > 0 && StoreSwatchQuery.safeParse(query).success,
    placeholderData: keepPreviousData,
  })
  return data
}

type SwatchButtonProps = {
  value: string
  swatch: OptionSwatch | undefined
  /** Whether the seller has chosen it. Others follow from another product or the name of the value. */
  isOwn: boolean
  storeSwatch: StoreSwatch | undefined
  images: readonly EditableImage[]
  onChange: (swatch: Omit<OptionSwatch, 'value'> | null) => void
}

function SwatchButton(props: SwatchButtonProps) {
  const { value, swatch, isOwn, storeSwatch, images, onChange } = props
  const { t } = useTranslation()
  const color = swatch?.color ?? ''
  return (
    <Popover position="bottom-start" trapFocus withinPortal shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={css.swatch}
          aria-label={t('product.swatches.edit', { value })}
          aria-haspopup="dialog"
        >
          <span
            className={css.dot}
            data-empty={swatch ? undefined : ''}
            style={{
              backgroundColor: color || undefined,
              backgroundImage: swatch?.image && `url("${getSizedImageUrl(swatch.image, 160)}")`,
            }}
          />
          {value}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={css.editor}>
        <Text size="sm" fw={500}>
          {value}
        </Text>
        {storeSwatch && !isOwn && (
          <div className={css.source}>
            <Anchor component={Link} to={getRecordPath('product', storeSwatch.product)} size="sm">
              {t('product.swatches.source', { product: storeSwatch.productTitle })}
            </Anchor>
            <Text size="xs" c="dimmed">
              {t('product.swatches.sourceHint')}
            </Text>
          </div>
        )}
        <ColorPicker
          format="hex"
          value={color || '#888888'}
          onChangeEnd={picked => onChange({ color: picked })}
          saturationLabel={t('product.swatches.saturation')}
          hueLabel={t('product.swatches.hue')}
        />
        <TextInput
          key={color}
          label={t('product.swatches.color')}
          defaultValue={color}
          placeholder="#5a6b3c"
          onChange={event => {
            const entry = event.currentTarget.value.trim().toLowerCase()
            if (/^#[0-9a-f]{6}$/.test(entry)) onChange({ color: entry })
          }}
        />
        <div className={css.images}>
          {images
            .filter(({ url }) => url.startsWith('/media/'))
            .map(({ url, alt }, index) => (
              <UnstyledButton
                key={url}
                className={css.image}
                aria-pressed={swatch?.image === url}
                aria-label={alt || t('product.variants.imageNumber', { number: index + 1 })}
                onClick={() => onChange({ image: url })}
              >
                <img src={getSizedImageUrl(url, 160)} alt="" />
              </UnstyledButton>
            ))}
        </div>
        {isOwn && (
          <Button variant="default" size="xs" onClick={() => onChange(null)}>
            {t('product.swatches.reset')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
