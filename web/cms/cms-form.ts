import { z } from 'zod'
import { type CmsEdit, type CmsSection, CmsSections } from '#contract/cms.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'

/** The form values: all sections and the version. */
export const CmsValues = CmsSections.extend({ version: z.int() })
export type CmsValues = z.input<typeof CmsValues>
export type CmsForm = ContractForm<CmsValues>

export const sectionNames = [
  'identity',
  'announcement',
  'navigation',
  'contact',
  'social',
  'footer',
  'policies',
  'seo',
  'checkout',
  'productSafety',
] as const satisfies readonly CmsSection[]

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
export const listChangedSections = (previous: CmsSections, current: CmsSections) =>
  sectionNames.filter(name => !isSame(previous[name], current[name]))

/**
 * Returns only the changed sections, because unchanged ones keep following the data of the store.
 */
export function toCmsUpdate(
  previous: CmsSections,
  { version, ...current }: z.output<typeof CmsValues>,
): CmsEdit {
  const update: CmsEdit = { version }
  for (const name of listChangedSections(previous, current))
    Object.assign(update, { [name]: current[name] })
  return update
}

/** Returns the sections that have errors, to mark them in the navigation. */
export const listSectionsWithErrors = (errors: object) =>
  new Set(Object.keys(errors).map(path => path.split('.')[0]))
