import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { EntityCell } from '../ui/page/entity-cell.tsx'

type Consent = { email: string; consentText: string }

/** The first column of a list of people who requested emails. Add its `label`. */
export const consentColumn = {
  key: 'email',
  sort: 'email',
  render: ({ email, consentText }: Consent) => (
    <EntityCell
      title={formatEmail(email)}
      details={<span title={consentText}>{consentText}</span>}
    />
  ),
} as const
