import type { CmsSections, policyKinds } from '#contract/cms/cms.ts'
import { contactPageSlug, type StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type { Tx } from '../../lib/db/db.ts'
import { type LoadedContent, notFound } from '../host/storefront-content.ts'
import { toPageDescription } from './load-product.ts'

type PageRow = {
  title: string
  body: string
  seoTitle: string
  seoDescription: string
  updatedAt: Date | string
}

/** The page for contact shows its form in the given state. */
export async function loadContentPage(
  tx: Tx,
  slug: string,
  form: StorefrontFormState & { isSent: boolean },
): Promise<LoadedContent> {
  const [row] = await tx<PageRow[]>`
    select title, body, seo_title, seo_description, updated_at from page
    where store_id = current_store() and slug = ${slug} and status = 'published'`
  if (!row) return notFound
  return {
    content: {
      kind: 'content',
      title: row.title,
      body: row.body,
      contactForm: slug === contactPageSlug ? form : null,
      updatedAt: new Date(row.updatedAt).toISOString(),
    },
    head: {
      title: row.seoTitle || row.title,
      description: row.seoDescription || toPageDescription(row.body),
      canonicalPath: `/pages/${slug}`,
    },
  }
}

/** The page itself names the policy in the language of the store. */
export async function loadPolicy(
  tx: Tx,
  { policies }: CmsSections,
  kind: (typeof policyKinds)[number],
): Promise<LoadedContent> {
  const body = policies[kind]
  if (body === '') return notFound
  const [row] = await tx<{ updatedAt: string | null }[]>`
    select policy_dates ->> ${kind} as updated_at from cms where store_id = current_store()`
  return {
    content: { kind: 'policy', policy: kind, body, updatedAt: row?.updatedAt ?? null },
    head: { title: '', description: toPageDescription(body), canonicalPath: `/policies/${kind}` },
  }
}
