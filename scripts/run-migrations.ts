// Applies missing migrations to the database of DATABASE_URL: `npm run migrate`. The server does the
// same at its start. An update can run this before it replaces the first process.
import { readConfig } from '../server/config.ts'
import { migrate } from '../server/db/migrate.ts'
import { StartupError } from '../server/startup-error.ts'

try {
  const { databaseUrl, appDatabaseUrl, secretKey } = readConfig(process.env)
  if (!databaseUrl) throw new StartupError('Set DATABASE_URL to the database to migrate.')
  await migrate(databaseUrl, { hasOwnAppRole: appDatabaseUrl !== undefined, secretKey })
  console.log('The database has all migrations of this version.')
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
