import { ActionIcon, Button, TagsInput, Text, TextInput } from '@mantine/core'
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type ProductOption, productLimits } from '#contract/product/product.ts'
import { toast } from '../../lib/page/toast.ts'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import type { EditableImage } from '../../media/image-key.ts'
import { SectionCard } from '../../ui/page/section-card.tsx'
import type { ProductValues, VariantValues } from '../product-values.ts'
import { NewVariantStock } from './new-variant-stock.tsx'
import { OptionSwatches } from './option-swatches.tsx'
import css from './product-options-card.module.css'
import { ProductVariantGrid } from './product-variant-grid.tsx'
import {
  addMissingVariants,
  listCombinations,
  listMissingCombinations,
  rearrangeVariants,
} from './product-variant-matrix.ts'

type Props = {
  form: ContractForm<ProductValues>
  /** Undefined for a new product. */
  product: string | undefined
}

/** The options of a product and the grid of the resulting variants. */
export function ProductOptionsCard({ form, product }: Props) {
  const { t } = useTranslation()
  const options = form.values.options ?? []
  const { variants, images } = form.values
  const missingCount = listMissingCombinations({ options, variants }).length
  const canAddMissing = missingCount > 0 && variants.length + missingCount <= productLimits.variants
  const hasGrid = options.some(({ values }) => values.length > 0)

  function changeOptions(newOptions: ProductOption[]) {
    const newVariants = rearrangeVariants(
      { options, variants: form.getValues().variants },
      newOptions,
    )
    if (newVariants.length > productLimits.variants)
      return toast.error(
        t('product.options.tooMany', {
          count: listCombinations(newOptions).length,
          max: productLimits.variants,
        }),
      )
    form.setFieldValue('options', newOptions)
    form.setFieldValue('variants', newVariants)
    form.clearErrors()
  }
  function setVariants(
    update: (current: VariantValues[]) => VariantValues[],
    paths: readonly string[] = [],
  ) {
    form.setFieldValue('variants', update)
    for (const path of paths) if (form.errors[path]) form.clearFieldError(path)
  }
  const addOption = () =>
    changeOptions([
      ...options,
      { name: options.length === 0 ? t('product.options.firstName') : '', values: [] },
    ])

  return (
    <SectionCard
      title={t('product.options.title')}
      hint={options.length === 0 ? t('product.options.hint') : undefined}
      flush={hasGrid}
      actions={
        options.length > 0 &&
        options.length < productLimits.options && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            onClick={addOption}
          >
            {t('product.options.add')}
          </Button>
        )
      }
    >
      {options.length === 0 && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={14} />}
          onClick={addOption}
        >
          {t('product.options.addFirst')}
        </Button>
      )}
      {options.length > 0 && (
        <ol className={css.options} data-inset={hasGrid || undefined}>
          {options.map((option, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an option has no id, only its index
            <li key={index}>
              <OptionRow
                form={form}
                product={product}
                index={index}
                option={option}
                options={options}
                images={images}
                onChange={changeOptions}
              />
            </li>
          ))}
        </ol>
      )}
      {hasGrid && (
        <>
          <div className={css.summary}>
            <Text size="sm" fw={500}>
              {t('product.variants.variantCount', { count: variants.length })}
            </Text>
            {canAddMissing && (
              <Button
                variant="subtle"
                size="compact-xs"
                onClick={() =>
                  setVariants(current => addMissingVariants({ options, variants: current }))
                }
              >
                {t('product.variants.addMissing', { count: missingCount })}
              </Button>
            )}
          </div>
          <NewVariantStock variants={variants} onChange={setVariants} />
          <ProductVariantGrid
            variants={variants}
            images={images}
            errors={form.errors}
            onChange={setVariants}
          />
        </>
      )}
    </SectionCard>
  )
}

type OptionRowProps = Props & {
  index: number
  option: ProductOption
  options: ProductOption[]
  images: readonly EditableImage[]
  onChange: (options: ProductOption[]) => void
}

function OptionRow({ form, product, index, option, options, images, onChange }: OptionRowProps) {
  const { t } = useTranslation()
  const label = t('product.options.number', { number: index + 1 })
  const replaceOption = (newOption: ProductOption) =>
    onChange(options.map(other => (other === option ? newOption : other)))
  const movedUpOptions = [
    ...options.slice(0, index - 1),
    option,
    ...options.slice(index - 1, index),
    ...options.slice(index + 1),
  ]
  return (
    <div className={css.option} role="group" aria-label={label}>
      <TextInput
        label={t('product.options.name')}
        placeholder={t('product.options.nameExample')}
        value={option.name}
        maxLength={form.getMaxLength(`options.${index}.name`)}
        error={form.errors[`options.${index}.name`]}
        data-path={`options.${index}.name`}
        onChange={event => replaceOption({ ...option, name: event.currentTarget.value })}
      />
      <TagsInput
        label={t('product.options.values')}
        placeholder={option.values.length === 0 ? t('product.options.valuesExample') : ''}
        value={option.values}
        splitChars={[',', ';']}
        maxTags={productLimits.values}
        error={form.errors[`options.${index}.values`]}
        data-path={`options.${index}.values`}
        onChange={values =>
          replaceOption(
            setOptionValues(
              option,
              values.map(value => value.trim()).filter(value => value),
            ),
          )
        }
        acceptValueOnBlur
      />
      <span className={css.actions}>
        {index > 0 && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('product.options.moveUp', { name: option.name || label })}
            onClick={() => onChange(movedUpOptions)}
          >
            <IconArrowUp size={16} stroke={1.75} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('product.options.remove', { name: option.name || label })}
          onClick={() => onChange(options.filter(other => other !== option))}
        >
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      </span>
      <OptionSwatches
        option={option}
        product={product}
        images={images}
        onChange={swatches => replaceOption({ ...option, swatches })}
      />
    </div>
  )
}

/** Returns an option with other values, without the swatches of removed ones. */
const setOptionValues = (option: ProductOption, values: string[]): ProductOption => ({
  ...option,
  values,
  ...(option.swatches && {
    swatches: option.swatches.filter(({ value }) => values.includes(value)),
  }),
})
