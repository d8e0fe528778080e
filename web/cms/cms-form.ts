import { z } from 'zod'
import { type CmsEdit, type CmsSection, CmsSections } from '#contract/cms.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'

/** All sections together, as the page holds them. */
export const CmsValues = CmsSections.extend({ version: z.int() })
export type CmsValues = z.input<typeof CmsValues>
export type CmsForm = ContractForm<CmsValues>

export const sectionNames = [
  'identity',
  'announcement',
  'hero',
  'home',
  'navigation',
  'contact',
  'social',
  'footer',
  'policies',
  'seo',
  'checkout',
] as const satisfies readonly CmsSection[]

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
export const changedSections = (previous: CmsSections, current: CmsSections) =>
  sectionNames.filter(name => !isSame(previous[name], current[name]))

/** Only what was changed is sent: a section left alone goes on following the store's own data. */
export function toCmsUpdate(
  previous: CmsSections,
  { version, ...current }: z.output<typeof CmsValues>,
): CmsEdit {
  const update: CmsEdit = { version }
  for (const name of changedSections(previous, current))
    Object.assign(update, { [name]: current[name] })
  return update
}

/** Which section a refused field is in, to mark it in the list. */
export const sectionsWithErrors = (errors: object) =>
  new Set(Object.keys(errors).map(path => path.split('.')[0]))
