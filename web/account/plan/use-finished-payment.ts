import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type Plan, planApi } from '#contract/account/plan.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import type { ApiError } from '../../lib/call/request.ts'

const intervalMs = 3_000
const maxRefreshes = 20

const hideError = (error: ApiError) => {
  error.isHandled = true
}

/**
 * Loads the plan from the provider after its page has led back here, because its event can arrive
 * later: for a minute, after which the event itself changes the plan. Returns whether the payment is
 * still unconfirmed.
 */
export function useFinishedPayment(plan: Plan | undefined): boolean {
  const [params, setParams] = useSearchParams()
  const isBack = params.has('paid')
  const isPaid = plan?.state === 'active'
  const { mutate } = useRouteMutation(planApi.refresh)
  useEffect(
    function refreshUntilPaid() {
      if (!isBack || isPaid) return
      let refreshes = 0
      const timer = setInterval(refresh, intervalMs)
      refresh()
      return () => clearInterval(timer)

      function refresh() {
        refreshes += 1
        if (refreshes >= maxRefreshes) clearInterval(timer)
        // The next attempt can succeed.
        mutate({}, { onError: hideError })
      }
    },
    [isBack, isPaid, mutate],
  )
  useEffect(
    function removeParameter() {
      if (isBack && isPaid) setParams({}, { replace: true })
    },
    [isBack, isPaid, setParams],
  )
  return isBack && !isPaid
}
