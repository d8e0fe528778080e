import { isSizeOptionName } from '#contract/product/option-name.ts'
import type { ProductOption } from '#contract/product/product.ts'
import { parseSizeTable } from '#contract/product/product-table.ts'
import { findSwatch, hasSwatches } from '#contract/product/swatch.ts'
import type { StorefrontProduct, StorefrontVariant } from '#contract/storefront/storefront-page.ts'
import { useContentLanguage, useTexts } from '../frame/page-context.tsx'
import { Swatch } from '../product/swatch.tsx'
import { useVariantPath } from '../product/use-variant-path.ts'
import { SizeTableButton } from './size-table.tsx'

/** With more values, an option is a list to choose from. */
const maxLinks = 12

type Props = { product: StorefrontProduct; variant: StorefrontVariant }
type OptionProps = { option: ProductOption; selectedValue: string; choices: Choice[] }
/** A value of an option with the variant to which it leads. */
type Choice = { value: string; path: string; target: StorefrontVariant }

/** Links to the other variants. Without JavaScript each link loads the page with its variant. */
export function VariantPicker({ product, variant }: Props) {
  const toVariantPath = useVariantPath()
  const { options } = product
  const namedIndex = options.findIndex(({ name }) => isSizeOptionName(name))
  const sizeIndex = namedIndex < 0 ? options.length - 1 : namedIndex
  const hasSizes = parseSizeTable(product.sizeTable).length > 0
  return (
    <>
      {options.map((option, index) => (
        <OptionField
          key={option.name}
          option={option}
          selectedValue={variant.options[index] ?? ''}
          choices={listChoices(product, variant, index).map(choice => ({
            ...choice,
            path: toVariantPath(product.slug, choice.target._id),
          }))}
          sizedProduct={hasSizes && index === sizeIndex ? product : undefined}
        />
      ))}
      {hasSizes && options.length === 0 && <SizeTableButton product={product} />}
    </>
  )
}

function OptionField({
  sizedProduct,
  ...props
}: OptionProps & { sizedProduct: StorefrontProduct | undefined }) {
  const { option, selectedValue, choices } = props
  const contentLanguage = useContentLanguage()
  const isList = !hasSwatches(option) && choices.length > maxLinks
  return (
    <fieldset className="option">
      <legend {...contentLanguage}>
        {option.name}
        <span className="option-selected">
          <span className="visually-hidden">: </span>
          {selectedValue}
        </span>
      </legend>
      {sizedProduct && <SizeTableButton product={sizedProduct} />}
      <div className="option-values">
        {isList ? (
          <OptionList {...props} />
        ) : (
          choices.map(choice => (
            <OptionLink
              key={choice.value}
              {...choice}
              option={option}
              isSelected={choice.value === selectedValue}
            />
          ))
        )}
      </div>
    </fieldset>
  )
}

type LinkProps = Choice & { option: ProductOption; isSelected: boolean }

function OptionLink({ option, value, path, target, isSelected }: LinkProps) {
  const t = useTexts()
  const swatch = findSwatch(option, value)
  return (
    <a
      className={swatch ? 'option-value option-swatch' : 'option-value'}
      href={path}
      title={swatch && value}
      aria-current={isSelected ? 'true' : undefined}
      data-unavailable={target.isAvailable ? undefined : ''}
    >
      {swatch ? (
        <>
          <Swatch swatch={swatch} />
          <span className="visually-hidden">{value}</span>
        </>
      ) : (
        value
      )}
      {!target.isAvailable && <span className="visually-hidden"> {t('unavailable')}</span>}
    </a>
  )
}

function OptionList({ option, selectedValue, choices }: OptionProps) {
  const t = useTexts()
  const [path = '', query] = choices[0]?.path.split('?') ?? []
  const parameters = [...new URLSearchParams(query)].filter(([name]) => name !== 'variant')
  return (
    <form className="option-list" method="get" action={path}>
      {parameters.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <select
        name="variant"
        aria-label={option.name}
        defaultValue={choices.find(({ value }) => value === selectedValue)?.target._id}
      >
        {choices.map(({ value, target }) => (
          <option key={value} value={target._id}>
            {target.isAvailable ? value : `${value} (${t('unavailable')})`}
          </option>
        ))}
      </select>
      <button type="submit">{t('apply')}</button>
    </form>
  )
}

/** Returns the values of an option for which a variant exists. */
const listChoices = (
  { options, variants }: StorefrontProduct,
  selectedVariant: StorefrontVariant,
  index: number,
): Omit<Choice, 'path'>[] =>
  (options[index]?.values ?? []).flatMap(value => {
    const target = findVariant(variants, selectedVariant, index, value)
    return target ? [{ value, target }] : []
  })

/**
 * Returns the variant with this value that has most of the other selected values, one that can be
 * bought if several have.
 */
function findVariant(
  variants: readonly StorefrontVariant[],
  selectedVariant: StorefrontVariant,
  index: number,
  value: string,
): StorefrontVariant | undefined {
  const countEqual = (variant: StorefrontVariant) =>
    variant.options.filter((option, i) => option === selectedVariant.options[i]).length
  return variants
    .filter(variant => variant.options[index] === value)
    .toSorted(
      (a, b) => countEqual(b) - countEqual(a) || Number(b.isAvailable) - Number(a.isAvailable),
    )[0]
}
