import { z } from 'zod'
import { Reauthentication } from '#contract/account/account-security.ts'
import { type CmsSection, CmsSections, type CmsUpdate } from '#contract/cms/cms.ts'
import type { ContractForm } from '../lib/use-contract-form.ts'

/** The form values: all sections, the version, and the password for another contact email. */
export const CmsValues = CmsSections.extend({
  version: z.int(),
  ...Reauthentication.partial().shape,
})
export type CmsValues = z.input<typeof CmsValues>
export type CmsForm = ContractForm<CmsValues>

export const sectionNames = [
  'identity',
  'announcement',
  'navigation',
  'contact',
  'social',
  'footer',
  'chat',
  'policies',
  'seo',
  'channels',
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
  { version, password, otp, ...current }: z.output<typeof CmsValues>,
): CmsUpdate {
  const update: CmsUpdate = { version, password, otp }
  for (const name of listChangedSections(previous, current))
    Object.assign(update, { [name]: current[name] })
  return update
}

/**
 * Returns the sections that have errors, to mark them in the navigation. The password is asked for in
 * the section of the contact email.
 */
export const listSectionsWithErrors = (errors: object) =>
  new Set(
    Object.keys(errors).map(path =>
      path === 'password' || path === 'otp' ? 'contact' : path.split('.')[0],
    ),
  )
