import { getLocaleLanguage, type Language } from '#contract/lib/text/languages.ts'
import type { Tx } from '../../lib/db/db.ts'

/**
 * Returns the language of the emails to a person: that of the profile, otherwise the given one of a
 * new or deleted person, otherwise that of the person's first store. The transaction then has the
 * scope of this person, because row security shows memberships to their own person only.
 */
export async function findPersonLanguage(
  tx: Tx,
  personId: string,
  language?: Language,
): Promise<Language> {
  await tx`select set_config('app.person_id', ${personId}, true)`
  const [row] = await tx<{ locale: string }[]>`
    select coalesce(
      p.preferences ->> 'language',
      ${language ?? null}::text,
      (
        select s.locale from membership m join store s on s.id = m.store_id
        where m.person_id = p.id and m.status = 'active' order by m.created_at, s.id limit 1
      ),
      '') as locale
    from person p where p.id = ${personId}`
  return getLocaleLanguage(row?.locale ?? '')
}
