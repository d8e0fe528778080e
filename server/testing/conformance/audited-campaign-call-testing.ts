import { automationApi } from '#contract/campaign/automation.ts'
import { campaignApi } from '#contract/campaign/campaign.ts'
import { segmentApi } from '#contract/campaign/segment.ts'
import { suppressionApi } from '#contract/campaign/suppression.ts'
import { type AuditedCall, body, id, withIdAndBody } from './audited-call-testing.ts'

/** The calls on campaigns, their segments and suppressed addresses. */
export const campaignCalls: AuditedCall[] = [
  {
    route: segmentApi.create,
    entry: 'insert segment',
    args: () => body({ name: 'VIP', filter: { minOrders: 2 } }),
    saveIdAs: 'segment',
  },
  {
    route: segmentApi.update,
    entry: 'update segment',
    args: () => withIdAndBody('segment', { name: 'Regulars' }),
  },
  { route: segmentApi.delete, entry: 'delete segment', args: () => id('segment') },
  {
    route: suppressionApi.create,
    entry: 'insert email_suppression',
    args: () => body({ email: 'stop@example.com' }),
    saveIdAs: 'suppression',
  },
  {
    route: suppressionApi.delete,
    entry: 'delete email_suppression',
    args: () => id('suppression'),
  },
  {
    route: automationApi.update,
    entry: 'insert automation',
    args: () => body({ kind: 'review', delayDays: 5 }),
  },
  {
    route: campaignApi.create,
    entry: 'insert campaign',
    args: () => body({ name: 'Spring' }),
    saveIdAs: 'campaign',
  },
  {
    route: campaignApi.update,
    entry: 'update campaign',
    args: () => withIdAndBody('campaign', { subject: 'Tea is here', body: '<p>Hello</p>' }),
  },
  { route: campaignApi.delete, entry: 'delete campaign', args: () => id('campaign') },
]
