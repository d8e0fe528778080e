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

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
export const changedSections = (before: CmsSections, now: CmsSections) =>
  sectionNames.filter(name => !isSame(before[name], now[name]))

/** Only what was changed is sent: a section left alone goes on following the store's own data. */
export function editOf(
  before: CmsSections,
  { version, ...now }: z.output<typeof CmsValues>,
): CmsEdit {
  const edit: CmsEdit = { version }
  for (const name of changedSections(before, now)) Object.assign(edit, { [name]: now[name] })
  return edit
}

/** Which section a refused field is in, to mark it in the list. */
export const sectionsWithErrors = (errors: object) =>
  new Set(Object.keys(errors).map(path => path.split('.')[0]))
