import { findNamedColor } from './color-names.ts'
import { isColorOptionName } from './option-name.ts'
import type { OptionSwatch } from './option-swatch.ts'

type SwatchOption = { name: string; values: string[]; swatches?: OptionSwatch[] | undefined }

/**
 * Returns the swatch of a value: the first of the option, otherwise the color of a known name if the
 * option is about colors.
 */
export function findSwatch(option: SwatchOption, value: string): OptionSwatch | undefined {
  const storedSwatch = option.swatches?.find(
    swatch => swatch.value === value && (swatch.color || swatch.image),
  )
  if (storedSwatch) return storedSwatch
  const color = isColorOptionName(option.name) ? findNamedColor(value) : undefined
  return color === undefined ? undefined : { value, color }
}

/** Returns true if at least one value of an option has a swatch. */
export const hasSwatches = (option: SwatchOption): boolean =>
  option.values.some(value => findSwatch(option, value) !== undefined)

/** Returns a changed option with the stored swatches of its values, unless it has its own. */
export function keepSwatches<Option extends SwatchOption>(
  option: Option,
  stored: readonly SwatchOption[],
): Option {
  if (option.swatches) return option
  const swatches = stored
    .find(({ name }) => name === option.name)
    ?.swatches?.filter(({ value }) => option.values.includes(value))
  return swatches?.length ? { ...option, swatches } : option
}
