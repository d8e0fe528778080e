import { type AboutRecord, DeskSubject, deskApi, maxDeskRows } from '#contract/desk/desk.ts'
import { hasPermission } from '#contract/lib/call/permission.ts'
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
  const [tasks, conversations] = await Promise.all([
    listTasksAbout(tx, about, principal),
    hasPermission(principal.abilities, 'conversation:read')
      ? listConversationsAbout(tx, about, principal)
      : [],
  ])
  return { tasks: [...tasks], conversations: [...conversations] }
}
