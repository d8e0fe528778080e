import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { environmentVariables, readConfig } from './config.ts'
import { assertSafeConfig } from './production-check.ts'

const folder = 'deploy/kubernetes'

const Labels = z.record(z.string(), z.string())
const Pod = z.object({
  metadata: z.object({ labels: Labels }),
  spec: z.object({
    terminationGracePeriodSeconds: z.number(),
    initContainers: z.tuple([z.object({ command: z.tuple([z.literal('node'), z.string()]) })]),
    containers: z.tuple([
      z.object({ env: z.array(z.object({ name: z.string(), value: z.string() })) }),
    ]),
  }),
})
const KubernetesObject = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  data: z.record(z.string(), z.string()).optional(),
  spec: z.object({ template: Pod.optional(), selector: z.unknown().optional() }).optional(),
})
const objects = readdirSync(folder).flatMap(file =>
  parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map(document => {
    expect(document.errors).toEqual([])
    const content: unknown = document.toJS()
    return { content, ...KubernetesObject.parse(content) }
  }),
)
const pods = objects.flatMap(({ spec }) => (spec?.template ? [spec.template] : []))

/** Returns a variable whose type is the official one. It is an error if `content` has another field. */
function declare(content: unknown, { apiVersion, kind }: { apiVersion: string; kind: string }) {
  const path = apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`
  return `export const _${crypto.randomUUID().replaceAll('-', '')}: import('kubernetes-types/${path}').${kind} = ${JSON.stringify(content)}`
}

test('deploy/kubernetes matches the types of the Kubernetes API', () => {
  expect(objects.map(({ kind }) => kind).toSorted()).toEqual([
    'ConfigMap',
    'Deployment',
    'Deployment',
    'PersistentVolumeClaim',
    'PodDisruptionBudget',
    'Service',
  ])
  const temporaryFolder = mkdtempSync('node_modules/.cache/kubernetes-')
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment' }
  const lines = [
    ...objects.map(object => declare(object.content, object)),
    '// @ts-expect-error A misspelled field is an error.',
    declare({ ...deployment, spec: { selector: {}, template: {}, replica: 2 } }, deployment),
    '// @ts-expect-error A missing field is an error.',
    declare({ ...deployment, spec: { template: {} } }, deployment),
  ]
  writeFileSync(join(temporaryFolder, 'objects.ts'), lines.join('\n'))
  const compiler = join(process.cwd(), 'node_modules/typescript/bin/tsc')
  const { stdout, status } = spawnSync(
    process.execPath,
    [compiler, '--ignoreConfig', '--noEmit', '--strict', '--types', '', 'objects.ts'],
    { cwd: temporaryFolder, encoding: 'utf8' },
  )
  rmSync(temporaryFolder, { recursive: true })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

test('the pods of deploy/kubernetes run with their settings in production', () => {
  const settings = objects.find(({ kind }) => kind === 'ConfigMap')?.data ?? {}
  const secrets = {
    DATABASE_URL: 'postgres://owner@db/storewright',
    SMTP_URL: 'smtp://mail.example.com',
    METRICS_TOKEN: '0'.repeat(32),
    SECRET_KEY: '0'.repeat(32),
  }
  expect(environmentVariables).toEqual(expect.arrayContaining(Object.keys(settings)))
  const roles = pods.map(({ metadata: { labels }, spec }) => {
    const [{ env }] = spec.containers
    const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]))
    const config = readConfig({ ...settings, ...secrets, ...variables, NODE_ENV: 'production' })
    assertSafeConfig(config)
    expect(config.stopDelayMs + 15_000).toBeLessThan(spec.terminationGracePeriodSeconds * 1000)
    expect(existsSync(spec.initContainers[0].command[1])).toBe(true)
    expect(labels['role']).toBe(config.role)
    return config.role
  })
  expect(roles.toSorted()).toEqual(['jobs', 'web'])
  const selectors = objects.map(({ spec }) => spec?.selector).filter(Boolean)
  const web = { app: 'storewright', role: 'web' }
  expect(selectors).toHaveLength(4)
  expect(selectors).toEqual(expect.arrayContaining([web, { matchLabels: web }]))
})
