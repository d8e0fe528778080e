import { type AboutRecord, DeskSubject, deskApi, maxDeskRows } from '#contract/desk/desk.ts'
import { hasPermission, type Permission } from '#contract/lib/call/permission.ts'
import { listEventsAbout } from '../calendar/rule/list-events-about.ts'
import { listOrderDates } from '../calendar/rule/list-order-dates.ts'
import { listConversationsAbout } from '../conversation/rule/visible-conversation.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { listTasksAbout } from '../task/rule/select-task.ts'

export function deskRoutes(app: App) {
  serve(app, deskApi.about, ({ tx, params, principal }) => listAbout(tx, params, principal))
}

/** @throws Problem 403 for a record that the caller can't read, or 404 for one that does not exist */
async function listAbout(
  tx: Tx,
  params: { subject: string; id: string },
  principal: Principal,
): Promise<AboutRecord> {
  const subject = assertFound(DeskSubject.safeParse(params.subject).data)
  const { id } = params
  if (!hasPermission(principal.abilities, `${subject}:read`)) throw new Problem(403, 'forbidden')
  const [record] = await tx`select 1 from ${tx(subject)} where id = ${id}`
  assertFound(record)
  const about = { subject, id, limit: maxDeskRows }
  const can = (permission: Permission) => hasPermission(principal.abilities, permission)
  const [tasks, conversations, events, dates] = await Promise.all([
    can('task:read') ? listTasksAbout(tx, about, principal) : [],
    can('conversation:read') ? listConversationsAbout(tx, about, principal) : [],
    can('calendar:read') ? listEventsAbout(tx, about) : [],
    subject === 'order' ? listOrderDates(tx, id, { withInvoices: can('invoice:read') }) : [],
  ])
  return { tasks: [...tasks], conversations: [...conversations], events: [...dates, ...events] }
}
