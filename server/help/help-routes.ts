import { type HelpContents, helpApi } from '#contract/desk/help.ts'
import { HelpCategory, HelpTopicName } from '#contract/desk/help-topic.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import { createTranslators } from '#contract/lib/text/messages.ts'
import { normalizeText } from '#contract/lib/text/normalize-text.ts'
import { sharedTexts } from '#contract/locales/texts.ts'
import { assertFound } from '../lib/call/problem.ts'
import { type App, serveAccount } from '../lib/call/serve.ts'
import { findChosenLanguage, findHelpAnswer, saveHelpAnswer } from './help-answer-store.ts'
import { loadHelp } from './load-help.ts'

const translators = createTranslators(sharedTexts)

export function helpRoutes(app: App) {
  const supportEmail = app.config.supportEmail ?? null
  serveAccount(app, helpApi.list, async ({ tx, claims, query }) => {
    const language = query.language ?? (await findChosenLanguage(tx, claims.personId))
    return { categories: await listCategories(language, query.q ?? ''), supportEmail }
  })
  serveAccount(app, helpApi.get, async ({ tx, claims, query, params }) => {
    const name = assertFound(HelpTopicName.safeParse(params.topic).data)
    const language = query.language ?? (await findChosenLanguage(tx, claims.personId))
    const topic = assertFound((await loadHelp(language)).find(candidate => candidate.name === name))
    const { title, summary, html } = topic
    const isHelpful = await findHelpAnswer(tx, claims.personId, name)
    return { name, title, summary, html, isHelpful, supportEmail }
  })
  serveAccount(app, helpApi.answer, async ({ tx, claims, body }) => {
    await saveHelpAnswer(tx, claims.personId, body)
    return { isHelpful: body.isHelpful }
  })
}

/** Returns the categories with the topics that contain every word, also as a part of another one. */
async function listCategories(language: Language, q: string): Promise<HelpContents['categories']> {
  const words = normalizeText(q).split(/\s+/)
  const topics = (await loadHelp(language)).filter(({ searchText }) =>
    words.every(word => searchText.includes(word)),
  )
  const t = translators[language]
  return HelpCategory.options
    .map(category => ({
      name: category,
      title: t(`helpCategory.${category}`),
      topics: topics
        .filter(topic => topic.category === category)
        .map(({ name, title, summary }) => ({ name, title, summary })),
    }))
    .filter(({ topics: own }) => own.length > 0)
}
