import type { Language } from '#contract/lib/text/languages.ts'
import { selectIsOfShopper } from '../../customer/rule/mailed-order.ts'
import type { Tx } from '../../lib/db/db.ts'

/**
 * Returns the language in which the shopper receives emails: that of the newest order, subscription or
 * alert, and without one that of the page.
 */
export async function loadMailLanguage(
  tx: Tx,
  email: string,
  { language, languages }: { language: Language; languages: readonly Language[] },
): Promise<Language> {
  const [newest] = await tx<{ language: string }[]>`
    select language from (
      (select o.language, o.created_at from "order" o
        where ${selectIsOfShopper(tx, email)} order by o.created_at desc limit 1)
      union all
      select language, requested_at from subscriber where email = ${email}
      union all
      select language, requested_at from product_alert where email = ${email}
    ) used
    order by created_at desc limit 1`
  if (!newest) return language
  return languages.find(code => code === newest.language) ?? languages[0] ?? language
}

/**
 * Changes the language of all emails that the shopper will receive. Finished orders send no more emails
 * and stay as they are, except the newest order, from which `loadMailLanguage` reads the language.
 */
export async function changeMailLanguage(tx: Tx, email: string, language: Language): Promise<void> {
  await tx`
    with newest as (
      select o.id from "order" o where ${selectIsOfShopper(tx, email)} order by o.created_at desc limit 1
    ), locked as (
      select o.id from "order" o
      where ${selectIsOfShopper(tx, email)} and o.language <> ${language} and (
        o.archived_at is null and o.status not in ('completed', 'cancelled', 'returned')
        or o.id in (select id from newest))
      order by o.id for no key update of o
    )
    update "order" o set language = ${language} from locked where o.id = locked.id`
  const isChanged = tx`email = ${email} and language <> ${language}`
  await tx`update subscriber set language = ${language} where ${isChanged}`
  await tx`update product_alert set language = ${language} where ${isChanged}`
}
