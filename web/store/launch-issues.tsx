import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type LaunchIssue, orderBlockers } from '#contract/store/onboarding.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { useStoreId } from '../lib/session/session.ts'
import css from './store-status.module.css'

const activeProducts = '/apps/product/list?status=active'
const issuePaths: Record<Exclude<LaunchIssue['code'], 'noDetails'>, string> = {
  noProduct: '/apps/product/create',
  noPayment: '/apps/payment',
  noShipping: '/apps/settings/shipping',
  noTax: '/apps/settings/taxes',
  policies: '/apps/cms?section=policies&fill',
  productNoPrice: `${activeProducts}&priceTo=0`,
  productNoImage: `${activeProducts}&hasImage=false`,
  productOutOfStock: `${activeProducts}&stock=out`,
}
const isOrderBlocker = ({ code }: LaunchIssue) => orderBlockers.some(blocker => blocker === code)

type Props = { storeId: string; issues: readonly LaunchIssue[] }

/** Lists the issues of a store before its launch. Those that prevent orders come first. */
export function LaunchIssues({ storeId, issues }: Props) {
  const { t } = useTranslation()
  const blockers = issues.filter(isOrderBlocker)
  const others = issues.filter(issue => !isOrderBlocker(issue))
  return (
    <>
      {blockers.length > 0 && (
        <div className={css.issues} data-tone="bad">
          <strong>{t('store.launchIssue.cannotOrder')}</strong>
          <IssueList storeId={storeId} issues={blockers} />
        </div>
      )}
      {others.length > 0 && (
        <div className={css.issues} data-tone="warn">
          <strong>{t('store.launchIssue.check')}</strong>
          <IssueList storeId={storeId} issues={others} />
        </div>
      )}
    </>
  )
}

function IssueList({ storeId, issues }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  // The pages behind the links show the current store.
  const isCurrentStore = useStoreId() === storeId
  const getText = ({ code, count = 0, policies = [] }: LaunchIssue) =>
    t(`store.launchIssue.${code}.text`, {
      count,
      policies: format.list(policies.map(kind => t(`store.policy.${kind}`))),
    })
  return (
    <ul className={css.list}>
      {issues.map(issue => (
        <li key={issue.code}>
          {getText(issue)}{' '}
          {isCurrentStore && (
            <Anchor
              component={Link}
              to={
                issue.code === 'noDetails'
                  ? getRecordPath('store', storeId)
                  : issuePaths[issue.code]
              }
              inherit
            >
              {t(`store.launchIssue.${issue.code}.link`)}
            </Anchor>
          )}
        </li>
      ))}
    </ul>
  )
}
