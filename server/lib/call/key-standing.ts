import { createHash } from 'node:crypto'
import { keyMark } from '#contract/lib/api-key-prefix.ts'
import { type Ability, abilitiesOf, sharedAbilities } from '#contract/lib/permission.ts'
import { type Db, inScope } from '../db/db.ts'
import { attempt } from '../security/attempt.ts'
import { keyNotValid, type Who } from './session.ts'

export const isKey = (authorization: string | undefined): authorization is string =>
  authorization?.startsWith(`Bearer ${keyMark}`) ?? false

/** What else begins like a key was never made by us, and is asked of nobody. */
const form = new RegExp(`^${keyMark}[\\w-]{43}$`)

/** A key is a random number of 256 bits, so a plain hash of it cannot be searched through. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()

type Standing = { who: Who; until: number }
type Row = {
  businessId: string
  id: string
  personId: string
  role: string
  abilities: Ability[] | null
  ability: Ability[]
  isUsedLately: boolean
}

/** As with people: a key that was revoked, and a right taken from it or from who made it, still works within this time. */
const standingForMs = 1000
const standings = new Map<string, Promise<Standing | undefined>>()
/** Keys that were good for nothing a moment ago, until when: a program that goes on with one it lost uses up no tries of those beside it. */
const refused = new Map<string, number>()
const refusedForMs = 30_000

async function askStanding(db: Db, hash: Buffer): Promise<Standing | undefined> {
  const until = performance.now() + standingForMs
  return inScope(db, {}, async tx => {
    const [row] = await tx<Row[]>`select * from api_key_standing(${hash})`
    if (!row) return undefined
    const { businessId, id, personId, role } = row
    if (!row.isUsedLately) {
      await tx`select set_config('app.business_id', ${businessId}, true)`
      await tx`update api_key set last_used_at = now() where id = ${id} and coalesce(last_used_at < now() - interval '1 minute', true)`
    }
    const abilities = sharedAbilities(row.ability, row.abilities ?? abilitiesOf(role))
    return { who: { personId, businessId, role, abilities, sessionId: '', keyId: id }, until }
  })
}

type Place = Parameters<typeof attempt>[0]

async function standingOf(app: Place, key: string, address: string): Promise<Standing | undefined> {
  const hash = hashOfKey(key)
  const name = hash.toString('base64')
  const present = standings.get(name)
  // Without a pause in between where there is none: calls that come together are one question.
  const known = present && (await present.catch(() => undefined))
  if (known && known.until > performance.now()) return known
  if ((refused.get(name) ?? 0) > performance.now()) return undefined
  if (standings.size > 20_000) standings.clear()
  // One met before is no guess.
  const asked = known ? askStanding(app.db, hash) : tryKey(app, hash, address)
  standings.set(name, asked)
  asked.then(
    found => found ?? refuse(name),
    () => standings.delete(name),
  )
  return asked
}

function refuse(name: string) {
  standings.delete(name)
  // There is no end of guessed ones.
  if (refused.size > 10_000) refused.clear()
  refused.set(name, performance.now() + refusedForMs)
}

/** Keys cannot be guessed; but who tries would have a connection for each guess. */
async function tryKey(app: Place, hash: Buffer, address: string): Promise<Standing | undefined> {
  const tried = await attempt(app, 'key', { address })
  const standing = await askStanding(app.db, hash)
  if (standing) await tried.forgive()
  return standing
}

/** What the key in this header may do, in its own store: any other is as good as none. */
export async function whoHasKey(
  app: Place,
  authorization: string,
  wanted: string | string[] | undefined,
  address: string,
): Promise<Who | undefined> {
  const key = authorization.slice('Bearer '.length)
  const standing = form.test(key) ? await standingOf(app, key, address) : undefined
  if (!standing) throw keyNotValid()
  const { who } = standing
  return wanted === undefined || wanted === '' || String(wanted).toLowerCase() === who.businessId
    ? who
    : undefined
}

/** Forgets what is remembered of all keys, so that a change of one is felt at the next call here. */
export function forgetKeys() {
  standings.clear()
  refused.clear()
}
