import type { MatchableProductField } from '#contract/import/import-match.ts'
import type { ProductColumnKey } from '../product/product-field.ts'
import {
  createCategoryCell,
  createDescriptionCell,
  createListCell,
  createStatusCell,
  createWeightCell,
  splitUrls,
} from './preset-cell.ts'
import {
  convertEach,
  type ProductCells,
  type ProductPreset,
  type SourceRow,
} from './product-preset.ts'

const optionNumbers = [1, 2, 3] as const

const weightUnits = ['g', 'kg', 'lb', 'oz'] as const

const isWeight = (field: MatchableProductField): field is `weight:${'g' | 'kg' | 'lb' | 'oz'}` =>
  field.startsWith('weight:')

/** Returns the field of a column without the unit of a weight. */
export const omitUnit = (field: MatchableProductField): ProductColumnKey =>
  isWeight(field) ? 'weight' : field

/** Returns the format of a spreadsheet whose columns a user has matched to fields. */
export function createSpreadsheetPreset(
  header: readonly string[],
  matchedFields: readonly (MatchableProductField | null)[],
): ProductPreset {
  const unit = matchedFields.find(field => field !== null && isWeight(field))?.split(':')[1]
  const weightUnit = weightUnits.find(each => each === unit) ?? 'g'
  const getHeader = (field: MatchableProductField) => header[matchedFields.indexOf(field)] ?? ''
  const optionHeaders = optionNumbers.map(n => getHeader(`option${n}Value`))
  const convertRow = ({ cells }: SourceRow): ProductCells[] => {
    const options = optionNumbers.map(n => [
      `option${n}Name`,
      // The header of a column such as "Size" is the name of the option.
      cells[`option${n}Value`] ? cells[`option${n}Name`] || (optionHeaders[n - 1] ?? '') : '',
    ])
    return [
      {
        ...cells,
        ...Object.fromEntries(options),
        description: createDescriptionCell(cells.description ?? ''),
        tags: createListCell(cells.tags ?? '', /[,;|\n]/),
        categories: createCategoryCell(cells.categories ?? '', /[,;|\n]/, /[>»›/]/),
        status: createStatusCell(cells.status ?? ''),
        weight: createWeightCell(cells.weight ?? '', weightUnit),
        imageSrc: splitUrls(cells.imageSrc ?? '').join('\n'),
      },
    ]
  }
  return {
    format: 'spreadsheet',
    matches: () => true,
    headers: {},
    addedFields: optionNumbers.flatMap((n): ProductColumnKey[] =>
      matchedFields.includes(`option${n}Value`) ? [`option${n}Name`] : [],
    ),
    weightUnit,
    convert: convertEach(convertRow),
  }
}
