import { expect, test } from 'vitest'
import { addPlanDays, getCurrentPlan, type Subscription } from './current-plan.ts'

const start = new Date('2026-01-01T10:00:00Z')
const trial: Subscription = {
  plan: 'basic',
  interval: 'month',
  state: 'trialing',
  trialEndsAt: addPlanDays(start, 7),
  periodEndsAt: null,
  pastDueSince: null,
  nextPlan: null,
  nextInterval: null,
}
const paid: Subscription = {
  ...trial,
  state: 'active',
  plan: 'enterprise',
  periodEndsAt: addPlanDays(start, 30),
}
/** Returns the plan and state on each of the days. */
const follow = (subscription: Subscription | undefined, days: readonly number[]) =>
  days.map(day => {
    const { plan, state } = getCurrentPlan(subscription, new Date(addPlanDays(start, day)))
    return `${day} ${plan} ${state}`
  })

test('a sign-up has Standard for seven days, then Basic without an end', () => {
  expect(follow(undefined, [0])).toEqual(['0 standard trialing'])
  expect(follow(trial, [0, 6.99, 7, 8, 40])).toEqual([
    '0 standard trialing',
    '6.99 standard trialing',
    '7 basic free',
    '8 basic free',
    '40 basic free',
  ])
})

test('a paid plan continues until the provider reports its end', () => {
  expect(follow(paid, [0, 29, 31])).toEqual([
    '0 enterprise active',
    '29 enterprise active',
    '31 enterprise active',
  ])
  expect(follow({ ...paid, state: 'canceled' }, [3, 31])).toEqual([
    '3 standard trialing',
    '31 basic free',
  ])
})

test('a smaller plan or the end of the plan begins after the paid period', () => {
  expect(follow({ ...paid, nextPlan: 'standard', nextInterval: 'year' }, [29, 30])).toEqual([
    '29 enterprise active',
    '30 standard active',
  ])
  expect(follow({ ...paid, nextPlan: 'basic' }, [29, 30])).toEqual([
    '29 enterprise active',
    '30 basic free',
  ])
})

test('a failed payment ends the plan after 14 days', () => {
  const overdue: Subscription = { ...paid, state: 'past_due', pastDueSince: addPlanDays(start, 30) }
  expect(follow(overdue, [30, 43.9, 44, 60])).toEqual([
    '30 enterprise past_due',
    '43.9 enterprise past_due',
    '44 basic past_due',
    '60 basic past_due',
  ])
  expect(getCurrentPlan(overdue, start).endsAt).toBe(addPlanDays(start, 44))
})
