import { jwtVerify, SignJWT } from 'jose'
import { keyMark } from '#contract/lib/api-key-prefix.ts'
import { type Ability, abilitiesOf } from '#contract/lib/permission.ts'
import { type Db, inScope, type Tx } from '../db/db.ts'
import type { Keys } from '../security/keys.ts'
import { Problem } from './problem.ts'

export const accessTokenSeconds = 600

/** Who is asking, and for which store. With `keyId` it is a program, in the name of the person who made its key, and in no session. */
export type Who = {
  personId: string
  sessionId: string
  businessId: string
  role: string
  abilities: Ability[]
  keyId?: string
}
export type Signer = { personId: string; sessionId: string; expiresAt: number }

const issuer = 'storewright'

export const makeAccessToken = (keys: Keys, personId: string, sessionId: string) =>
  new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience('api')
    .setSubject(personId)
    .setIssuedAt()
    .setExpirationTime(`${accessTokenSeconds}s`)
    .sign(keys.accessToken)

export const notForKeys = () =>
  new Problem(403, 'not_for_keys', 'An API key cannot do this: it is for people who are signed in')
/** Of an unknown, ended or sleeping key alike. */
export const keyNotValid = () => new Problem(401, 'signed_out', 'This API key is not valid')
export const signedOut = () => new Problem(401, 'signed_out', 'Sign in to continue')

/** Tokens whose signature was checked in this process, until they expire: the check costs more than most queries. */
const checked = new Map<string, Signer>()

/** Throws 401 unless the header carries an access token of ours that has not expired. */
export async function readToken(keys: Keys, header: string | undefined): Promise<Signer> {
  const token = header?.startsWith('Bearer ') ? header.slice(7) : ''
  if (token.startsWith(keyMark)) throw notForKeys()
  if (!token || token.length > 2000) throw signedOut()
  const known = checked.get(token)
  if (known && known.expiresAt > Date.now()) return known
  const { payload } = await jwtVerify(token, keys.accessToken, {
    algorithms: ['HS256'],
    issuer,
    audience: 'api',
    requiredClaims: ['exp', 'sub', 'sid'],
  }).catch(() => {
    throw signedOut()
  })
  const signer = {
    personId: String(payload.sub),
    sessionId: String(payload.sid),
    expiresAt: (payload.exp ?? 0) * 1000,
  }
  if (checked.size > 20_000) checked.clear()
  checked.set(token, signer)
  return signer
}

type Standing = {
  person: boolean
  businessId: string | null
  role: string | null
  abilities: Ability[] | null
  until: number
}

/**
 * What a person may do changes seldom and is asked at each call; a removed right still works within this time. It is
 * measured by a clock that nobody sets: were the time of day put back an hour, an ended session would go on for that hour.
 */
const standingForMs = 1000
const standings = new Map<string, Promise<Standing>>()

const askStanding = (db: Db, signer: Signer, wanted: string | undefined) => {
  // From before it is asked: the answer may be as old as that, and what is noted beside it may have to wait.
  const until = performance.now() + standingForMs
  return inScope(db, { personId: signer.personId }, async tx => {
    const [row] = await tx<
      {
        businessId: string | null
        role: string | null
        abilities: Ability[] | null
        isSeen: boolean
      }[]
    >`
      select m.business_id, m.role, coalesce(m.abilities, r.ability) as abilities, coalesce(m.last_seen_at > now() - interval '10 minutes', false) as is_seen
      from session s join person p on p.id = s.person_id
      left join lateral (
        select business_id, role, abilities, last_seen_at from membership
        where person_id = p.id and status = 'active' ${wanted ? tx`and business_id = ${wanted}::uuid` : tx``}
        order by business_id = p.last_business_id desc nulls last, business_id limit 1
      ) m on true
      left join role r on r.business_id = m.business_id and r.role = m.role
      where s.id = ${signer.sessionId} and s.person_id = ${signer.personId} and s.ended_at is null and s.expires_at > now() and p.disabled_at is null`
    if (row && wanted && row.businessId)
      await tx`update person set last_business_id = ${wanted} where id = ${signer.personId} and last_business_id is distinct from ${wanted}`
    if (row?.businessId && !row.isSeen) await markSeen(tx, signer.personId, row.businessId)
    return {
      person: Boolean(row),
      businessId: row?.businessId ?? null,
      role: row?.role ?? null,
      abilities: row?.abilities ?? null,
      until,
    }
  })
}

/** Colleagues see who was here lately, to ten minutes. */
async function markSeen(tx: Tx, personId: string, businessId: string): Promise<void> {
  await tx`select set_config('app.business_id', ${businessId}, true)`
  await tx`update membership set last_seen_at = now() where person_id = ${personId} and business_id = ${businessId}`
}

async function standingOf(db: Db, signer: Signer, wanted: string | undefined): Promise<Standing> {
  const key = `${signer.sessionId} ${wanted ?? ''}`
  const known = await standings.get(key)?.catch(() => undefined)
  if (known && known.until > performance.now()) return known
  if (standings.size > 20_000) standings.clear()
  const asked = askStanding(db, signer, wanted)
  standings.set(key, asked)
  asked.catch(() => standings.delete(key))
  return asked
}

/** Forgets what is remembered of a session, so that ending it or joining a store is felt at the next call here. */
export function forgetStanding(sessionId: string): void {
  for (const key of standings.keys()) if (key.startsWith(sessionId)) standings.delete(key)
}

/** Forgets what is remembered of everybody: somebody's rights have changed, and here they are to be felt at once. */
export const forgetStandings = () => standings.clear()

/** The person and the store of a call: the header's, else the one used last. A store of somebody else is 404. */
export async function whoIs(
  db: Db,
  keys: Keys,
  headers: { authorization?: string | undefined; 'x-business-id'?: string | string[] | undefined },
): Promise<{ signer: Signer; who: Who | undefined }> {
  const signer = await readToken(keys, headers.authorization)
  const header = headers['x-business-id']
  const wanted = header === undefined || header === '' ? undefined : String(header).toLowerCase()
  const isId = wanted === undefined || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(wanted)
  const standing = await standingOf(
    db,
    signer,
    isId ? wanted : '00000000-0000-0000-0000-000000000000',
  )
  if (!standing.person) throw signedOut()
  if (!standing.businessId || !standing.role) return { signer, who: undefined }
  return {
    signer,
    who: {
      personId: signer.personId,
      sessionId: signer.sessionId,
      businessId: standing.businessId,
      role: standing.role,
      abilities: standing.abilities ?? abilitiesOf(standing.role),
    },
  }
}

/** Who each of these is by now, asked anew: for what goes on long after it was let in. Nobody, once the session or the membership has ended. */
export async function allNow(db: Db, all: readonly Who[]): Promise<(Who | undefined)[]> {
  const rows = await inScope(
    db,
    {},
    tx => tx<{ nr: number; role: string; abilities: Ability[] | null }[]>`
    select * from standings_now(${all.map(who => who.personId)}::uuid[], ${all.map(who => who.sessionId)}::uuid[], ${all.map(who => who.businessId)}::uuid[])`,
  )
  const found = new Map(rows.map(row => [row.nr - 1, row]))
  return all.map(({ personId, sessionId, businessId }, i) => {
    const row = found.get(i)
    return (
      row && {
        personId,
        sessionId,
        businessId,
        role: row.role,
        abilities: row.abilities ?? abilitiesOf(row.role),
      }
    )
  })
}
export const whoNow = async (db: Db, who: Who): Promise<Who | undefined> =>
  (await allNow(db, [who]))[0]
