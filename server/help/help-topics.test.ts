import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { HelpTopicName, helpTopics } from '#contract/desk/help-topic.ts'
import { languages } from '#contract/lib/text/languages.ts'
import { listPagePaths, listPublicPaths } from '../../scripts/page/list-page-paths.ts'
import { sanitizeRichText } from '../lib/text/rich-text.ts'
import { getTopicPath, loadHelp, textReference } from './load-help.ts'

const names = HelpTopicName.options
const root = join(import.meta.dirname, '../../help')

/** The pages that users see without a topic: those without login, and errors. */
const withoutTopic = [...listPublicPaths(), '/error', '/not-authorized']

const readTopic = (language: (typeof languages)[number]['code'], name: HelpTopicName) =>
  readFileSync(getTopicPath(language, name), 'utf8')
const listReferences = (text: string) =>
  [...text.matchAll(textReference)].map(([, key]) => key).toSorted()
const listLinks = (text: string) =>
  [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url = '']) => url).toSorted()

test('every page of the back office has one topic, and every topic has a page', () => {
  const pages = names.flatMap(name => helpTopics[name].pages)
  const expected = listPagePaths().filter(path => !withoutTopic.includes(path))
  expect(pages.toSorted()).toEqual(expected.toSorted())
  expect(names.filter(name => helpTopics[name].pages.length === 0)).toEqual([])
})

test('there is a folder for each language', () => {
  expect(readdirSync(root).toSorted()).toEqual(languages.map(({ code }) => code).toSorted())
})

describe.each(languages)('in $name', ({ code }) => {
  it('has a file for every topic and no other', () => {
    expect(readdirSync(join(root, code)).toSorted()).toEqual(
      names.map(name => `${name}.md`).toSorted(),
    )
  })

  it('names buttons by texts that exist, the same ones as in English', () => {
    for (const name of names)
      expect([name, listReferences(readTopic(code, name))]).toEqual([
        name,
        listReferences(readTopic('en', name)),
      ])
  })

  it('has a title, a summary of one line and a text, whose HTML is that of rich text', async () => {
    const topics = await loadHelp(code)
    expect(topics.map(({ name }) => name)).toEqual(names)
    for (const { name, title, summary, html } of topics) {
      expect([name, title.length > 0 && title.length <= 60]).toEqual([name, true])
      expect([name, summary.length > 10 && summary.length <= 120]).toEqual([name, true])
      expect(html.length).toBeGreaterThan(400)
      expect([name, sanitizeRichText(html)]).toEqual([name, html.trim()])
      // A text with a value has nothing to show for it.
      expect([name, `${title}${summary}${html}`.includes('{{')]).toEqual([name, false])
    }
  })

  it('links only to topics', () => {
    for (const name of names) {
      const links = listLinks(readTopic(code, name))
      expect([name, links]).toEqual([name, listLinks(readTopic('en', name))])
      for (const link of links) expect(names.map(topic => `/apps/help/${topic}`)).toContain(link)
    }
  })
})

it('has English topics of a length that is read', () => {
  const wordCounts = names.map(name => readTopic('en', name).split(/\s+/).length)
  expect(Math.min(...wordCounts)).toBeGreaterThan(100)
  expect(Math.max(...wordCounts)).toBeLessThan(260)
})
