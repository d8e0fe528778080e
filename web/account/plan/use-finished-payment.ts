import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type Plan, planApi } from '#contract/account/plan.ts'
import { useRouteMutation } from '../../lib/call/api.ts'

/**
 * Loads the plan from the provider after its page has led back here, because its event can arrive
 * later. Returns whether the payment is still unconfirmed.
 */
export function useFinishedPayment(plan: Plan | undefined): boolean {
  const [params, setParams] = useSearchParams()
  const isBack = params.has('paid')
  const isPaid = plan?.state === 'active'
  const { mutate: refresh } = useRouteMutation(planApi.refresh)
  useEffect(
    function refreshUntilPaid() {
      if (!isBack || isPaid) return
      refresh({})
      const timer = setInterval(() => refresh({}), 3_000)
      return () => clearInterval(timer)
    },
    [isBack, isPaid, refresh],
  )
  useEffect(
    function removeParameter() {
      if (isBack && isPaid) setParams({}, { replace: true })
    },
    [isBack, isPaid, setParams],
  )
  return isBack && !isPaid
}
