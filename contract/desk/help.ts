import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { codeText } from '../lib/schemas.ts'
import { languageCodes } from '../lib/text/languages.ts'
import { HelpCategory, HelpTopicName } from './help-topic.ts'

const Language = z.enum(languageCodes)
const HelpTopicSummary = z.object({ name: HelpTopicName, title: z.string(), summary: z.string() })
export type HelpTopicSummary = z.infer<typeof HelpTopicSummary>

const HelpContents = z.object({
  categories: z.array(
    z.object({ name: HelpCategory, title: z.string(), topics: z.array(HelpTopicSummary) }),
  ),
  /** The email of the operator, if there is one. */
  supportEmail: z.string().nullable(),
})
export type HelpContents = z.infer<typeof HelpContents>

const HelpTopic = HelpTopicSummary.extend({
  html: z.string(),
  /** What the caller answered to "Did this help?". */
  isHelpful: z.boolean().nullable(),
  supportEmail: z.string().nullable(),
})
export type HelpTopic = z.infer<typeof HelpTopic>

/** Help for the pages of the back office. Without a language, it has that of the caller. */
export const helpApi = defineApi('help', {
  list: {
    method: 'GET',
    path: '/help/getAll',
    can: 'logged-in',
    summary: 'List the topics of help by category, or those that contain every word of `q`',
    query: z.object({ q: codeText(200).optional(), language: Language.optional() }),
    reply: HelpContents,
  },
  get: {
    method: 'GET',
    path: '/help/get/:topic',
    can: 'logged-in',
    summary: 'Get a topic of help',
    query: z.object({ language: Language.optional() }),
    reply: HelpTopic,
  },
  answer: {
    method: 'PUT',
    path: '/help/answer',
    can: 'logged-in',
    summary: 'Answer whether a topic of help was helpful',
    body: z.object({ topic: HelpTopicName, isHelpful: z.boolean() }),
    reply: z.object({ isHelpful: z.boolean() }),
  },
})
