import { escapeHtml } from '#contract/lib/text/escape-html.ts'
import { getLocaleLanguage } from '#contract/lib/text/languages.ts'
import type { Tx } from '../../lib/db/db.ts'
import { serverTexts } from '../../locales/texts.ts'

/**
 * Inserts the two pages that every store has from the start, in its language. Shoppers see their texts
 * at once, so no text addresses the seller.
 */
export async function insertFixedPages(
  tx: Tx,
  { name, locale }: { name: string; locale: string },
): Promise<void> {
  const t = serverTexts[getLocaleLanguage(locale)]
  const store = escapeHtml(name)
  const pages = [
    { slug: 'about-us', title: t('newStore.aboutUs'), text: t('newStore.aboutUsText', { store }) },
    {
      slug: 'contact-us',
      title: t('newStore.contactUs'),
      text: t('newStore.contactUsText', { store }),
    },
  ]
  await tx`
    with created as (
      insert into page (slug, title, body, is_fixed)
      select slug, title, '<p>' || text || '</p>', true
      from jsonb_to_recordset(${tx.json(pages)}) as p (slug text, title text, text text)
      returning id, version, title, body)
    insert into page_version (page_id, number, title, body, created_by)
    select id, version, title, body, null from created`
}
