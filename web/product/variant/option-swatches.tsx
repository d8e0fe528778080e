import { Button, ColorPicker, Popover, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { isColorOptionName } from '#contract/product/option-name.ts'
import type { OptionSwatch } from '#contract/product/option-swatch.ts'
import type { ProductOption } from '#contract/product/product.ts'
import { findSwatch, hasSwatches } from '#contract/product/swatch.ts'
import type { EditableImage } from '../../media/image-key.ts'
import css from './option-swatches.module.css'

type Props = {
  option: ProductOption
  images: readonly EditableImage[]
  onChange: (swatches: OptionSwatch[]) => void
}

/** The colors or images by which shoppers choose the values of an option. */
export function OptionSwatches({ option, images, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const { name, values, swatches = [] } = option
  if (values.length === 0) return null
  if (!isOpen && !hasSwatches(option) && !isColorOptionName(name))
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
            swatch={findSwatch(option, value)}
            isOwn={swatches.some(other => other.value === value)}
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

type SwatchButtonProps = {
  value: string
  swatch: OptionSwatch | undefined
  /** Whether the seller has chosen it. Others follow from the name of the value. */
  isOwn: boolean
  images: readonly EditableImage[]
  onChange: (swatch: Omit<OptionSwatch, 'value'> | null) => void
}

function SwatchButton({ value, swatch, isOwn, images, onChange }: SwatchButtonProps) {
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
