import { campaignApi } from '#contract/campaign/campaign.ts'
import { faqQuestionApi } from '#contract/cms/faq-question.ts'
import { postApi } from '#contract/cms/post.ts'
import { searchRuleApi } from '#contract/cms/search-rule.ts'

/** Posts, questions, search rules and campaigns, whose fields are stored as they are sent. */
export const textCases = [
  {
    create: campaignApi.create,
    update: campaignApi.update,
    values: () => ({ segmentId: undefined }),
  },
  { create: faqQuestionApi.create, update: faqQuestionApi.update },
  {
    create: searchRuleApi.create,
    update: searchRuleApi.update,
    values: () => ({
      pinnedProducts: [crypto.randomUUID()],
      hiddenProducts: [crypto.randomUUID()],
    }),
  },
  {
    create: postApi.create,
    update: postApi.update,
    values: (round: number) => ({ publishAt: `2026-01-0${round + 1}T00:00:00.000Z` }),
  },
]
