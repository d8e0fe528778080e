import { z } from 'zod'
import type { HelpTopicName } from '#contract/desk/help-topic.ts'
import { getLocaleLanguage, type Language } from '#contract/lib/text/languages.ts'
import type { Tx } from '../lib/db/db.ts'

/** Returns what the person answered to "Did this help?", or null. */
export async function findHelpAnswer(
  tx: Tx,
  personId: string,
  topic: HelpTopicName,
): Promise<boolean | null> {
  const [row] = await tx<{ isHelpful: boolean }[]>`
    select is_helpful from help_answer where person_id = ${personId} and topic = ${topic}`
  return row?.isHelpful ?? null
}

/** Stores one answer per person and topic. */
export async function saveHelpAnswer(
  tx: Tx,
  personId: string,
  { topic, isHelpful }: { topic: HelpTopicName; isHelpful: boolean },
): Promise<void> {
  await tx`
    insert into help_answer (person_id, topic, is_helpful) values (${personId}, ${topic}, ${isHelpful})
    on conflict (person_id, topic) do update
      set is_helpful = excluded.is_helpful, answered_at = now()`
}

/** Returns the language that the person chose, English by default. */
export async function findChosenLanguage(tx: Tx, personId: string): Promise<Language> {
  const [row] = await tx<{ language: unknown }[]>`
    select preferences -> 'language' as language from person where id = ${personId}`
  return getLocaleLanguage(z.string().catch('en').parse(row?.language))
}
