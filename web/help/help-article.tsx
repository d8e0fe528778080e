import { Anchor, Button } from '@mantine/core'
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type HelpTopic, helpApi } from '#contract/desk/help.ts'
import type { HelpTopicName } from '#contract/desk/help-topic.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { RichText } from '../ui/page/rich-text.tsx'
import { parseTopicUrl } from './find-page-topic.ts'
import css from './help.module.css'

export const topicOptions = (topic: string, language: Language) =>
  queryOptionsFor(helpApi.get, { params: { topic }, query: { language } })

type Props = { topic: HelpTopic; onOpenTopic: (topic: HelpTopicName) => void }

/** The text of a topic, with the question whether it helped. */
export function HelpArticle({ topic, onOpenTopic }: Props) {
  /** Opens links between topics without loading the page again. */
  function openTopic(event: React.MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const name = parseTopicUrl(link?.getAttribute('href') ?? null)
    if (!name || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpenTopic(name)
  }
  return (
    <article className={css.article}>
      {/* biome-ignore lint/a11y: the links inside receive the keys */}
      <div onClick={openTopic}>
        <RichText html={topic.html} />
      </div>
      <HelpQuestion topic={topic} />
      <SupportLink email={topic.supportEmail} />
    </article>
  )
}

function HelpQuestion({ topic: { name, isHelpful } }: { topic: HelpTopic }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useRouteMutation(helpApi.answer)
  const answers = [
    { value: true, label: t('help.yes'), icon: IconThumbUp },
    { value: false, label: t('help.no'), icon: IconThumbDown },
  ]
  return (
    <div className={css.question} role="group" aria-label={t('help.question')}>
      <span>{t('help.question')}</span>
      {answers.map(({ value, label, icon: AnswerIcon }) => (
        <Button
          key={label}
          size="xs"
          variant={isHelpful === value ? 'light' : 'default'}
          aria-pressed={isHelpful === value}
          disabled={isPending}
          leftSection={<AnswerIcon size={16} stroke={1.75} aria-hidden />}
          onClick={() => mutate({ body: { topic: name, isHelpful: value } })}
        >
          {label}
        </Button>
      ))}
      <span role="status">{isHelpful !== null && t('help.thanks')}</span>
    </div>
  )
}

/** Links to the email of the operator, if there is one. */
export function SupportLink({ email }: { email: string | null }) {
  const { t } = useTranslation()
  if (!email) return null
  return (
    <p className={css.support}>
      {t('help.notFound')} <Anchor href={`mailto:${email}`}>{t('help.writeToUs')}</Anchor>
    </p>
  )
}
