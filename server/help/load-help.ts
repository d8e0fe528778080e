import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type HelpCategory, HelpTopicName, helpTopics } from '#contract/desk/help-topic.ts'
import { createOnce } from '#contract/lib/create-once.ts'
import { escapeHtml } from '#contract/lib/text/escape-html.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import { normalizeText } from '#contract/lib/text/normalize-text.ts'

const root = join(import.meta.dirname, '../..')

type HelpText = {
  name: HelpTopicName
  category: HelpCategory
  title: string
  summary: string
  html: string
  /** The whole topic, as the search compares it. */
  searchText: string
}
type FindText = (key: string) => string

/** Returns the topics of a language. The files are read once. */
export const loadHelp = createOnce(async (language: Language): Promise<HelpText[]> => {
  // Loaded with the first topic: most processes render none.
  const { marked } = await import('marked')
  const findText = await loadTexts(language)
  return Promise.all(
    HelpTopicName.options.map(async name => {
      const markdown = await readFile(getTopicPath(language, name), 'utf8')
      const { title, summary, body } = splitTopic(markdown, findText)
      const html = fillHtml(marked.parse(body, { async: false }), findText)
      return {
        name,
        category: helpTopics[name].category,
        title,
        summary,
        html,
        searchText: normalizeText(`${title} ${summary} ${html.replaceAll(/<[^>]*>/g, ' ')}`),
      }
    }),
  )
})

export const getTopicPath = (language: Language, name: HelpTopicName) =>
  join(root, 'help', language, `${name}.md`)

/** A reference to a text of the back office, such as `{{order.verb.ship}}`. */
export const textReference = /\{\{([\w.-]+)\}\}/g

/** The first line of a topic is its title, the next paragraph its summary. */
function splitTopic(markdown: string, findText: FindText) {
  const [heading = '', summary = '', ...blocks] = markdown.trim().split('\n\n')
  const fill = (text: string) =>
    text.replaceAll('\n', ' ').replaceAll(textReference, (_, key: string) => findText(key))
  return {
    title: fill(heading.replace(/^# /, '')),
    summary: fill(summary),
    body: blocks.join('\n\n'),
  }
}

const fillHtml = (html: string, findText: FindText) =>
  html.replaceAll(
    textReference,
    (_, key: string) => `<strong>${escapeHtml(findText(key))}</strong>`,
  )

/**
 * Returns a function that returns a text of the back office in a language, so that help names buttons
 * as the page does.
 */
async function loadTexts(language: Language): Promise<FindText> {
  const files = await Promise.all(
    ['web', 'contract'].map(folder =>
      readFile(join(root, folder, 'locales', `${language}.json`), 'utf8'),
    ),
  )
  const texts: unknown[] = files.map(file => JSON.parse(file))
  return key => {
    const found = texts.map(text => getByPath(text, key.split('.')))
    const text = found.find(candidate => typeof candidate === 'string')
    if (text === undefined) throw new Error(`Help refers to the text ${key}, which does not exist.`)
    return text
  }
}

const getByPath = (texts: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => Object.entries(value ?? {}).find(([key]) => key === name)?.[1],
    texts,
  )
