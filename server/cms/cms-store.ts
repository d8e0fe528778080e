import { type Cms, type CmsEdit, policyKinds } from '#contract/cms/cms.ts'
import { assertFound, assertVersion } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { sanitizeRichText } from '../lib/text/rich-text.ts'
import { assertOwnReferences } from './cms-reference.ts'
import {
  applyDefaultSections,
  createDefaultSections,
  type StoreDetails,
  type StoredSections,
} from './rule/cms-defaults.ts'

type CmsRow = StoreDetails & {
  sections: StoredSections | null
  version: number | null
  updatedAt: string | null
}

export async function getCms(tx: Tx): Promise<Cms> {
  const { cms } = await loadCms(tx)
  return cms
}

/**
 * Updates the given fields of the given sections. Concurrent edits of different sections are
 * merged.
 * @throws Problem 409 version_conflict, or 422 for a record that is not in this store
 */
export async function updateCms(tx: Tx, { version, ...edit }: CmsEdit): Promise<Cms> {
  await tx`insert into cms default values on conflict do nothing`
  await tx`select 1 from cms for update`
  const { cms, storedSections } = await loadCms(tx)
  assertVersion(cms, version)
  await assertOwnReferences(tx, edit, storedSections)
  const sanitizedEdit = sanitizeSections(edit)
  const sections = mergeSections(storedSections, sanitizedEdit)
  const changedPolicies = policyKinds.filter(
    kind => (sanitizedEdit.policies?.[kind] ?? cms.policies[kind]) !== cms.policies[kind],
  )
  await tx`
    update cms set sections = ${tx.json(sections)}, version = version + 1, updated_at = now(),
      policy_dates = policy_dates || (
        select coalesce(jsonb_object_agg(kind, now()), '{}') from unnest(${changedPolicies}::text[]) kind
      )`
  return getCms(tx)
}

async function loadCms(tx: Tx): Promise<{ cms: Cms; storedSections: StoredSections }> {
  const [row] = await tx<CmsRow[]>`
    select s.name, s.email, s.phone, s.logo, s.favicon, s.address, s.locale,
      c.sections, c.version, c.updated_at
    from store s left join cms c on c.store_id = s.id where s.id = current_store()`
  const { sections, version, updatedAt, ...store } = assertFound(row, 'store_not_found')
  const storedSections = sections ?? {}
  return {
    storedSections,
    cms: {
      ...applyDefaultSections(createDefaultSections(store), storedSections),
      version: version ?? 1,
      updatedAt,
    },
  }
}

const mergeSections = (
  storedSections: Record<string, object | undefined>,
  edit: Record<string, object | undefined>,
) =>
  Object.fromEntries(
    Object.keys({ ...storedSections, ...edit }).map(key => [
      key,
      { ...storedSections[key], ...edit[key] },
    ]),
  )

const sanitizeSections = ({
  policies,
  ...rest
}: Omit<CmsEdit, 'version'>): Omit<CmsEdit, 'version'> => ({
  ...rest,
  ...(policies && { policies: sanitizeTexts(policies) }),
})

const sanitizeTexts = <T extends Record<string, string | undefined>>(texts: T) =>
  Object.fromEntries(
    Object.entries(texts).map(([key, html]) => [key, sanitizeRichText(html ?? '')]),
  )
