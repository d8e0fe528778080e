import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../lib/testing/test-database.ts'
import { migrate } from './migrate.ts'
import { migrateToBefore, migrationsFolder } from './migrate-testing.ts'

let database: TestDatabase
let sql: postgres.Sql
beforeAll(async () => {
  database = await createTestDatabase()
  sql = postgres(database.ownerUrl, { max: 2, onnotice: () => {} })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

test('a current database keeps its role, and no process waits for the migration lock', async () => {
  const listApplied = () => sql`
    select name, sha256, applied_at from migration
    union all select name, sha256, applied_at from sql_function
    order by 1`
  const appliedBefore = [...(await listApplied())]
  await sql.begin(async tx => {
    await tx`select pg_advisory_xact_lock(hashtext('storewright migration'))`
    // Never returns if it needs the lock.
    const { appUrl } = await migrate(database.ownerUrl)
    expect(appUrl).toBe(database.appUrl)
  })
  expect([...(await listApplied())]).toEqual(appliedBefore)
})

test('many processes can migrate at the same time', async () => {
  const urls = await Promise.all(Array.from({ length: 5 }, () => migrate(database.ownerUrl)))
  expect(new Set(urls.map(({ appUrl }) => appUrl)).size).toBe(1)
})

test('the role that serves requests owns nothing, is bound by row security and cannot read the secret', async () => {
  const app = postgres(database.appUrl, { max: 1 })
  try {
    const [role] = await app`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb
      from pg_roles where rolname = current_user`
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
    })
    const [ownership] = await app`
      select count(*)::int as tables from pg_class where relowner = current_user::regrole`
    expect(ownership?.tables).toBe(0)
    await expect(app`select secret from installation`).rejects.toThrow('permission denied')
    const [timeouts] = await app`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`
    expect(timeouts).toEqual({ statement: '15s', lock: '5s' })
  } finally {
    await app.end()
  }
})

test('the owner of the tables is not a superuser, as on a managed server', async () => {
  const [owner] =
    await sql`select rolsuper, rolbypassrls from pg_roles where rolname = current_user`
  expect(owner).toEqual({ rolsuper: false, rolbypassrls: false })
})

test('rejects data of a newer version', async () => {
  await sql`insert into migration (name, sha256) values ('9999-tomorrow', '')`
  await expect(migrate(database.ownerUrl)).rejects.toThrow(
    'newer version of Storewright (it has the migration 9999-tomorrow)',
  )
  await sql`delete from migration where name = '9999-tomorrow'`
})

test('a failed migration is rolled back, and a changed migration is rejected', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-migrations-'))
  const newDatabase = await createTestDatabase()
  const owner = postgres(newDatabase.ownerUrl, { max: 1 })
  try {
    await owner`delete from migration`
    await writeFile(join(folder, '0001-good.sql'), 'create table good (id int);')
    await writeFile(join(folder, '0002-bad.sql'), 'create table half (id int); select 1 / 0;')
    await expect(migrate(newDatabase.ownerUrl, { folder })).rejects.toThrow(
      '0002-bad failed: division by zero',
    )
    const names = await owner`select name from migration`
    expect(names.map(({ name }) => name)).toEqual(['0001-good'])
    const [table] = await owner`select to_regclass('half') as name`
    expect(table?.name).toBeNull()
    await writeFile(join(folder, '0001-good.sql'), 'create table other (id int);')
    await expect(migrate(newDatabase.ownerUrl, { folder })).rejects.toThrow(
      '0001-good was changed after it was applied',
    )
  } finally {
    await owner.end()
    await newDatabase.drop()
    await rm(folder, { recursive: true })
  }
})

test('API keys and webhooks of people who left before an update are ended', async () => {
  const oldDatabase = await createEmptyDatabase()
  const owner = postgres(oldDatabase.ownerUrl, { max: 1, onnotice: () => {} })
  const [store, former, current] = ['1', '2', '3'].map(
    digit => `00000000-0000-7000-8000-00000000000${digit}`,
  ) as [string, string, string]
  try {
    await migrateToBefore('0043', oldDatabase.ownerUrl)
    await owner`select set_config('app.business_id', ${store}, false)`
    await owner`alter table membership disable trigger user`
    await owner`
      insert into person (id, email, username, full_name, password_hash)
      select id, id || '@example.com', id, 'Ada', '' from unnest(${[former, current]}::uuid[]) id`
    await owner`
      insert into business (id, name, slug, created_by)
      values (${store}, 'Pots', 'pots', ${current})`
    for (const person of [former, current]) {
      await owner`
        insert into webhook (url, events, secret, hint, created_by)
        values (${`https://${person}.example.com`}, '{order.created}', '', '', ${person})`
      await owner`
        insert into api_key (name, hash, hint, ability, created_by)
        values (${person}, ${person}, '', '[]', ${person})`
    }
    await owner`
      insert into membership (person_id, business_id, role) values (${current}, ${store}, 'owner')`
    await migrate(oldDatabase.ownerUrl, { hasOwnAppRole: true })
    expect(
      await owner`
        select w.is_on, k.revoked_at is null as is_valid
        from webhook w join api_key k using (created_by) order by created_by = ${current}`,
    ).toEqual([
      { is_on: false, is_valid: false },
      { is_on: true, is_valid: true },
    ])
    expect(await owner`select kind from notification`).toEqual([{ kind: 'webhook_left' }])
  } finally {
    await owner.end()
    await oldDatabase.drop()
  }
})

test('invalid logos and the files of images that were deleted before an update are removed', async () => {
  const oldDatabase = await createEmptyDatabase()
  const owner = postgres(oldDatabase.ownerUrl, { max: 1, onnotice: () => {} })
  const [valid, invalid, image, deletedImage] = ['1', '2', '3', '4'].map(
    digit => `00000000-0000-7000-8000-00000000000${digit}`,
  ) as [string, string, string, string]
  const getUrl = (id: string) => `/media/${invalid}/${id}/1200.webp`
  try {
    await migrateToBefore('0051', oldDatabase.ownerUrl)
    for (const [id, logo, favicon] of [
      [valid, `/media/${valid}/${image}/1200.webp`, 'https://example.com/a.png'],
      [invalid, 'javascript:alert(1)', ''],
    ] as const) {
      await owner`select set_config('app.business_id', ${id}, false)`
      await owner`
        insert into business (id, name, slug, created_by, logo, favicon)
        values (${id}, 'Pots', ${`pots-${id.at(-1)}`}, ${id}, ${logo}, ${favicon})`
    }
    for (const id of [image, deletedImage])
      await owner`
        insert into media (id, url, width, height, bytes, hash)
        values (${id}, ${getUrl(id)}, 1, 1, 1, '')`
    await owner`delete from media where id = ${deletedImage}`
    await migrate(oldDatabase.ownerUrl, { hasOwnAppRole: true })
    const stores = []
    for (const id of [valid, invalid]) {
      await owner`select set_config('app.business_id', ${id}, false)`
      stores.push(...(await owner`select logo, favicon, version from business where id = ${id}`))
    }
    expect(stores).toEqual([
      {
        logo: `/media/${valid}/${image}/1200.webp`,
        favicon: '',
        version: 2,
      },
      { logo: '', favicon: '', version: 2 },
    ])
    const jobs = await owner`
      select task_identifier as task, (graphile_worker.complete_jobs(array[id])).payload
      from graphile_worker.jobs where task_identifier = 'media.deleteFiles'`
    expect(jobs).toMatchObject([
      { task: 'media.deleteFiles', payload: { businessId: invalid, url: getUrl(deletedImage) } },
    ])
  } finally {
    await owner.end()
    await oldDatabase.drop()
  }
})

test('the settings of a theme become its first published version, whatever its store', async () => {
  const oldDatabase = await createEmptyDatabase()
  const owner = postgres(oldDatabase.ownerUrl, { max: 1, onnotice: () => {} })
  const [one, other] = ['1', '2'].map(digit => `00000000-0000-7000-8000-00000000000${digit}`) as [
    string,
    string,
  ]
  try {
    await migrateToBefore('0066', oldDatabase.ownerUrl)
    for (const id of [one, other]) {
      await owner`select set_config('app.business_id', ${id}, false)`
      await owner`
        insert into business (id, name, slug, created_by)
        values (${id}, 'Pots', ${`pots-${id.at(-1)}`}, ${id})`
      await owner`
        insert into theme (id, code, settings, active)
        values (${id}, 'linen', ${owner.json({ accent: `#00000${id.at(-1)}` })}, true)`
    }
    await migrate(oldDatabase.ownerUrl, { hasOwnAppRole: true })
    const versions = []
    for (const id of [one, other]) {
      await owner`select set_config('app.business_id', ${id}, false)`
      versions.push(
        ...(await owner`
          select t.business_id, v.number, v.settings, v.templates, t.version, t.name
          from theme t left join theme_version v on v.id = t.version_id
          where t.business_id = ${id}`),
      )
    }
    expect(versions).toEqual(
      [one, other].map(id => ({
        business_id: id,
        number: 1,
        settings: { accent: `#00000${id.at(-1)}` },
        templates: null,
        version: 1,
        name: null,
      })),
    )
  } finally {
    await owner.end()
    await oldDatabase.drop()
  }
})

test('sales before an update count for their categories and in all spans', async () => {
  const oldDatabase = await createEmptyDatabase()
  const owner = postgres(oldDatabase.ownerUrl, { max: 1, onnotice: () => {} })
  const [store, product, category] = ['1', '2', '3'].map(
    digit => `00000000-0000-7000-8000-00000000000${digit}`,
  ) as [string, string, string]
  try {
    await migrateToBefore('0069', oldDatabase.ownerUrl)
    await owner`select set_config('app.business_id', ${store}, false)`
    await owner`
      insert into business (id, name, slug, created_by) values (${store}, 'Pots', 'pots', ${store})`
    await owner`insert into product (id, title, slug) values (${product}, 'Pot', 'pot')`
    await owner`insert into category (id, name, slug) values (${category}, 'Pots', 'pots')`
    await owner`
      insert into product_category (product_id, category_id) values (${product}, ${category})`
    for (const number of ['1', '2']) {
      const [order] = await owner`
        insert into "order" (number, status, currency, subtotal, total, item_count, created_at)
        values (${number}, 'pending', 'USD', 300, 300, 1, '2026-01-15T12:00:00Z') returning id`
      await owner`
        insert into order_line (order_id, product_id, title, quantity, unit_price, total)
        values (${order?.['id']}, ${product}, 'Pot', 3, 100, 300)`
      // The sales of the second order wait for the next fold.
      if (number === '1') await owner`select fold_sales(100)`
    }
    await migrate(oldDatabase.ownerUrl, { hasOwnAppRole: true })
    const listSales = (kind: string) => owner`
      select span, starts_on::text, sum(quantity)::integer as quantity, sum(sales)::integer as sales
      from sales_top where kind = ${kind} group by 1, 2 order by 1, 2`
    const categorySales = [
      { span: 'day', starts_on: '2026-01-15', quantity: 6, sales: 600 },
      { span: 'month', starts_on: '2026-01-01', quantity: 6, sales: 600 },
      { span: 'year', starts_on: '2026-01-01', quantity: 6, sales: 600 },
    ]
    const productSales = [
      ...categorySales.slice(0, 2),
      { span: 'two_years', starts_on: '2025-01-01', quantity: 6, sales: 600 },
      { span: 'two_years', starts_on: '2026-01-01', quantity: 6, sales: 600 },
      ...categorySales.slice(2),
    ]
    const expectedSales = [categorySales, productSales]
    const listAllSales = async () => [await listSales('category'), await listSales('product')]
    expect(await listAllSales()).toEqual(expectedSales)
    await owner`select fold_sales(100)`
    expect(await listAllSales()).toEqual(expectedSales)
  } finally {
    await owner.end()
    await oldDatabase.drop()
  }
})

test('jobs that an earlier version enqueued are completed under their new names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-migrations-'))
  const functionsFolder = await mkdtemp(join(tmpdir(), 'storewright-functions-'))
  const oldDatabase = await createEmptyDatabase()
  const owner = postgres(oldDatabase.ownerUrl, { max: 1, onnotice: () => {} })
  try {
    const earlierFiles = (await readdir(migrationsFolder)).filter(name => name < '0027')
    await Promise.all(
      earlierFiles.map(name => cp(join(migrationsFolder, name), join(folder, name))),
    )
    await migrate(oldDatabase.ownerUrl, { folder, functionsFolder, hasOwnAppRole: true })
    await owner`
      select graphile_worker.add_job(task, payload::json, job_key => key)
      from (values
        ('account.mail', '{"kind": "notice", "notice": "password_changed", "personId": "1"}', 'mail 1'),
        ('account.mail', '{"kind": "verify_email", "personId": "2", "askedAt": "2026-01-01"}', 'mail 2'),
        ('import.pictures', '{"importId": "3"}', 'pictures 3'),
        ('notice.forget', '{}', 'notice.forget')
      ) job (task, payload, key)`
    await migrate(oldDatabase.ownerUrl, { hasOwnAppRole: true })
    const jobs =
      await owner`select task_identifier as task, key from graphile_worker.jobs order by key`
    const payloads = await owner`
      select (graphile_worker.remove_job(key)).payload
      from unnest(${jobs.map(({ key }) => key)}::text[]) key`
    expect(jobs.map((job, i) => ({ ...job, ...payloads[i] }))).toEqual([
      { task: 'import.images', key: 'images 3', payload: { importId: '3' } },
      {
        task: 'account.mail',
        key: 'mail 1',
        payload: { kind: 'notification', notification: 'password_changed', personId: '1' },
      },
      {
        task: 'account.mail',
        key: 'mail 2',
        payload: { kind: 'verify_email', personId: '2', requestedAt: '2026-01-01' },
      },
    ])
  } finally {
    await owner.end()
    await oldDatabase.drop()
    await rm(folder, { recursive: true })
    await rm(functionsFolder, { recursive: true })
  }
})

test.each([
  [
    'a wrong password',
    (url: URL) => {
      url.password = 'hunter2'
    },
    'rejects the user or the password',
  ],
  [
    'a missing database',
    (url: URL) => {
      url.pathname = '/nowhere'
    },
    'has no database nowhere',
  ],
  [
    'a port without a server',
    (url: URL) => {
      url.port = '1'
    },
    'No PostgreSQL server responds at 127.0.0.1:1',
  ],
])('explains %s without the password', async (_name, change, sentence) => {
  const url = new URL(database.ownerUrl)
  change(url)
  const failure = await migrate(url.href).catch(error => error)
  expect(failure.message).toContain(sentence)
  expect(failure.message).not.toContain('hunter2')
})
