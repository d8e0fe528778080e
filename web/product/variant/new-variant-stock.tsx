import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { VariantValues } from '../product-values.ts'
import css from './product-options-card.module.css'
import { filterNewTrackedVariants, findCommonStock } from './product-variant-matrix.ts'
import { getVariantKey, type VariantChangeHandler } from './use-variant-actions.ts'

type Props = { variants: readonly VariantValues[]; onChange: VariantChangeHandler }

/** Asks for the stock of the variants that are not saved yet, because they start at 0. */
export function NewVariantStock({ variants, onChange }: Props) {
  const { t } = useTranslation()
  const newVariants = filterNewTrackedVariants(variants)
  if (newVariants.length === 0) return null
  const isSoldOut = newVariants.every(({ stock, allowBackorder }) => stock <= 0 && !allowBackorder)

  function setStock(stock: number) {
    const keys = new Set(newVariants.map(getVariantKey))
    onChange(
      current =>
        current.map(variant =>
          keys.has(getVariantKey(variant)) ? { ...variant, stock } : variant,
        ),
      variants.map((_, row) => `variants.${row}.stock`),
    )
  }
  return (
    <div className={css.newStock}>
      <NumberInput
        label={t('product.variants.newStock')}
        description={isSoldOut ? t('product.form.soldOutHint') : undefined}
        maw={280}
        decimalScale={0}
        clampBehavior="none"
        hideControls
        classNames={{ input: 'sw-numbers' }}
        placeholder="–"
        value={findCommonStock(newVariants) ?? ''}
        onFocus={event => event.currentTarget.select()}
        onChange={stock => setStock(Number(stock))}
      />
    </div>
  )
}
