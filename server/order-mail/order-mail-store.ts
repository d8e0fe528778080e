import { isDeepStrictEqual } from 'node:util'
import { getLocaleLanguage, type Language } from '#contract/lib/text/languages.ts'
import {
  isOptionalOrderMail,
  isStoreMail,
  type OrderMail,
  type OrderMailKind,
  type OrderMailTemplate,
  orderMailKinds,
} from '#contract/order/order-mail.ts'
import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { orderMailTemplates } from '../locales/texts.ts'

type StoredMail = {
  kind: OrderMailKind
  isEnabled: boolean
  templates: Partial<Record<Language, OrderMailTemplate>>
}

const getDefault = (kind: OrderMailKind | 'picked_up', language: Language): OrderMailTemplate =>
  orderMailTemplates[language][kind]

export async function listOrderMails(tx: Tx): Promise<OrderMail[]> {
  const [storedMails, [store]] = await Promise.all([
    tx<StoredMail[]>`select kind, is_enabled, templates from order_mail`,
    tx<{ locale: string; languages: string[] }[]>`
      select locale, languages from store where id = current_store()`,
  ])
  const languages = new Set(
    [store?.locale ?? '', ...(store?.languages ?? [])].map(getLocaleLanguage),
  )
  return orderMailKinds.map(kind => {
    const { isEnabled = true, templates = {} } =
      storedMails.find(stored => stored.kind === kind) ?? {}
    return {
      kind,
      isEnabled,
      isOptional: isOptionalOrderMail(kind),
      // The emails to the store are in its own language.
      texts: [...languages].slice(0, isStoreMail(kind) ? 1 : undefined).map(language => ({
        language,
        isChanged: templates[language] !== undefined,
        template: templates[language] ?? getDefault(kind, language),
      })),
    }
  })
}

/** Returns the texts of an email, or undefined if the store does not send it. */
export async function findOrderMailTemplate(
  tx: Tx,
  { kind, language, isPickup = false }: TemplateOf & { isPickup?: boolean },
): Promise<OrderMailTemplate | undefined> {
  const [stored] = await tx<StoredMail[]>`
    select kind, is_enabled, templates from order_mail where kind = ${kind}`
  if (stored && !stored.isEnabled) return undefined
  return (
    stored?.templates[language] ??
    getDefault(kind === 'delivered' && isPickup ? 'picked_up' : kind, language)
  )
}

type TemplateOf = { kind: OrderMailKind; language: Language }

/** Stores the texts of an email, unless they are the default ones. */
export async function updateOrderMail(
  tx: Tx,
  { kind, language, ...template }: TemplateOf & OrderMailTemplate,
): Promise<OrderMail[]> {
  const text = template.text.replaceAll('\r\n', '\n')
  const changed = { ...template, text }
  if (isDeepStrictEqual(changed, getDefault(kind, language)))
    return resetOrderMail(tx, { kind, language })
  const templates = tx.json({ [language]: changed })
  await tx`
    insert into order_mail as m (kind, templates) values (${kind}, ${templates})
    on conflict on constraint order_mail__kind do update
    set templates = m.templates || excluded.templates`
  return listOrderMails(tx)
}

/** Restores the default texts. An email without changes has no row. */
export async function resetOrderMail(tx: Tx, { kind, language }: TemplateOf): Promise<OrderMail[]> {
  await tx`
    update order_mail set templates = templates - ${language}::text
    where kind = ${kind} and templates ? ${language}::text`
  await deleteUnchanged(tx)
  return listOrderMails(tx)
}

/** @throws Problem 409 mail_required for an email that the law requires */
export async function setOrderMailEnabled(
  tx: Tx,
  { kind, isEnabled }: { kind: OrderMailKind; isEnabled: boolean },
): Promise<OrderMail[]> {
  if (!isOptionalOrderMail(kind)) throw new Problem(409, 'mail_required')
  await tx`
    insert into order_mail (kind, is_enabled) values (${kind}, ${isEnabled})
    on conflict on constraint order_mail__kind do update set is_enabled = excluded.is_enabled`
  await deleteUnchanged(tx)
  return listOrderMails(tx)
}

const deleteUnchanged = (tx: Tx) => tx`delete from order_mail where is_enabled and templates = '{}'`
