import type { policyKinds } from '#contract/cms.ts'
import { useTexts } from '../part/page-context.tsx'
import { RichText } from '../part/sanitized-html.tsx'

type Props = { title?: string; policy?: (typeof policyKinds)[number]; body: string }

export function ContentPage({ title, policy, body }: Props) {
  const t = useTexts()
  return (
    <article className="section text-page">
      <h1>{policy ? t.policies[policy] : title}</h1>
      <RichText html={body} />
    </article>
  )
}
