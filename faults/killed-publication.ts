import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { createSection } from '#contract/section/section-upgrade.ts'
import { maxSections } from '#contract/theme/theme-template.ts'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import type { ServerProcess } from './lab/server-process.ts'
import { waitUntil } from './lab/wait-until.ts'

const ThemesReply = z.object({ data: z.array(z.object({ _id: z.string() })) })
const DraftReply = z.object({
  data: z.object({ version: z.int(), templates: z.record(z.string(), z.unknown()) }),
})
/** A publication is ready after a few milliseconds. */
const maxKillDelayMs = 40
const publishedWithinMs = 60_000

type Editor = { environment: FaultEnvironment; server: ServerProcess; themeId: string }

/**
 * Kills the server while it publishes a theme. Each section of a version, and its settings, contain
 * the same mark, so that a half-published version is visible.
 */
export async function killServerDuringPublication(
  environment: FaultEnvironment,
  kills: number,
): Promise<FaultFinding[]> {
  await environment.stopPair()
  let server = await environment.startServer()
  const themeId = await findThemeId(environment, server)
  let missingCount = 0
  const mixed: string[] = []
  for (let nr = 1; nr <= kills; nr++) {
    const version = await saveMarkedDraft({ environment, server, themeId }, nr)
    const publication = send({ environment, server, themeId }, 'POST', 'publish', { version })
    await sleep(Math.random() * maxKillDelayMs)
    server.kill('SIGKILL')
    const isAcknowledged = (await publication.catch(() => undefined))?.ok === true
    await server.exitStatus
    server = await environment.startServer({}, { port: server.port })
    const marks = await readPublishedMarks(environment, themeId)
    if (marks.length > 1) mixed.push(marks.join('+'))
    if (isAcknowledged && marks[0] !== getMark(nr)) missingCount += 1
  }
  const scheduled = await publishAfterRestart({ environment, server, themeId }, kills + 1)
  return [
    {
      check: 'kill -9 while a theme is published',
      sampleCount: kills,
      result: `${mixed.length} half-published versions, ${missingCount} acknowledged ones missing`,
      hasPassed: mixed.length === 0 && missingCount === 0,
    },
    scheduled,
  ]
}

/** The time of a publication passes while no server runs. Two servers then publish it once. */
async function publishAfterRestart(editor: Editor, nr: number): Promise<FaultFinding> {
  const { environment, server, themeId } = editor
  const version = await saveMarkedDraft(editor, nr)
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  await send(editor, 'POST', 'publish', { version, publishAt, note: 'scheduled' })
  server.kill('SIGKILL')
  await server.exitStatus
  await environment.withSuperuserSql(async sql => {
    await sql`update theme_publication set publish_at = now()`
    // The schedule of the servers adds this job each minute.
    await sql`select add_job('theme.publish', '{}'::json, null)`
    await sql`select add_job('theme.publish', '{}'::json, null)`
  })
  const servers = await Promise.all([environment.startServer(), environment.startServer()])
  const elapsedMs = await waitUntil(
    async () => (await readPublishedMarks(environment, themeId)).join() === getMark(nr),
    publishedWithinMs,
  )
  const count = await countScheduledVersions(environment, themeId)
  for (const process of servers) process.kill('SIGTERM')
  await Promise.all(servers.map(process => process.exitStatus))
  return {
    check: '  a publication whose time passed while no server ran',
    sampleCount: 1,
    result: elapsedMs === undefined ? 'not published' : `published ${count} times`,
    hasPassed: elapsedMs !== undefined && count === 1,
  }
}

/** A color, so that it is a valid setting. */
const getMark = (nr: number) => `#${nr.toString(16).padStart(6, '0')}`

async function findThemeId(environment: FaultEnvironment, { url }: ServerProcess) {
  const headers = await environment.createHeaders()
  const reply = await fetch(`${url}/api/theme/getAll`, { headers })
  const [theme] = ThemesReply.parse(await reply.json()).data
  if (!theme) throw new Error('The store has no theme.')
  return theme._id
}

async function send(
  { environment, server, themeId }: Editor,
  method: 'GET' | 'PATCH' | 'POST',
  call: 'draft' | 'publish',
  body?: object,
) {
  return fetch(`${server.url}/api/theme/${call}/${themeId}`, {
    method,
    headers: await environment.createHeaders(),
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** Saves a draft as large as possible and returns its version. */
async function saveMarkedDraft(editor: Editor, nr: number): Promise<number> {
  const { version, templates } = DraftReply.parse(
    await (await send(editor, 'GET', 'draft')).json(),
  ).data
  const home = Array.from({ length: maxSections }, (_, index) => {
    const section = createSection('text', `text-${index}`)
    const body = `<p>${'Stoneware from across the yard. '.repeat(200)}</p>`
    return { ...section, settings: { ...section.settings, heading: getMark(nr), body } }
  })
  const reply = await send(editor, 'PATCH', 'draft', {
    version,
    settings: { accent: getMark(nr) },
    templates: { ...templates, home },
  })
  if (!reply.ok) throw new Error(`The draft was not saved: ${await reply.text()}`)
  return DraftReply.parse(await reply.json()).data.version
}

/** Returns the different marks of the published version: one, or none before the first. */
async function readPublishedMarks(environment: FaultEnvironment, themeId: string) {
  const rows = await environment.withSuperuserSql(
    sql => sql<{ mark: string }[]>`
      select v.settings ->> 'accent' as mark
      from theme t join theme_version v on v.id = t.version_id where t.id = ${themeId}
      union
      select section -> 'settings' ->> 'heading'
      from theme t join theme_version v on v.id = t.version_id,
        jsonb_array_elements(v.templates -> 'home') section
      where t.id = ${themeId}`,
  )
  return rows.map(({ mark }) => mark)
}

async function countScheduledVersions(environment: FaultEnvironment, themeId: string) {
  const [row] = await environment.withSuperuserSql(
    sql => sql<{ count: number }[]>`
      select count(*)::integer as count from theme_version
      where theme_id = ${themeId} and note = 'scheduled'`,
  )
  return row?.count ?? 0
}
