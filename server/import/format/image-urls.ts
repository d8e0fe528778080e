import { normalizeHeader } from '../file/import-column-map.ts'
import { createImportProblem, type ReportProblem } from '../import-problem.ts'
import type { ConvertedRow, ProductCells, SourceRow } from './product-preset.ts'

/** Headers of columns with the URL of the store that a file comes from. */
const storeUrlHeaders = ['base_url', 'base_image_url', 'store_url', 'site_url', 'website_url'].map(
  normalizeHeader,
)

/** Returns the first URL of the old store in these rows; '' when there is none. */
export const findStoreUrl = (rows: readonly SourceRow[]): string =>
  rows
    .flatMap(row => storeUrlHeaders.map(header => row.get(header).trim()))
    .find(text => /^https?:\/\//i.test(text)) ?? ''

const isFullUrl = (text: string) => /^(https?:)?\/\//i.test(text)

/** Returns the URL of a folder of images, from the URL of its store as a user enters it. */
function createFolderUrl(storeUrl: string, folder: string): string {
  if (storeUrl.trim() === '') return ''
  const url = storeUrl.trim().replace(/\/+$/, '')
  const fullUrl = isFullUrl(url) ? url : `https://${url}`
  return fullUrl.includes(folder) ? fullUrl : fullUrl + folder
}

/**
 * Completes image paths such as `/w/s/shirt.jpg` with the URL of the old store. Without it, leaves
 * them out with one warning for the file.
 */
export function completeImageUrls(
  rows: readonly ConvertedRow[],
  { folder, storeUrl, report }: { folder: string; storeUrl: string; report: ReportProblem },
): ConvertedRow[] {
  const folderUrl = createFolderUrl(storeUrl, folder)
  const incompletePaths = new Set<string>()
  const completeUrl = (url: string): string[] => {
    if (isFullUrl(url)) return [url]
    if (folderUrl !== '') return [`${folderUrl}/${url.replace(/^\/+/, '')}`]
    incompletePaths.add(url)
    return []
  }
  const complete = (text = '') => text.split('\n').filter(Boolean).flatMap(completeUrl).join('\n')
  const completedRows = rows.map(({ cells, ...row }): ConvertedRow => {
    const imageCells: ProductCells = {
      ...(cells.imageSrc && { imageSrc: complete(cells.imageSrc) }),
      ...(cells.variantImage && { variantImage: complete(cells.variantImage) }),
    }
    return { ...row, cells: { ...cells, ...imageCells } }
  })
  const count = incompletePaths.size
  if (count > 0)
    report(createImportProblem({ row: 1, field: 'image' }, 'image_url_incomplete', { count }))
  return completedRows
}
