import { useTranslation } from 'react-i18next'
import type { Post, PostState } from '#contract/cms/post.ts'
import { StatusBadge, type StatusTone } from '../ui/message/status-badge.tsx'

/** Returns whether shoppers see the post now. */
export function getPostState({ status, publishAt }: Pick<Post, 'status' | 'publishAt'>): PostState {
  if (status === 'draft') return 'draft'
  return publishAt !== null && Date.parse(publishAt) > Date.now() ? 'scheduled' : 'published'
}

const tones: Record<PostState, StatusTone> = {
  published: 'good',
  scheduled: 'info',
  draft: 'neutral',
}

export function PostStatusBadge({ post }: { post: Pick<Post, 'status' | 'publishAt'> }) {
  const { t } = useTranslation()
  const state = getPostState(post)
  return (
    <StatusBadge
      tone={tones[state]}
      label={t(`post.statuses.${state}`)}
      isHollow={state === 'draft'}
    />
  )
}
