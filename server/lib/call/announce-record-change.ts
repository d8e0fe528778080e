import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/lib/api.ts'
import { announcedSubjects } from '#contract/lib/record-change.ts'
import type { Tx } from '../db/db.ts'
import type { Principal } from './authenticate.ts'

type ChangingCall = {
  tx: Tx
  route: Route
  principal: Principal
  request: FastifyRequest
  params: Record<string, string>
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const noTab = '00000000-0000-0000-0000-000000000000'

/**
 * Announces the change of a record at the commit, so that other pages that show it can offer to
 * reload it. Bulk calls, imports and jobs announce nothing. The content of a store is one record
 * with the id of the store.
 */
export async function announceRecordChange({
  tx,
  route,
  principal,
  request,
  params,
}: ChangingCall): Promise<void> {
  if (route.method === 'GET') return
  const subject = announcedSubjects.find(candidate => route.can === `${candidate}:write`)
  const id = params['id'] ?? (subject === 'cms' ? principal.businessId : undefined)
  if (!subject || !id) return
  const tab = String(request.headers['x-tab-id'] ?? '')
  await tx`select notify_processes(
    ${`${subject}_changed`}, ${principal.businessId}, ${id}, ${uuidPattern.test(tab) ? tab : noTab})`
}
