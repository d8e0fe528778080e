import type { WithdrawalException } from '#contract/product/product-checkout.ts'
import type { ProductReturns } from '#contract/storefront/storefront-delivery.ts'
import { useFrame, useTexts } from '../frame/page-context.tsx'
import { Icon } from '../icon.tsx'

type Props = { terms: ProductReturns | null; exception: WithdrawalException }

/** The terms of returns, with a link to the policy. Renders nothing if neither exists. */
export function ReturnNote({ terms, exception }: Props) {
  const t = useTexts()
  const hasPolicy = useFrame().policyKinds.includes('refund')
  if (exception === 'none' && !terms && !hasPolicy) return null
  return (
    <div className="facts">
      <Icon name="return" />
      <div>
        <ReturnText terms={terms} exception={exception} />
        {hasPolicy && (
          <p>
            <a href="/policies/refund">{t('policies.refund')}</a>
          </p>
        )}
      </div>
    </div>
  )
}

function ReturnText({ terms, exception }: Props) {
  const t = useTexts()
  // The law requires this note before the purchase (Directive 2011/83/EU, article 6).
  if (exception !== 'none') return <p>{t(`withdrawalExceptions.${exception}`)}</p>
  if (!terms) return null
  if (terms.days === 0) return <p>{t('returnTerms.none')}</p>
  return (
    <>
      <p className="fact-title">{t('returnTerms.days', { count: terms.days })}</p>
      {terms.costs !== 'unstated' && <p>{t(`returnTerms.costs.${terms.costs}`)}</p>}
    </>
  )
}
