import { listRegionCodes } from '#contract/lib/country/region-codes.ts'
import { createOnce } from '#contract/lib/create-once.ts'

/** Returns all regions by their names in a language. Sorting them takes milliseconds. */
export const listRegions = createOnce((language: string) => {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return listRegionCodes()
    .map(code => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language))
})
