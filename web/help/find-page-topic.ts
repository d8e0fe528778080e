import { matchPath } from 'react-router'
import { HelpTopicName, helpTopics } from '#contract/desk/help-topic.ts'

/** Returns the topic of a page, or that of finding pages for an unknown one. */
export function findPageTopic(pathname: string): HelpTopicName {
  return (
    HelpTopicName.options.find(name =>
      helpTopics[name].pages.some(page => matchPath(page, pathname)),
    ) ?? 'getting-around'
  )
}

export const getTopicUrl = (topic: HelpTopicName) => `/apps/help/${topic}`

/** Returns the topic that a link of a text leads to, if it leads to one. */
export const parseTopicUrl = (url: string | null): HelpTopicName | undefined =>
  HelpTopicName.safeParse(url?.replace('/apps/help/', '')).data
