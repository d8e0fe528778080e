import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hashRequest, readIdempotencyKey } from '../lib/call/idempotency.ts'
import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { runInSavepoint } from '../lib/db/savepoint.ts'
import { decryptSecret, encryptSecret } from '../lib/security/encrypt-secret.ts'
import type { SecretKeys } from '../lib/security/secret-keys.ts'
import { AgentOutcomeError } from './agent-error.ts'

const StoredOutcome = z.union([
  z.strictObject({ error: z.object({ code: z.string(), content: z.string() }) }),
  z.strictObject({ result: z.looseObject({}) }),
])
type StoredOutcome = z.output<typeof StoredOutcome>

type AgentCall = {
  tx: Tx
  keys: SecretKeys
  request: FastifyRequest
  route: string
  profileUrl: string
}

/**
 * Runs the work once for each `Idempotency-Key` of a platform and stores its result, or the error that
 * is its outcome, for repeated requests. Returns the error instead of throwing it, because a rollback
 * would remove the key.
 * @throws Problem 400 invalid_idempotency_key, or 409 idempotency_mismatch for another request
 */
export async function withAgentKey(
  { tx, keys, request, route, profileUrl }: AgentCall,
  work: () => Promise<object>,
): Promise<object> {
  const key = readIdempotencyKey(request)
  if (key === undefined) return work()
  const scope = JSON.stringify([profileUrl, key])
  const deriveKey = (purpose: string) =>
    createHmac('sha256', keys.agentReply).update(`${purpose} ${scope}`).digest()
  const storedKey = deriveKey('key').toString('base64url')
  // The response has the token of the cart. The protocol allows keys that are easy to guess, so the table
  // alone, without the secret of the installation, must not reveal it.
  const sealingKey = deriveKey('response')
  const { storeId } = request.storefrontHost
  const [claim] = await tx<{ isNew: boolean; isSame: boolean; storedResponse: string | null }[]>`
    select * from claim_agent_key(${route}, ${storedKey}, ${hashRequest(request)})`
  if (!claim?.isSame) throw new Problem(409, 'idempotency_mismatch')
  if (!claim.isNew) {
    const sealedResponse = Buffer.from(claim.storedResponse ?? '', 'base64')
    const text = decryptSecret(sealingKey, storeId, sealedResponse)
    return fromStoredOutcome(StoredOutcome.parse(JSON.parse(text)))
  }
  const outcome = await runInSavepoint<object>(tx, work, error => {
    if (error instanceof AgentOutcomeError) return error
    throw error
  })
  const text = JSON.stringify(toStoredOutcome(outcome))
  const sealedResponse = encryptSecret(sealingKey, storeId, text).toString('base64')
  await tx`select set_agent_response(${route}, ${storedKey}, ${sealedResponse})`
  return outcome
}

const toStoredOutcome = (outcome: object) =>
  outcome instanceof AgentOutcomeError
    ? { error: { code: outcome.code, content: outcome.message } }
    : { result: outcome }

const fromStoredOutcome = (outcome: StoredOutcome): object =>
  'error' in outcome
    ? new AgentOutcomeError(outcome.error.code, outcome.error.content)
    : outcome.result
